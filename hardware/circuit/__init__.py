"""The circuit of the side node in SKiDL, its electrical rule check, and the netlist that all else is made from.

SKiDL keeps global state and litters where it is imported, so it runs in a process and a folder of its own: `drawn_up`.
"""
