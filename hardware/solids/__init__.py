"""What is printed in plastic: tiles that hold a reader, pieces with a tag inside, the console, a tray for the node.

In millimetres, made with CadQuery from `sizes.toml`; every solid lies as it is printed, without supports.
"""
