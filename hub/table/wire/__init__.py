"""The messages between hub and browsers: views, requests, and the reasons for refusals."""
