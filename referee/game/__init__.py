"""The decider: which facts can happen next, and what the table is after them. No clock, no storage, no words."""
