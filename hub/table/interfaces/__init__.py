"""What a table requires of other packages: a board, a store, documents."""
