"""Tablero di Berona, a dice game for two by James Ernest."""

from ludarium.engine.game import Game
from ludarium.engine.protocol import provide
from ludarium.tablero import rules
from ludarium.tablero.drawing import draw, marks, targets
from ludarium.tablero.expert import consider
from ludarium.tablero.greedy import rate
from ludarium.tablero.observation import LAYOUT, observe
from ludarium.tablero.options import configure
from ludarium.tablero.position import read_position, write_position
from ludarium.tablero.text import action_name, board

GAME = Game(
    name="tablero",
    title="Tablero di Berona",
    version=0,
    actions=rules.ACTIONS,
    most_seats=2,
    state=rules.STATE,
    layout=LAYOUT,
    configure=configure,
    seats=lambda s: 2,
    margin_points=lambda s: 21.0 * int(s["games"]),
    write_position=write_position,
    read_position=read_position,
    action_name=action_name,
    board=board,
    draw=draw,
    targets=targets,
    marks=marks,
)

provide(rules, observe, rate, consider)
