"""What a table asks of the world around it: a board, a store, documents."""
