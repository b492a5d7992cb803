"""What the banker may put right."""
