"""The card game itself: pure values and functions, no clock, no storage, no words (RULEBOOK R, V, J2)."""
