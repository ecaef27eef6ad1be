"""Numbers counted by `slow`, the plain enumerator, once and for all: how many places there are for hedges.

`WAYS`: for one hedge of a shape at the starting hedge X, and for a first and then a second one. `CLOSED`: how many
distinct sets of segments with a closed area these hedges make around the X, and how many up to symmetry.
"""

WAYS = {
    "I": (48, 2752), "J": (72, 6048), "L": (88, 9192), "N": (80, 8096), "P": (72, 6456), "U": (80, 7664),
    "V": (88, 9056), "W": (72, 6976), "Z": (80, 7808), "O": (64, 4096), "F": (72, 6592), "H": (72, 6608),
    "R": (72, 6992), "T": (80, 8464), "X": (64, 5632), "Y": (80, 8648),
}  # fmt: skip

CLOSED = {"L": (8, 1), "U": (4, 1), "Y": (16, 2), "LU": (944, 118), "JJ": (956, 124), "UU": (293, 41), "PO": (672, 85)}
