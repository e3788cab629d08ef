"""The OpenAPI document and its page for people, made from the routes and schemas that serve the API."""
