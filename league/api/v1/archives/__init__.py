"""Tables for spreadsheets, and seasons as archives."""
