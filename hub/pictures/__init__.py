"""A family's own pictures: read from files, held in tables, drawn on paper."""
