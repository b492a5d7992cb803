"""The derived engine with speed die, tickets, skyscrapers and malls: what differs from the standard rules, by file.

A file here that imports the standard file of its name takes the place of single functions of it (`translate`).
"""
