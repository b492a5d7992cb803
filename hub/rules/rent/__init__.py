"""What a visitor owes."""
