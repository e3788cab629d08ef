"""Where the designs of club nights come from: programs that search, and the files that are made of what they find."""
