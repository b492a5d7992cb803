"""What happens where a piece lands."""
