"""MJCF worlds read as scenarios."""
