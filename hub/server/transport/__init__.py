"""How bytes are exchanged: the WSGI server, TLS, WebSockets and their packets, with all their limits."""
