"""What the banker may correct."""
