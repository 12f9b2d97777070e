"""Writes the golden data. Run it once for a new kind of data, never to make a test pass:
a golden game that changes is a breaking change for everyone who kept a seed.

    python tests/make_golden.py
"""

import json
import random
from pathlib import Path

from fast2048 import Board, Game, reference

DATA = Path(__file__).parent / "data"

RANDOM_GAMES = [(0, 0), (1, 0), (1, 1), (7, 0), (2048, 12345), (2**64 - 1, 2**63 - 1)]
LONG_GAMES = [(1, 0), (3, 0), (11, 0)]

PERFT_BOARDS = [
    "1000/0000/0000/0010",  # a start
    "1121/2232/3111/0123",  # pairs everywhere
    "1212/2121/1212/2120",  # one gap
    "1123/4567/2345/6789",  # full, one pair
    "ff00/0000/0000/0ff0",  # two merges to 65536
    "ggfe/edcd/1122/3344",  # fifth bits, full
    "aa9b/12aa/0000/1000",  # wins
    "1254/2321/3172/14h5",  # terminal
]

WEIGHTS = [15, 14, 13, 12, 8, 9, 10, 11, 7, 6, 5, 4, 0, 1, 2, 3]


def promising(board: Board) -> float:
    flat = [e for row in board.exponents for e in row]
    return sum(2**e * 3.0**w for e, w in zip(flat, WEIGHTS, strict=True)) * (
        1 + len(board.empty_cells) / 8
    )


def thoughtful(game: Game) -> int:
    """A move that looks one spawn ahead: good enough for games beyond 2048."""

    def value(move):
        after, _ = game.board.slide(move)
        total = 0.0
        for probability, board in after.spawns():
            best = max((promising(board.slide(m)[0]) for m in board.legal_moves), default=0)
            total += probability * best
        return total

    return max(game.legal_moves, key=value)


def record(seed, number, choose) -> dict:
    game = Game(seed, number)
    while not game.is_over:
        if game.awaiting_choice:
            game.keep_playing()
        game.push(choose(game))
    return {
        "seed": seed,
        "number": number,
        "moves": "".join(str(int(move)) for move in game.history),
        "board": game.board.text,
        "score": game.score,
        "won": game.is_won,
    }


def perft(rows: reference.Rows, depth: int) -> int:
    """The number of ways in which depth moves, each with its spawn, can be made."""
    count = 0
    for move in reference.legal_moves(rows):
        after, _ = reference.slide(rows, move)
        if depth == 1:
            count += 2 * len(reference.empty_cells(after))
        else:
            count += sum(perft(board, depth - 1) for _, board in reference.spawns(after))
    return count


def write(name: str, entries: list) -> None:
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    (DATA / name).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    player = random.Random(2048)
    write(
        "golden-games.json",
        [record(*game, lambda game: player.choice(game.legal_moves)) for game in RANDOM_GAMES]
        + [record(*game, thoughtful) for game in LONG_GAMES],
    )
    write(
        "perft.json",
        [
            {
                "board": text,
                "counts": [perft(Board.from_text(text).exponents, depth) for depth in (1, 2, 3)],
            }
            for text in PERFT_BOARDS
        ],
    )
