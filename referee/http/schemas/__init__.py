"""The JSON of the API: bodies parsed into commands, replies described for the document. Knows no route."""
