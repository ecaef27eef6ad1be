"""The questions users ask of a tower."""
