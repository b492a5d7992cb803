"""What is fetched over HTTP: pages, what is printed, the story, explanations, downloads."""
