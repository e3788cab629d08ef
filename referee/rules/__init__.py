"""The card game itself: pure values and functions, no clock, no storage, no words (docs/rulebook.md: R, V, J2)."""
