"""Names of colours that a file may use instead of `#rrggbb`."""

from __future__ import annotations

WOOD = "#c9a46b"
COLOURS = {
    "wood": WOOD,
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#808080",
    "gray": "#808080",
    "silver": "#c0c0c0",
    "red": "#d03a2f",
    "maroon": "#800000",
    "crimson": "#dc143c",
    "pink": "#ffc0cb",
    "orange": "#f08c28",
    "gold": "#ffd700",
    "yellow": "#f0c830",
    "olive": "#808000",
    "green": "#3f9a57",
    "lime": "#00d000",
    "teal": "#008080",
    "turquoise": "#40e0d0",
    "cyan": "#00d0d0",
    "blue": "#2f6db3",
    "navy": "#000080",
    "indigo": "#4b0082",
    "purple": "#800080",
    "violet": "#c06fd0",
    "magenta": "#d000d0",
    "brown": "#8b5a2b",
    "tan": "#d2b48c",
    "beige": "#f5f5dc",
    "ivory": "#fffff0",
}
