"""The benchmarks behind the figures in the documents: each runs as `python -m benchmarks.NAME` and states its limit."""
