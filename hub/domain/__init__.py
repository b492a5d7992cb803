"""Facts: what can happen in a game and the state that follows from it. Imports nothing but msgspec."""
