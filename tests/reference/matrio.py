"""MatriO in plain Python, straight from the rules and rulings and as slowly as a careful player would work it out.
It exists so that the fast engine has something independent to be compared with, move by move."""

from copy import deepcopy

PLAYERS = range(4)
SUITS = "CDHS"  # clubs, diamonds, hearts, spades
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = "X"
TRAYS = range(24)
CELLS = [(row, column) for row in range(3) for column in range(3)]

# Ruling 1: the deck in card-number order; the 4 of clubs and the 10 of diamonds are left in the box.
DECK = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in ("4C", "10D")] + ["X1", "X2"]
TWO_OF_CLUBS = DECK.index("2C")
OPTIONS = {"opening": ("any", "two_of_clubs"), "reward": ("outcome", "margin")}


def suit_of(card):
    """The letter of the card's suit, or JOKER."""
    name = DECK[card]
    return JOKER if name.startswith(JOKER) else name[-1]


def value_of(card):
    """Ruling 5: what a card counts."""
    suit = suit_of(card)
    if suit == JOKER:
        return 0
    if DECK[card] == "QS":
        return 13
    rank = DECK[card][:-1]
    size = 1 if rank == "A" else 10 if rank in ("J", "Q", "K") else int(rank)
    return -size if suit in "DH" else size


def tray_number(line, suit):
    """Ruling 2: lines 0-2 are the rows, lines 3-5 the columns; each has one tray a suit."""
    return line * 4 + SUITS.index(suit)


def trays_of_suit(suit):
    """The six trays of a suit, one in each line."""
    return [tray_number(line, suit) for line in range(6)]


def line_is_complete(trays, line):
    """Whether the four trays of a row or column all hold a card."""
    return all(trays[tray_number(line, suit)] for suit in SUITS)


def cell_is_complete(trays, row, column):
    """Ruling 4: a grid cell is complete once both its lines are."""
    return line_is_complete(trays, row) and line_is_complete(trays, 3 + column)


def cell_score(trays, row, column):
    """Ruling 6: over the suits, the top of the row's tray times the top of the column's tray, added up."""
    score = 0
    for suit in SUITS:
        row_card, column_card = trays[tray_number(row, suit)][-1], trays[tray_number(3 + column, suit)][-1]
        score += value_of(row_card) * value_of(column_card)
    return score


def total(trays, markers, player):
    """A player's total: the scores of the cells that carry the player's markers."""
    return sum(cell_score(trays, row, column) for row, column in CELLS if markers[row][column] == player)


def places_for(card, trays):
    """Ruling 3: the trays on which a card may be played."""
    suit = suit_of(card)
    if suit == JOKER:
        return list(TRAYS)
    empty_of_suit = [tray for tray in trays_of_suit(suit) if not trays[tray]]
    if empty_of_suit:
        return empty_of_suit
    return [tray for tray in TRAYS if trays[tray]]


def board_after(position, action):
    """Trays and markers once the mover has played an action: the card is laid, new complete cells get a marker."""
    card, tray = divmod(action, 24)
    trays, markers = deepcopy(position["trays"]), deepcopy(position["markers"])
    trays[tray].append(card)
    for row, column in CELLS:
        if markers[row][column] is None and cell_is_complete(trays, row, column):
            markers[row][column] = position["to_move"]
    return trays, markers


class MatriO:
    """One game, from the deal (or from a position) to the end."""

    ACTIONS = len(DECK) * len(TRAYS)
    truncated = False  # there is no turn limit

    def __init__(self, options, chance, position=None):
        for name, choice in options.items():
            if choice not in OPTIONS.get(name, ()):
                raise ValueError(f"no such option: {name}={choice!r}")
        self.opening = options.get("opening", "any")
        self.reward = options.get("reward", "outcome")
        if position is None:
            self._deal(chance())
        else:
            position = deepcopy(position)
            self.hands = position["hands"]
            self.trays = position["trays"]
            self.markers = position["markers"]
            self.starter = position["starter"]
            self.to_move = position["to_move"]

    def _deal(self, hands):
        """Ruling 1: 13 cards each; whoever holds the 2 of clubs starts."""
        self.hands = [sorted(hand) for hand in hands]
        self.trays = [[] for _ in TRAYS]
        self.markers = [[None, None, None] for _ in range(3)]
        self.starter = next(player for player in PLAYERS if TWO_OF_CLUBS in self.hands[player])
        self.to_move = self.starter

    def has_withdrawn(self, player):
        """Ruling 7: out of the game once the grid is full without a marker of this player's. Markers are never
        moved, so the finished grid says at any later time who withdrew."""
        owners = [self.markers[row][column] for row, column in CELLS]
        return None not in owners and player not in owners

    def still_in(self):
        """The players who have not withdrawn."""
        return [player for player in PLAYERS if not self.has_withdrawn(player)]

    @property
    def terminated(self):
        """Ruling 7 (one player left) or ruling 8 (nobody still in holds a card)."""
        return len(self.still_in()) == 1 or not any(self.hands[player] for player in self.still_in())

    def totals(self):
        """Everybody's current total."""
        return [total(self.trays, self.markers, player) for player in PLAYERS]

    def position(self):
        """The whole state in the agreed form."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "trays": deepcopy(self.trays),
            "markers": deepcopy(self.markers),
            "scores": self.totals(),
            "withdrawn": [self.has_withdrawn(player) for player in PLAYERS],
            "starter": self.starter,
            "to_move": self.to_move,
        }

    def legal(self):
        """All actions of the player to move, ascending."""
        if self.terminated:
            return []
        cards = self.hands[self.to_move]
        if self.opening == "two_of_clubs" and not any(self.trays):
            cards = [TWO_OF_CLUBS]  # the option: the first card of the game is fixed, its tray is not
        return sorted(card * 24 + tray for card in cards for tray in places_for(card, self.trays))

    def step(self, action):
        """Lay one card, mark the cells it completes, and find out who is next."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        self.trays, self.markers = board_after(self.position(), action)
        self.hands[self.to_move].remove(action // 24)
        self.to_move = None if self.terminated else self._next_player()

    def _next_player(self):
        """The next player clockwise who has not withdrawn (who always still holds a card, as turns go round)."""
        player = (self.to_move + 1) % 4
        while self.has_withdrawn(player):
            player = (player + 1) % 4
        return player

    def rewards(self):
        """What each player is paid; nothing before the end."""
        if not self.terminated:
            return [0.0, 0.0, 0.0, 0.0]
        return self._margin_rewards() if self.reward == "margin" else self._outcome_rewards()

    def _outcome_rewards(self):
        """Ruling 8: the highest total of those still in wins, shared by k equals: (4/k - 1)/3 each, others -1/3."""
        totals = self.totals()
        best = max(totals[player] for player in self.still_in())
        winners = [player for player in self.still_in() if totals[player] == best]
        return [(4 / len(winners) - 1) / 3 if player in winners else -1 / 3 for player in PLAYERS]

    def _margin_rewards(self):
        """Own value against the mean of the four; the withdrawn count as 100 below the worst of those still in."""
        totals = self.totals()
        lowest = min(totals[player] for player in self.still_in())
        values = [lowest - 100 if self.has_withdrawn(player) else totals[player] for player in PLAYERS]
        return [(value - sum(values) / 4) / 1000 for value in values]


# Ways of playing. Each takes the game and a random.Random and returns a legal action.


def _best(game, rng, worth):
    """One of the legal actions of the greatest worth, at random among equals."""
    actions = game.legal()
    worths = [worth(action) for action in actions]
    most = max(worths)
    return rng.choice([action for action, w in zip(actions, worths, strict=True) if w == most])


def _cells_gained(position, action):
    """How many cells an action completes; laying a card on another never completes any."""
    if position["trays"][action % 24]:
        return 0
    markers = board_after(position, action)[1]
    return sum(markers[row][column] != position["markers"][row][column] for row, column in CELLS)


def _is_joker(action):
    return suit_of(action // 24) == JOKER


def _greedy_score(game, rng):
    """Takes the highest own total right after the move."""
    position = game.position()
    return _best(game, rng, lambda action: total(*board_after(position, action), position["to_move"]))


def _completing(game, rng):
    """Completes as many cells as it can."""
    position = game.position()
    return _best(game, rng, lambda action: _cells_gained(position, action))


def _avoiding(game, rng):
    """Completes as few cells as it can, so that some player may have to withdraw."""
    position = game.position()
    return _best(game, rng, lambda action: -_cells_gained(position, action))


def _covering(game, rng):
    """Lays cards on other cards as soon as that is allowed."""
    trays = game.position()["trays"]
    return _best(game, rng, lambda action: bool(trays[action % 24]))


def _same_suit(game, rng):
    """Fills the trays of the suit that is furthest on, until it is full."""
    trays = game.position()["trays"]

    def progress(action):
        filled = sum(bool(trays[tray]) for tray in trays_of_suit(SUITS[action % 4]))
        return -1 if trays[action % 24] else filled

    return _best(game, rng, progress)


def _holding_back(game, rng):
    """Keeps clubs in hand, and club trays empty, as long as possible: the ninth cell falls late."""
    trays = game.position()["trays"]

    def patience(action):
        fills_club_tray = SUITS[action % 4] == "C" and not trays[action % 24]
        return (not fills_club_tray, suit_of(action // 24) != "C")

    return _best(game, rng, patience)


STYLES = {
    "uniform": lambda game, rng: rng.choice(game.legal()),
    "greedy_score": _greedy_score,
    "completing": _completing,
    "avoiding": _avoiding,
    "jokers_first": lambda game, rng: _best(game, rng, _is_joker),
    "jokers_last": lambda game, rng: _best(game, rng, lambda action: not _is_joker(action)),
    "covering": _covering,
    "same_suit": _same_suit,
    "holding_back": _holding_back,
}


# What must hold at any moment. Only the public interface is used, so that any table can be checked.


def check_invariants(game):
    """Assert everything the rules promise about the current state."""
    position = game.position()
    assert set(position) == {"hands", "trays", "markers", "scores", "withdrawn", "starter", "to_move"}
    _check_cards(position)
    _check_grid(position)
    _check_turns(position)
    _check_end(game, position)


def _check_cards(position):
    """52 distinct cards; hands sorted; every tray begun properly; nothing covered before its suit was full."""
    hands, trays = position["hands"], position["trays"]
    assert len(hands) == 4
    assert len(trays) == 24
    assert sorted(card for pile in hands + trays for card in pile) == list(range(52))
    assert all(hand == sorted(hand) for hand in hands)
    for tray in TRAYS:
        assert all(suit_of(card) in (SUITS[tray % 4], JOKER) for card in trays[tray][:1])
        for card in trays[tray][1:]:
            assert suit_of(card) == JOKER or all(trays[other] for other in trays_of_suit(suit_of(card)))
    holders = [player for player in PLAYERS if TWO_OF_CLUBS in hands[player]]
    assert holders in ([], [position["starter"]])


def _check_grid(position):
    """Markers on exactly the complete cells, totals as the matrix product has them, the right players withdrawn."""
    trays, markers = position["trays"], position["markers"]
    tops = [value_of(tray[-1]) if tray else None for tray in trays]
    scores = [0, 0, 0, 0]
    for r, c in CELLS:
        row, column = tops[4 * r : 4 * r + 4], tops[12 + 4 * c : 16 + 4 * c]
        assert (markers[r][c] is not None) == (None not in row + column)
        if markers[r][c] is not None:
            scores[markers[r][c]] += sum(a * b for a, b in zip(row, column, strict=True))
    assert position["scores"] == scores
    owners = [markers[r][c] for r, c in CELLS]
    full = None not in owners
    assert position["withdrawn"] == [full and player not in owners for player in PLAYERS]
    if full:  # the last tray to be filled brought the three cells of its line to one player
        columns = [[row[c] for row in markers] for c in range(3)]
        assert any(len(set(line)) == 1 for line in markers + columns)


def _turns_from(starter, played, withdrawn, ninth):
    """Cards played by each player, and who is next, if card number `ninth` filled the grid."""
    counts, player = [0, 0, 0, 0], starter
    for number in range(1, played + 1):
        counts[player] += 1
        player = (player + 1) % 4
        while number >= ninth and withdrawn[player]:
            player = (player + 1) % 4
    return counts, player


def _check_turns(position):
    """Hand sizes and the mover fit some course of the game, the ninth cell falling on card 24 to 46."""
    played = sum(len(tray) for tray in position["trays"])
    full = all(position["trays"])
    assert played >= 24 if full else played <= 45
    counts = [13 - len(hand) for hand in position["hands"]]
    courses = [
        _turns_from(position["starter"], played, position["withdrawn"], ninth)
        for ninth in (range(24, min(played, 46) + 1) if full else [53])
    ]
    movers = [player for course, player in courses if course == counts]
    assert movers, "hand sizes fit no course of the game"
    assert position["to_move"] is None or position["to_move"] in movers


def _check_end(game, position):
    """Over exactly when it should be; a mover who can move; rewards that add up to nothing."""
    still_in = [player for player in PLAYERS if not position["withdrawn"][player]]
    over = len(still_in) == 1 or not any(position["hands"][player] for player in still_in)
    assert game.terminated == over
    assert not game.truncated
    assert len(game.rewards()) == 4
    assert abs(sum(game.rewards())) < 1e-9
    legal = game.legal()
    if over:
        assert position["to_move"] is None
        assert legal == []
        return
    assert position["to_move"] in still_in
    assert position["hands"][position["to_move"]]
    assert game.rewards() == [0, 0, 0, 0]
    assert legal == sorted(set(legal))
    assert 2 <= len(legal) <= 186
    assert all(action // 24 in position["hands"][position["to_move"]] for action in legal)
