"""Where the figures of README come from."""
