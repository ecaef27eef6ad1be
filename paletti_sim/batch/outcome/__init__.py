"""What came out of a batch: tables, files for other programs, a page with figures."""
