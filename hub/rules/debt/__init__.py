"""What happens when the money does not suffice."""
