"""Pictures of what other parts return."""
