"""Logs and notations imported from files: parsed, checked to the last event, and stored whole or not at all."""
