"""Pieces, towers, scenario files and the building regulations: geometry only."""
