"""Randomness: known words, exact draws, and where tiles spawn."""

from collections import Counter

import pytest

from twins import Engine, Reference, rows_of_tiles

LEFT = 3

# xoroshiro128++ 1.0 from the state (1, 2), by its authors' definition.
KNOWN_WORDS = [
    393217,
    669327710093319,
    1732421326133921491,
    11394790081659126983,
    9555452776773192676,
    3586421180005889563,
    1691397964866707553,
    10735626796753111697,
    15216282715349408991,
    14247243556711267923,
]

# SplitMix64 from the state 1234567, by its authors' definition: the words that its
# output function, with which streams are seeded, makes of one counter after another.
KNOWN_MIXED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_words_are_the_published_ones(rules):
    generator = rules.Generator.from_state(1, 2)
    assert [generator.next() for _ in KNOWN_WORDS] == KNOWN_WORDS


GAMMA = 0x9E3779B97F4A7C15


def mixed(z):
    z &= 2**64 - 1
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    z = (z ^ z >> 27) * 0x94D049BB133111EB & (2**64 - 1)
    return z ^ z >> 31


def test_the_mixing_function_is_the_published_one():
    assert [mixed(1234567 + i * GAMMA) for i in range(1, 6)] == KNOWN_MIXED


@pytest.mark.parametrize(("seed", "number"), [(1234567, 0), (1234567, 89), (2**64 - 1, 2**63 - 1)])
def test_a_stream_begins_where_splitmix64_says(rules, seed, number):
    s0 = mixed(seed + GAMMA)
    s1 = mixed(s0 + 2 * GAMMA + number)
    generator, twin = rules.Generator(seed, number), rules.Generator.from_state(s0, s1)
    assert [generator.next() for _ in range(10)] == [twin.next() for _ in range(10)]


def test_engine_and_reference_draw_the_same():
    for seed, number in ((0, 0), (1, 0), (0, 1), (2**64 - 1, 2**63 - 1), (12345, 678)):
        ours, theirs = Engine.Generator(seed, number), Reference.Generator(seed, number)
        for i in range(3000):
            assert ours.draw(1 + i % 16) == theirs.draw(1 + i % 16)


# Halves of a word, and whether a draw among 16 passes it over: the gaps are a product
# below 2**32 mod 720720 = 196816 in the upper half, below 2**32 mod 120 = 16 in the lower.
@pytest.mark.parametrize(
    ("upper", "lower", "passed_over"),
    [
        (0, 2**31 + 1, True),
        (196815 // 16, 2**31 + 1, True),
        (196816 // 16, 2**31 + 1, False),
        (2**31 + 99999, 0, True),
        (2**31 + 99999, 1, False),
        (2**31 + 99999, 2**31, True),
        (2**31 + 99999, 2**31 + 1, False),
    ],
)
def test_a_word_in_a_gap_is_passed_over(rules, upper, lower, passed_over):
    drawing = rules.Generator.from_state(*state_before(upper << 32 | lower))
    reading = rules.Generator.from_state(*state_before(upper << 32 | lower))
    drawing.draw(16)
    reading.next()
    if passed_over:
        reading.draw(16)
    assert drawing.next() == reading.next()


def state_before(word):
    """A state whose next word is the given one: with s0 = 0 the word is s1 rotated by 17."""
    return 0, (word >> 17 | word << 47) & (2**64 - 1)


def chi_square(counts, cells):
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


# The 99.9999 % point of chi-square with 0 to 15 degrees of freedom. The stream is fixed:
# this fails for good or never.
CRITICAL = [0.0, 23.9, 27.6, 30.7, 33.4, 35.9, 38.3, 40.5, 42.7, 44.8, 46.9, 48.9, 50.8, 52.8,
            54.7, 56.5]  # fmt: skip

DRAWS = {"engine": 1_000_000, "reference": 100_000}


def test_the_share_of_fours_is_one_in_ten_and_cells_are_uniform(rules):
    draws = DRAWS[rules.name]
    generator = rules.Generator(2048)
    cells = {n: Counter() for n in range(1, 17)}
    fours = Counter()
    for i in range(draws):
        n = 1 + i % 16
        index, exponent = generator.draw(n)
        cells[n][index] += 1
        fours[index, exponent] += 1
    share = sum(count for (_, exponent), count in fours.items() if exponent == 2) / draws
    assert abs(share - 0.1) < 5 * (0.1 * 0.9 / draws) ** 0.5
    for n in range(1, 17):
        assert set(cells[n]) == set(range(n))
        assert chi_square(cells[n], n) <= CRITICAL[n - 1], n


def test_cell_and_tile_are_independent(rules):
    draws = DRAWS[rules.name]
    generator = rules.Generator(4096)
    fours = Counter()
    total = Counter()
    for _ in range(draws):
        index, exponent = generator.draw(16)
        total[index] += 1
        fours[index] += exponent == 2
    for index in range(16):
        assert abs(fours[index] / total[index] - 0.1) < 5 * (0.1 * 0.9 / total[index]) ** 0.5


# Spawns as games make them, not only as draws: a million by the engine.
SPAWNS = {"engine": 1_000_000, "reference": 20_000}


def test_spawns_in_games_are_fours_one_time_in_ten_and_on_uniform_cells(rules):
    """Game after game of one seed, each by its first move, which leaves 15 cells empty."""
    start = rows_of_tiles("2 2 0 0 / 0 / 0 / 0")
    cells, fours = Counter(), 0
    for number in range(SPAWNS[rules.name]):
        game = rules.game(7, number, start)
        game.push(LEFT)
        cell, tile = game.last_spawn
        cells[cell] += 1
        fours += tile == 4
    assert set(cells) == set(range(1, 16))
    spawns = SPAWNS[rules.name]
    assert abs(fours / spawns - 0.1) < 5 * (0.1 * 0.9 / spawns) ** 0.5
    shifted = Counter({cell - 1: count for cell, count in cells.items()})
    assert chi_square(shifted, 15) < CRITICAL[14]


def test_a_tile_lands_in_the_only_empty_cell(rules):
    rows = rows_of_tiles("4 2 4 8 / 16 32 64 128 / 4 8 16 32 / 64 128 256 0")
    for seed in range(50):
        game = rules.game(seed, start=rows)
        game.push(1)
        cell, tile = game.last_spawn
        assert cell == 12
        assert tile in (2, 4)


def test_on_a_full_board_a_merge_is_followed_by_a_spawn_in_the_freed_cell(rules):
    rows = rows_of_tiles("2 2 4 8 / 16 32 64 128 / 4 8 16 32 / 64 128 256 512")
    for seed in range(50):
        game = rules.game(seed, start=rows)
        assert game.push(3) == 4
        cell, tile = game.last_spawn
        assert cell == 3
        after = rows_of_tiles(f"4 4 8 {tile} / 16 32 64 128 / 4 8 16 32 / 64 128 256 512")
        assert rules.rows_of(game) == after


def test_start_tiles_reach_all_cells_and_are_twos_and_fours(rules):
    cells, tiles = Counter(), Counter()
    for number in range(600):
        rows = rules.rows_of(rules.game(3, number))
        placed = [(4 * r + c, rows[r][c]) for r in range(4) for c in range(4) if rows[r][c]]
        assert len(placed) == 2
        cells.update(cell for cell, _ in placed)
        tiles.update(exponent for _, exponent in placed)
    assert set(cells) == set(range(16))
    assert chi_square(cells, 16) < CRITICAL[15]
    assert set(tiles) == {1, 2}
    assert abs(tiles[2] / 1200 - 0.1) < 5 * (0.1 * 0.9 / 1200) ** 0.5
