"""Dicefest, a race of dice across the board for two to four by Jon David Faeth and Jim Faeth."""

from ludarium.dicefest import rules
from ludarium.dicefest.drawing import draw, marks, targets
from ludarium.dicefest.expert import consider
from ludarium.dicefest.greedy import rate
from ludarium.dicefest.observation import LAYOUT, observe
from ludarium.dicefest.options import configure
from ludarium.dicefest.position import read_position, write_position
from ludarium.dicefest.text import action_name, board
from ludarium.engine.game import Game
from ludarium.engine.protocol import provide

GAME = Game(
    name="dicefest",
    title="Dicefest",
    version=0,
    actions=rules.ACTIONS,
    most_seats=rules.MOST_PLAYERS,
    state=rules.STATE,
    layout=LAYOUT,
    configure=configure,
    seats=lambda s: int(s["players"]),
    margin_points=None,
    write_position=write_position,
    read_position=read_position,
    action_name=action_name,
    board=board,
    draw=draw,
    targets=targets,
    marks=marks,
)

provide(rules, observe, rate, consider)
