"""What can be calculated before anything is built: lines, antennas, distances. Models, not measurements."""
