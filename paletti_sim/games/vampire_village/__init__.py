"""Vampire Village: two rounds of building a village, handing monsters around, and being attacked by them."""
