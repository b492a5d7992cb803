"""What `python3 hub` does first in a checkout: sets it up, and begins commands, tests, locks, audit or hardware."""
