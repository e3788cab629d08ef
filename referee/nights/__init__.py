"""Club nights: who plays where in each round, and what the results add up to. Pure; a match's core knows nothing of them."""
