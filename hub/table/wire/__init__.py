"""What crosses between hub and browsers: views down, requests up, and why they are refused."""
