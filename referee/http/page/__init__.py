"""The phone page: its files in `static`, how they are bundled and sent, and the routes that serve them."""
