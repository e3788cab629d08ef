"""Pure folds for readers: what the API, the exports and the pages show. They read the game's state, and decide nothing."""
