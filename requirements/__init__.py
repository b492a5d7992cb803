"""What a checkout installs, each file with hashes, and what writes these files and asks about them."""
