"""The circuit of the side node as a drawing: places are chosen by hand, every line and label comes from the netlist."""
