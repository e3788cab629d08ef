"""The HTTP layer: translates requests into commands and answers into JSON. No rule of the game is judged here."""
