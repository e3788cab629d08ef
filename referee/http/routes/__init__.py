"""The routes, one file a resource: what each call promises, and the view that keeps the promise."""
