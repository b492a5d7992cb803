"""House rules: changes to the declaration of an edition that a family may agree on."""
