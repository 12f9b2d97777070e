"""Expectimax as a textbook has it, over the reference rules: what the search must equal."""

from fast2048 import reference


def move_values(rows, depth, evaluate, cutoff=0.0, probability=1.0):
    """The value of each legal move, ``depth`` plies deep."""
    values = {}
    for move in reference.legal_moves(rows):
        after, reward = reference.slide(rows, move)
        values[move] = reward + afterstate_value(after, depth - 1, evaluate, cutoff, probability)
    return values


def afterstate_value(after, depth, evaluate, cutoff, probability):
    if depth == 0:
        return evaluate(after)
    total = 0.0
    for chance, rows in reference.spawns(after):
        if probability * chance < cutoff:
            total += chance * evaluate(after)
        else:
            values = move_values(rows, depth, evaluate, cutoff, probability * chance)
            total += chance * max(values.values(), default=0.0)
    return total
