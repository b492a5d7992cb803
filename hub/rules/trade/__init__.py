"""What players may exchange."""
