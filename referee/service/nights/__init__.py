"""Club nights over the store: acts of an organiser, matches opened for the tables, their results, and who may do what."""
