"""Access control: keys and permissions, addresses, and the filter before every request."""
