"""What goes over the sockets: requests up, views down, and who is connected."""
