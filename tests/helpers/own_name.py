"""This computer as others on the network know it."""

from hub.server.access.addresses import own_names

OWN_NAME = min(own_names() - {"localhost"})
"""A name of this computer that is not local: a browser that comes by it is one from the network."""
