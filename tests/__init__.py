"""The tests mirror the rooms of `referee`."""
