"""The derived engine for rules with claims to groups: layout, tables, positions, rules (`play`) and bot (`policy`)."""
