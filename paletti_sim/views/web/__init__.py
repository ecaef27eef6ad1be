"""The tower in the browser: what the page knows (`session`, `table`), what it shows (`stage`), and the server."""
