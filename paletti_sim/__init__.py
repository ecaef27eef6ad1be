"""paletti-sim: does this move topple the tower?"""
