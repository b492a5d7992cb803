"""What `python3 hub` does in a checkout besides the commands: setting it up, the gate, locks, audit, hardware."""
