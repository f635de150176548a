"""Reading and writing of every file format."""
