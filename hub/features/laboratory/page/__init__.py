"""The page of a laboratory: one file with all its plots, in German and English, by day and by night."""
