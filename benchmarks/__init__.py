"""Where the figures in the documents come from: each file runs as `python -m benchmarks.NAME` and states its limit."""
