"""What happens to a tower, by simulation; the only part that uses pybullet."""
