"""Tests of the stores: one contract for all of them, and what is special to each."""
