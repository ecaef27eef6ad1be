"""The phases of a round (W-6), as steps in which somebody decides, and the points where one part of it begins.

In the latter nobody decides: the table goes through them at once.
"""

CHOOSE = "choose"
PLACE = "place"
MOVE = "move"
GIVE = "give"
DEMONS = "demons"
LOSE = "lose"
DRIVE = "drive"
OVER = "over"

BUILDING = "building"
MONSTERS = "monsters"
MISDEEDS = "misdeeds"
ATTACKS = "attacks"

PICKS = 6
"""Village cards that a player is dealt, and places, in a round (W-5, W-9)."""
DEALS = 2
"""Deals of monsters in a round (W-26)."""
DEALT = 3
"""Monsters in a deal for each player (W-26)."""
