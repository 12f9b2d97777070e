"""The types that users of the package see, for mypy and pyright. Nothing here is run.

A line that must be an error says so with an ignore, and both checkers are told to report
ignores that nothing needs.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import fast2048
from fast2048 import Board, Game, Move, Playouts, PlayoutSummary, batch, records
from fast2048.checkpoint import load_checkpoint
from fast2048.evaluation import Evaluation, evaluate
from fast2048.formats import parse_board
from fast2048.learning import Recipe, Trainer
from fast2048.networks import Network, load_network
from fast2048.records import Record
from fast2048.shapes import Shape
from fast2048.solver import Analysis, Solver

Row = tuple[int, int, int, int]
Grid = tuple[Row, Row, Row, Row]


def boards(array: NDArray[np.uint8]) -> None:
    assert_type(Board(), Board)
    assert_type(Board.from_tiles([[2, 2, 4, 0]] * 4), Board)
    assert_type(Board.from_tiles([0] * 16), Board)
    assert_type(Board.from_tiles(((2.0, 0.0, 0.0, 0.0),) * 4), Board)
    assert_type(Board.from_exponents(array), Board)
    assert_type(Board.from_bits(0x211), Board)
    board = Board.from_text("1120/0000/0000/0000")
    assert_type(board.tiles, Grid)
    assert_type(board.exponents, Grid)
    assert_type(board.bits, int)
    assert_type(board.text, str)
    assert_type(board.max_tile, int)
    assert_type(board.empty_cells, tuple[int, ...])
    assert_type(board.slide(Move.LEFT), tuple[Board, int])
    assert_type(board.slide(3), tuple[Board, int])
    assert_type(board.legal_moves, tuple[Move, ...])
    assert_type(board.is_terminal, bool)
    assert_type(board.spawn(15, 4), Board)
    assert_type(board.spawns(), Iterator[tuple[float, Board]])
    assert_type(board.transform(7), Board)
    assert_type(board.canonical(), Board)
    assert_type(copy.copy(board), Board)
    assert_type({board: board == board}, dict[Board, bool])
    assert_type(parse_board("0x211"), Board)
    assert_type(parse_board("0" * 16, "hex"), Board)


def boards_misused(board: Board) -> None:
    Board(5)  # type: ignore[call-arg]
    Board.from_tiles("1120")  # type: ignore[arg-type]
    Board.from_text(5)  # type: ignore[arg-type]
    Board.from_bits(1.5)  # type: ignore[arg-type]
    board.slide("left")  # type: ignore[arg-type]
    board.slide(1.0)  # type: ignore[arg-type]
    board.spawn(3)  # type: ignore[call-arg]
    board.bits = 5  # type: ignore[misc]
    board < board  # type: ignore[operator] # noqa: B015
    parse_board(board)  # type: ignore[arg-type]


def moves() -> None:
    assert_type(Move(0), Move)
    assert_type(Move.UP.transform(4), Move)
    assert_type(list(Move), list[Move])
    Move.NORTH  # type: ignore[attr-defined] # noqa: B018


class NamedGame(Game):
    name = "of a subclass"


def games(board: Board) -> None:
    game = Game()
    assert_type(game, Game)
    assert_type(Game(7, number=2, start=board), Game)
    assert_type(NamedGame(1), NamedGame)
    assert_type(NamedGame(1).copy(), NamedGame)
    assert_type(copy.deepcopy(game), Game)
    assert_type(game.push(Move.UP), int)
    assert_type(game.push(2), int)
    assert_type(game.pop(), Move)
    assert_type(game.seed, int)
    assert_type(game.number, int)
    assert_type(game.start, Board | None)
    assert_type(game.board, Board)
    assert_type(game.score, int)
    assert_type(game.moves, int)
    assert_type(game.history, tuple[Move, ...])
    assert_type(game.legal_moves, tuple[Move, ...])
    assert_type(game.is_over, bool)
    assert_type(game.is_won, bool)
    assert_type(game.awaiting_choice, bool)
    assert_type(game.last_move, Move | None)
    assert_type(game.last_reward, int)
    assert_type(game.last_spawn, tuple[int, int] | None)


def games_misused(game: Game) -> None:
    Game("7")  # type: ignore[arg-type]
    Game(1, start="0000/0000/0000/0000")  # type: ignore[arg-type]
    game.push("left")  # type: ignore[arg-type]
    game.pop(2)  # type: ignore[call-arg]
    game.board = Board()  # type: ignore[misc]
    game.score += 4  # type: ignore[misc]


def games_as_text(game: Game) -> None:
    assert_type(records.dumps(game), str)
    assert_type(records.dumps(Record(game, assisted=True)), str)
    assert_type(records.dumps_all([game, Record(game)]), str)
    assert_type(records.loads(""), Record)
    assert_type(records.loads_all(""), list[Record])
    assert_type(records.loads("").game, Game)
    records.loads(b"")  # type: ignore[arg-type]


def many_boards(array: NDArray[np.uint8]) -> None:
    after, rewards = batch.slide(array, Move.UP)
    assert_type(after, NDArray[np.uint8])
    assert_type(rewards, NDArray[np.uint32])
    assert_type(batch.legal_mask(array), NDArray[np.bool_])
    assert_type(batch.is_terminal(array), NDArray[np.bool_])
    assert_type(batch.to_tiles(array), NDArray[np.uint32])
    several = batch.Games(64, seed=7, restart=True)
    assert_type(len(several), int)
    assert_type(several.boards, NDArray[np.uint8])
    assert_type(several.legal_mask(), NDArray[np.bool_])
    batch.Games()  # type: ignore[call-arg]
    batch.to_tiles([[2]])  # type: ignore[arg-type]


def many_games() -> None:
    assert_type(fast2048.playouts(10, 7), Playouts)
    assert_type(fast2048.playout_summary(10, 7, threads=2), PlayoutSummary)
    assert_type(fast2048.playout_summary(10, 7).score_mean, float)
    fast2048.playouts("10", 7)  # type: ignore[arg-type]


def solving(board: Board) -> None:
    assert_type(load_network(), Network)
    solver = Solver(load_network(), depth=2)
    assert_type(solver.best(board), Move)
    assert_type(solver.evaluate(board), dict[Move, float])
    assert_type(solver.analyse(board), Analysis)
    assert_type(solver.play(7), tuple[int, int, int])
    solver.best("1120")  # type: ignore[arg-type]


def first_legal(board: Board) -> Move:
    return board.legal_moves[0]


def evaluating() -> None:
    assert_type(evaluate(first_legal, 10, 7), Evaluation)
    assert_type(evaluate("bots:first_legal", 10, 7), Evaluation)
    with ThreadPoolExecutor() as executor:
        assert_type(evaluate(Solver(), 10, 7, executor=executor).mean_score, float)
    evaluate(str, 10, 7)  # type: ignore[arg-type]


def learning(path: str) -> None:
    trainer = Trainer(Shape.parse("0145,1256"), Recipe(), threads=2)
    assert_type(trainer.games, int)
    assert_type(trainer.value(Board()), float)
    assert_type(load_checkpoint(path), tuple[Trainer, Any])
    Trainer("0145")  # type: ignore[arg-type]
