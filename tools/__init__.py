"""Programs for those who work on Referee: the generated parts of docs/, the drawing of the packages, and measurements of the code."""
