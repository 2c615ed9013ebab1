"""What is worth saying about a move in a stored game, read off the positions before and after it."""


def dice_matrix(before, after, action):
    if before["spare"] is not None:
        yield "ruling 2: the left-over die is turned, for 2 points"
    elif action >= 55:
        yield "rulings 3 and 4: a pair"
    if after["to_move"] is None:
        yield f"ruling 6: the matrix is empty, {after['scores'][0]} : {after['scores'][1]}"


def tablero(before, after, action):
    me = before["to_move"]
    if action >= 16:
        yield "ruling 6: a token is taken back on doubles, and the same player rolls again"
    if 6 <= action < 12 and len(before["stacks"][12 * me + action - 6]) >= 4:
        yield "ruling 4: a tall stack is lifted, some steps of its walk may be forbidden"
    if before["bumped"] is None and after["bumped"] is not None:
        yield f"ruling 5: player_{after['bumped']} cannot use a die and has bumped; the opponent has one more turn"
    if after["game"] > before["game"]:
        yield f"rulings 8 and 11: the game is over, the ledger stands at {after['ledger'][0]} : {after['ledger'][1]}"
    if after["to_move"] is None:
        yield "rulings 8 and 9: the last turn is over, and the centre row decides"


def matrio(before, after, action):
    if sum(map(len, before["trays"])) == 0:
        yield "ruling 1: whoever was dealt the 2 of clubs plays first"
    marked = sum(owner is not None for row in after["markers"] for owner in row)
    new = marked - sum(owner is not None for row in before["markers"] for owner in row)
    if new:
        yield f"ruling 4: the card completes {new} of the cells"
    if new and marked == 9 and any(after["withdrawn"]):
        out = [f"player_{player}" for player in range(4) if after["withdrawn"][player]]
        yield f"ruling 7: the grid is full, and {' and '.join(out)} must withdraw"
    if after["to_move"] is None:
        yield "ruling 8: nobody still in holds a card"


def dicefest(before, after, action):
    me = before["to_move"]
    if sum(after["collection"]) > sum(before["collection"]):
        yield "ruling 5: the counter on the destination is taken"
    if 12 <= action < 15:
        yield "ruling 6: first as many counters as the top face shows must be put on free inner cells"
    if sum(die["locked"] for die in after["dice"][me]) > sum(die["locked"] for die in before["dice"][me]):
        yield "ruling 7: the die is locked"
        if all(die["locked"] for die in after["dice"][me]) and after["collection"][me]:
            yield f"ruling 8: three dice are locked, but counters are left: player_{me} is stranded"
    if after["to_move"] is None:
        yield "ruling 9: the turn limit" if after["winner"] is None else f"ruling 8: the winners are {after['winner']}"
    elif after["turn"] > before["turn"] + 1:
        yield f"ruling 9: {after['turn'] - before['turn'] - 1} forced passes"


ANNOTATIONS = {"dice_matrix": dice_matrix, "tablero": tablero, "matrio": matrio, "dicefest": dicefest}
