"""Other people's engines, as an outside opinion."""
