"""What should happen to a tower, by static equilibrium: convex programs over contact forces."""
