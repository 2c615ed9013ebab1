"""The four games for OpenSpiel: after `import ludarium.openspiel`, `pyspiel.load_game("ludarium_tablero")` and so on.

OpenSpiel's algorithms walk the game tree, so here all chance is explicit: Tablero's rolls, MatriO's deal and the
set-ups of Dice Matrix and Dicefest are chance nodes. Whoever has no legal action passes without being asked. A game
that the turn limit cuts short is over and pays nothing.
"""

import pyspiel

from ludarium.openspiel.dice_matrix import DiceMatrixGame
from ludarium.openspiel.dicefest import DicefestGame
from ludarium.openspiel.matrio import MatriOGame
from ludarium.openspiel.tablero import TableroGame

__all__ = ["DiceMatrixGame", "DicefestGame", "MatriOGame", "TableroGame"]

for _game in (DiceMatrixGame, TableroGame, MatriOGame, DicefestGame):
    pyspiel.register_game(_game.game_type(), _game)
