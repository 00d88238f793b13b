"""Pages on which players register, and organisers look after places and lists."""
