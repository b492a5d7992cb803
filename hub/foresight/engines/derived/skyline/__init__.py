"""The derived engine with speed die, tickets, skyscrapers and malls: what differs from the standard rules, by file.

A file here that imports the standard file of the same name replaces single functions of it (`translate`).
"""
