"""Pages that hand out tables for spreadsheets, and read seasons from archives and lists."""
