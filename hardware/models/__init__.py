"""Models of what can be calculated before anything is built: lines, antennas, distances. They are not measurements."""
