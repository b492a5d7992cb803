"""Claims on groups, and what their holders may do from afar."""
