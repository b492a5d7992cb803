"""The circuit of the side node in SKiDL, its electrical rule check, and the netlist that everything else is made from.

SKiDL keeps global state and writes beside whoever imports it, so it runs in a process and a folder of its own: `drawn_up`.
"""
