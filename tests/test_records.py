"""Records: what is written is read again, and nothing is believed."""

import random
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from blocks import ROOT, blocks
from fast2048 import Board, Game, InvalidBoardError, InvalidRecordError, Move
from fast2048.records import Record, dumps, dumps_all, loads, loads_all
from playing import WINNING, play, state
from strategies import rows

boards = rows.map(Board.from_exponents)
dates = st.none() | st.datetimes(timezones=st.just(UTC)).map(
    lambda date: date.replace(microsecond=0)
)


@st.composite
def records(draw):
    game = Game(
        draw(st.integers(0, 2**64 - 1)),
        draw(st.just(0) | st.integers(0, 2**63 - 1)),
        draw(st.none() | st.just(WINNING) | boards),
    )
    play(game, draw(st.integers(0, 300)), random.Random(draw(st.integers(0, 99))))
    if game.awaiting_choice and draw(st.booleans()):
        game.keep_playing()
    return Record(game, assisted=draw(st.booleans()), date=draw(dates))


def same(one, other):
    return (state(one.game), one.assisted, one.date) == (
        state(other.game),
        other.assisted,
        other.date,
    )


@given(records())
def test_what_is_written_is_read_again(record):
    text = dumps(record)
    again = loads(text)
    assert same(again, record)
    assert dumps(again) == text


@given(st.lists(records(), max_size=4))
def test_several_games_stand_in_one_text(several):
    again = loads_all(dumps_all(several))
    assert len(again) == len(several)
    assert all(same(*pair) for pair in zip(again, several, strict=True))


@given(records(), st.data())
def test_layout_does_not_matter(record, data):
    title, *lines = dumps(record).splitlines()
    headers = [line for line in lines if not line[0].isdigit()]
    moves = [line for line in lines if line[0].isdigit()]
    headers = data.draw(st.permutations(headers))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\n\n", "\n# a remark\n", " \t\n"]))
    start = data.draw(st.sampled_from(["", "\ufeff", "\n", "# a remark\n"]))
    assert same(loads(start + end.join([title, *headers, *moves])), record)


@given(st.text())
def test_arbitrary_text_is_refused_and_nothing_else(text):
    with pytest.raises(InvalidRecordError):
        loads(text)


# Pieces of records, and things close to them.
_PIECES = st.sampled_from(
    "fast2048 record 1|fast2048 record 2|seed 7|seed 99999999999999999999|seed -1|seed ٣|number 1"
    "|number 9223372036854775808|opening 0002/0000/0000/0020|start aa00/0000/0000/0000"
    "|start zz00/0000/0000/0000|date 2048-02-30T00:00:00Z|date 2048-02-28T00:00:00Z|assisted no"
    "|assisted maybe|score 0|score 00|moves 0|moves 1|1 L12:2|1 L12:2 keep|1 keep|1|1 D13:2|2 L1:2"
    "|1 L99:4|1 X1:2|0|1 L|score|seed|seed 7 7|opening|\x00|\ud800".split("|")
)


@given(st.lists(_PIECES, max_size=12).map("\n".join))
def test_pieces_of_records_are_read_or_refused(text):
    try:
        for record in loads_all(text):
            assert same(loads(dumps(record)), record)
    except InvalidRecordError:
        pass


@given(records(), st.data())
def test_a_record_with_one_character_changed_is_the_same_or_refused(record, data):
    text = dumps(record)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from("0123456789 LURD:/keep#\n")) + text[at + 1 :]
    try:
        again = loads(changed)
    except InvalidRecordError:
        return
    # Seed, number, moves, tiles and score agree with each other, so only what nothing
    # else depends on can have changed: the date, the assistance, a start and its stream.
    assume(record.game.start is None)
    assert again.game.history == record.game.history
    assert again.game.board == record.game.board


GAME = dumps(play(Game(7), 25, random.Random(2)))
WON = "fast2048 record 1\nseed 1\nstart aa00/0000/0000/0000\nscore 2048\nmoves {}\n1 L12:2{}\n"


def test_the_format_is_as_documented():
    assert GAME.splitlines()[:3] == ["fast2048 record 1", "seed 7", "opening 0002/0000/0000/0020"]
    assert re.fullmatch(r"1 ([URDL]1?[0-9]:[24] ?){10}", GAME.splitlines()[6])
    page = "docs/records.md"
    text = (ROOT / page).read_text(encoding="utf-8")
    (example,) = [block.code for block in blocks(text, page) if block.file == "game.txt"]
    record = loads(example)
    assert record.date == datetime(2048, 1, 31, 12, tzinfo=UTC)
    assert record.game.moves == 12
    assert dumps(record) == example


def test_a_whole_game_past_the_win_is_read():
    text = (Path(__file__).parent / "data" / "won-game.txt").read_text()
    record = loads(text)
    assert (record.game.moves, record.game.score, record.game.board.max_tile) == (1006, 20896, 2048)
    assert dumps(record) == text


def test_a_win_may_be_the_end_with_the_choice_open_or_answered():
    assert loads(WON.format(1, "")).game.awaiting_choice
    assert not loads(WON.format(1, " keep")).game.awaiting_choice


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed 7\n", "seed 8\n", r"line 3, 'opening 0002/.*': this seed opens with"),
        ("seed 7\n", "seed 7.0\n", r"line 2, 'seed 7.0': not a number"),
        ("seed 7\n", "seed 18446744073709551616\n", r"line 2, 'seed 18446744073709551616': not a"),
        ("seed 7\n", "number 2\n", r"line 1, .*no line for 'seed'"),
        (
            "seed 7\n",
            "seed 7\nnumber 9223372036854775808\n",
            r"line 3, 'number .*not a game number",
        ),
        ("seed 7\n", "seed 7\nseed 7\n", r"line 3, 'seed 7': a second 'seed'"),
        ("seed 7\n", "seed 7\nnext 7\n", r"line 3, 'next 7': neither moves nor one of seed,"),
        ("opening ", "start ", r"line 7, '1 .*: the new tile is|changes nothing"),
        ("opening 0002/0000/0000/0020\n", "", r"line 1, .*'opening', or else one for 'start'"),
        ("opening 0", "opening z", r"line 3, 'opening z"),
        ("assisted no", "assisted perhaps", r"line 4, 'assisted perhaps': neither"),
        ("assisted no", "date 2048-02-30T00:00:00Z", r"line 4, 'date 2048-02-30.*not a date"),
        ("score ", "score 1", r"line 5, 'score 1.*': the game that follows comes to score"),
        ("moves 25", "moves 24", r"line 6, 'moves 24': the game that follows comes to moves 25"),
        ("\n11 ", "\n12 ", r"line 8, '12 .*': the next move has the number 11"),
        ("record 1", "record 2", r"line 1, 'fast2048 record 2': this fast2048 reads format 1 only"),
        ("fast2048", "chess", r"line 1, 'chess record 1': a record begins with"),
    ],
)
def test_the_error_quotes_the_line_at_fault(old, new, message):
    assert old in GAME
    with pytest.raises(InvalidRecordError, match=message):
        loads(GAME.replace(old, new, 1))


def plies():
    return re.search(r"^1 (.*)$", GAME, re.MULTILINE)[1].split()


def test_an_illegal_move_is_quoted():
    game = Game(7)
    while len(game.legal_moves) == 4:
        play(game, 1)
    illegal = next(move for move in Move if move not in game.legal_moves)
    text = dumps(game).rstrip("\n") + f" {illegal.name[0]}0:2\n"
    with pytest.raises(InvalidRecordError, match=f"'{illegal.name[0]}0:2' as move .*changes"):
        loads(text)


def test_a_tile_that_did_not_appear_there_is_quoted():
    first = plies()[0]
    other = first[:-1] + {"2": "4", "4": "2"}[first[-1]]
    with pytest.raises(InvalidRecordError, match=f"line 7, .*'{other}' as move 1: the new tile is"):
        loads(GAME.replace(first, other, 1))


def test_a_move_after_the_win_needs_the_choice():
    game = Game(1, start=WINNING)
    game.push(Move.LEFT)
    game.keep_playing()
    game.push(Move.RIGHT)
    text = dumps(game)
    assert state(loads(text).game) == state(game)
    with pytest.raises(InvalidRecordError, match="after the win, and no 'keep' between"):
        loads(text.replace(" keep", ""))
    with pytest.raises(InvalidRecordError, match="'keep'"):
        loads(text.replace(" keep", " keep keep"))


def test_a_long_line_is_quoted_in_part():
    with pytest.raises(InvalidRecordError) as caught:
        loads("x" * 10_000)
    assert len(str(caught.value)) < 200


def test_loads_wants_one_game():
    with pytest.raises(InvalidRecordError, match="0 games where one was expected"):
        loads("# nothing here\n")
    with pytest.raises(InvalidRecordError, match="2 games where one was expected"):
        loads(GAME + GAME)


def test_a_date_of_another_zone_is_written_in_utc():
    date = datetime(2048, 1, 31, 23, 30, tzinfo=timezone(timedelta(hours=-7)))
    assert "date 2048-02-01T06:30:00Z\n" in dumps(Record(Game(7), date=date))


def test_a_start_that_no_record_can_say_is_refused():
    board, _ = Board.from_text("hh00/0000/0000/0000").slide(Move.LEFT)
    with pytest.raises(InvalidBoardError, match="i"):
        dumps(Game(7, start=board))
