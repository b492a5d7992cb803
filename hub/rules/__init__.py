"""The rules: pure functions from a state and a command to facts or a refusal. They import no I/O, clock or chance."""
