"""What all games share: states, set-ups, matches, bots, records. Knows no game."""
