"""Referee: score-keeper and rules referee for Bid Euchre played with real cards."""

__version__ = "0.1.0"
