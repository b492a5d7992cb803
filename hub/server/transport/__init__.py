"""How bytes cross: the WSGI server, TLS, WebSockets and their packets, with everything that is bounded there."""
