"""Villa Paletti: the rules, its bots and its words. What happens to the tower a judge says; no physics in here."""
