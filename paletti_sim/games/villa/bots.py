class GreedyBot:
    pass
