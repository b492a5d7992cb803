"""The derived engine where groups are claimed: places, tables, positions, rules (`play`) and bot (`policy`)."""
