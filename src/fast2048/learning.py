"""Learning the weights of an n-tuple network by playing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from threading import Lock
from typing import NamedTuple

from fast2048._core import Board, LearnerTables, Player
from fast2048.checks import as_integer, quote
from fast2048.errors import Fast2048Error
from fast2048.memory import zeros
from fast2048.networks import Network
from fast2048.shapes import Shape

__all__ = ["BYTES_A_WEIGHT", "MAX_GAMES", "Outcome", "Recipe", "Trainer"]

BYTES_A_WEIGHT = 12
"""The memory that learning takes for a weight: its value, the sum of its errors and the sum of
their sizes, float32 each."""

# Far beyond the games that anyone learns from. Those that count uses come after them.
MAX_GAMES = 1 << 62


@dataclass(frozen=True)
class Recipe:
    """How a network is learned. With one thread, a recipe and a number of games make the
    same weights, bit for bit, wherever floats are those of IEEE 754.

    ``coherent``: temporal coherence (Beal and Smith, "Temporal coherence and prediction decay
    in TD learning", IJCAI 1999): each weight has a learning rate of its own, as far as its
    errors agree; ``rate`` 1 suits it. Without: plain TD, ``rate`` for all; 0.1 suits it, and
    towards 1 it grows beyond all bounds, since a weight is corrected for every image that
    shares it.

    ``seed``: game i of the learning is game i of this seed.

    ``lambda_``: how far an error is passed back along the game: 0 is TD(0), towards 1 the end
    counts. A game is learned from backward, when it is over (Jaskowski, "Mastering 2048 with
    delayed temporal coherence learning ...", IEEE ToG 2018).

    ``restart_share`` of the games begin where an earlier game first made a tile of exponent
    ``restart_from`` or beyond, so that late positions are met more often.

    Rates and shares are from 0 to 1, the exponent from 3 to 17; Fast2048Error is raised for
    others.
    """

    seed: int = 1
    rate: float = 1.0
    lambda_: float = 0.5
    coherent: bool = True
    restart_share: float = 0.0
    restart_from: int = 13

    def __post_init__(self) -> None:
        for name, least, most in (
            ("rate", 0.0, 1.0),
            ("lambda_", 0.0, 1.0),
            ("restart_share", 0.0, 1.0),
            ("restart_from", 3, 17),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise Fast2048Error(f"not a {name.strip('_')}: {quote(value)} (a number)")
            if not least <= value <= most:
                raise Fast2048Error(
                    f"not a {name.strip('_')}: {quote(value)} ({least:g} to {most:g})"
                )
        start = as_integer(self.restart_from)
        if start is None:
            raise Fast2048Error(f"not a restart_from: {quote(self.restart_from)} (an integer)")
        if not isinstance(self.coherent, bool):
            raise Fast2048Error(f"not a bool: coherent {quote(self.coherent)}")
        seed = as_integer(self.seed)
        if seed is None or not 0 <= seed < 1 << 64:
            raise Fast2048Error(f"not a seed: {quote(self.seed)} (0 to 2**64 - 1)")
        # As plain ints, whatever they came as: a checkpoint holds them.
        object.__setattr__(self, "restart_from", start)
        object.__setattr__(self, "seed", seed)


class Outcome(NamedTuple):
    """What became of one game."""

    score: int
    """In points, counted from where the game began."""
    moves: int
    """How many were made."""
    max_exponent: int
    """The exponent of the largest tile at the end."""
    restarted: bool
    """Whether the game began from a saved position."""


class Trainer:
    """A network in the making: 12 bytes a weight, in anonymous memory.

    ``recipe`` is by default ``Recipe()``. ``threads`` games (1 to 1024) are played at a time.
    They change the weights without locks (Niu et al., "Hogwild!", NIPS 2011), so only one
    thread gives results that can be repeated. Raises Fast2048Error for a wrong number of
    threads and MemoryError if the weights do not fit.
    """

    def __init__(self, shape: Shape, recipe: Recipe | None = None, threads: int = 1) -> None:
        count = as_integer(threads)
        if count is None or not 1 <= count <= 1024:
            raise Fast2048Error(f"not a number of threads: {quote(threads)} (1 to 1024)")
        self.shape = shape
        """The Shape of the network."""
        self.recipe = recipe or Recipe()
        """How it is learned."""
        self.games = 0
        """How many games it has learned from: the number of the next one."""
        self.weights = zeros(shape.weights * BYTES_A_WEIGHT, huge_pages=True).cast("f")
        """float32, three for each weight: value, sum of errors, sum of their sizes."""
        self._turn = Lock()  # the players are there for one round at a time
        self._tables = LearnerTables(
            shape, self.weights, self.recipe.rate, self.recipe.lambda_, self.recipe.coherent
        )
        self.players = [Player() for _ in range(count)]
        """One for each thread: its memory of a game, and the positions to restart from."""

    def play(self, games: int) -> list[Outcome]:
        """Plays the next games and learns from them. The GIL is released. Threads that ask at
        the same time take turns.

        Raises Fast2048Error for what is no number of games.
        """
        count = as_integer(games)
        if count is None or not 0 <= count < 1 << 31:
            raise Fast2048Error(f"not a number of games: {quote(games)}")
        recipe = self.recipe

        def play(player: Player, first: int, games: int) -> list[Outcome]:
            outcomes = self._tables.play(
                player, recipe.seed, first, games, recipe.restart_share, recipe.restart_from
            )
            return [Outcome(*outcome) for outcome in outcomes]

        with self._turn:
            outcomes = self._shared(play, self.games, count)
            self.games += count
        return outcomes

    def count_uses(self, games: int) -> memoryview[int]:
        """How often each weight is used in so many games: a buffer of uint32, one a weight.

        Nothing is learned from them. Raises MemoryError if the counters do not fit.
        """
        uses = zeros(4 * self.shape.weights).cast("I")

        def play(player: Player, first: int, games: int) -> list[Outcome]:
            self._tables.play(Player(), self.recipe.seed, first, games, uses=uses)
            return []

        self._shared(play, MAX_GAMES, games)
        return uses

    def _shared(
        self, play: Callable[[Player, int, int], list[Outcome]], first: int, games: int
    ) -> list[Outcome]:
        """The games split among the players, one thread each."""
        n = len(self.players)
        if n == 1:
            return play(self.players[0], first, games)
        cuts = [first + games * i // n for i in range(n + 1)]
        with ThreadPoolExecutor(n) as pool:
            parts = pool.map(
                lambda i: play(self.players[i], cuts[i], cuts[i + 1] - cuts[i]), range(n)
            )
            return [outcome for part in parts for outcome in part]

    def value(self, board: Board) -> float:
        """What the weights make of an afterstate: the points still to come."""
        return self._tables.value(board)

    def promote(self, stage: int) -> None:
        """Gives stage 1, 2 ... the weights of the stage before it, to begin with.

        Weight promotion: Jaskowski 2018, as above. Raises InvalidNetworkError if there is
        no such stage.
        """
        self._tables.promote(stage)

    def with_stages(self, stages: tuple[int, ...]) -> Trainer:
        """A trainer with later stages added, which begin with the weights of the last one.

        ``stages`` are exponents, those of this trainer first. Raises InvalidNetworkError for
        stages that a Shape cannot have, MemoryError if the weights do not fit.
        """
        trainer = Trainer(Shape(self.shape.tuples, stages), self.recipe, len(self.players))
        trainer.games = self.games
        for ours, theirs in zip(self.players, trainer.players, strict=True):
            theirs.saved = ours.saved
        trainer.weights[: len(self.weights)] = self.weights
        for stage in range(1 + len(self.shape.stages), 1 + len(stages)):
            trainer.promote(stage)
        return trainer

    def network(
        self, step: float = 16, uses: memoryview[int] | None = None, least_uses: int = 0
    ) -> Network:
        """The network to play by: values in whole steps of ``step`` points, and 0 where
        ``uses``, from ``count_uses``, are fewer than ``least_uses``.

        Weights are int16: what is beyond 32,767 steps becomes 32,767. Raises
        InvalidNetworkError for a step that is not above 0, and if weights have grown beyond all
        bounds, as plain TD lets them at a high rate.
        """
        weights = zeros(2 * self.shape.weights).cast("h")
        self._tables.round_into(weights, step, uses, least_uses)
        about = {"recipe": asdict(self.recipe), "games": self.games}
        return Network(self.shape, weights, step, about)
