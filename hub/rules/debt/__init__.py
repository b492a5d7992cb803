"""What happens when somebody cannot pay."""
