"""What any game must satisfy, for the registry's games and for authors of others.

`laws` plays `random_play` at a game and says which law it breaks; it compares `look_alikes`, worlds
that a seat cannot tell apart, and looks back in `hindsight` at what seats believed.
"""
