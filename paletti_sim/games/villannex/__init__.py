"""Villannex: villages of two cards, whose value depends on all cards on the table."""
