"""The facts: what happened at the table, as immutable events in a hash-chained log. Depends on the rules' values only."""
