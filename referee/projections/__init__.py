"""Pure folds for readers: what the API, the exports and the page show. They read the game's state and decide nothing."""
