"""Many cases headless: plans, the file of results, and what came out."""
