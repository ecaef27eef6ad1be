"""Environments, and files of other engines."""
