"""What the hub writes down for whoever looks for a fault, without the secrets."""
