"""Write the golden files anew."""

import games

from . import path_of, playthrough

for game in games.all():
    path_of(game).write_text(playthrough(game), encoding="utf-8")
