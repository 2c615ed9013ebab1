"""Dice Matrix, a game of gathering dice for two by Néstor Romeral Andrés."""

from ludarium.dice_matrix import rules
from ludarium.dice_matrix.drawing import draw, marks, targets
from ludarium.dice_matrix.expert import consider
from ludarium.dice_matrix.greedy import rate
from ludarium.dice_matrix.observation import LAYOUT, observe
from ludarium.dice_matrix.options import configure
from ludarium.dice_matrix.position import read_position, write_position
from ludarium.dice_matrix.text import action_name, board
from ludarium.engine.game import Game
from ludarium.engine.protocol import provide

GAME = Game(
    name="dice_matrix",
    title="Dice Matrix",
    version=0,
    actions=rules.ACTIONS,
    most_seats=2,
    state=rules.STATE,
    layout=LAYOUT,
    configure=configure,
    seats=lambda s: 2,
    margin_points=lambda s: 100.0,
    write_position=write_position,
    read_position=read_position,
    action_name=action_name,
    board=board,
    draw=draw,
    targets=targets,
    marks=marks,
)

provide(rules, observe, rate, consider)
