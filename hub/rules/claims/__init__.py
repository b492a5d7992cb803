"""Claims on groups, and what their holders do from afar."""
