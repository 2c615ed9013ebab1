"""MatriO, a card game for four by Tony Mullen."""

from ludarium.engine.game import Game
from ludarium.engine.protocol import provide
from ludarium.matrio import rules
from ludarium.matrio.drawing import draw, marks, targets
from ludarium.matrio.expert import consider
from ludarium.matrio.greedy import rate
from ludarium.matrio.observation import LAYOUT, observe
from ludarium.matrio.options import configure
from ludarium.matrio.position import read_position, write_position
from ludarium.matrio.text import action_name, board

GAME = Game(
    name="matrio",
    title="MatriO",
    version=0,
    actions=rules.ACTIONS,
    most_seats=rules.PLAYERS,
    state=rules.STATE,
    layout=LAYOUT,
    configure=configure,
    seats=lambda s: rules.PLAYERS,
    margin_points=lambda s: 1000.0,
    write_position=write_position,
    read_position=read_position,
    action_name=action_name,
    board=board,
    draw=draw,
    targets=targets,
    marks=marks,
)

provide(rules, observe, rate, consider)
