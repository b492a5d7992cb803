"""This computer's name on the network."""

from hub.server.access.addresses import own_names

OWN_NAME = min(own_names() - {"localhost"})
"""A name of this computer that is not local: a browser that comes by it is one from the network."""
