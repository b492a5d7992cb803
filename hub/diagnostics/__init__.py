"""What the hub logs for finding faults, without secrets."""
