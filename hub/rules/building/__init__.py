"""Building and selling back."""
