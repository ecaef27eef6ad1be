"""Pages, driven by a real browser."""
