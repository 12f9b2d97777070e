#!/bin/sh
# Runs the tests of the engine in several threads at once, each test in four of them, on the
# newest free-threaded CPython that is on PATH or among pyenv's versions.
set -u
cd "$(dirname "$0")/.." || exit 1

for minor in 16 15 14 13; do
    for python in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.$minor*t/bin/python3 "python3.${minor}t"; do
        "$python" -c 'import sys, sysconfig
sys.exit(not sysconfig.get_config_var("Py_GIL_DISABLED"))' 2>/dev/null || continue
        echo "== $("$python" --version), free-threaded ($python)"
        venv=.venvs/free-threaded
        make "$venv/built" "$venv/tools" PYTHON="$python" VENV="$venv" || exit 1
        "$venv/bin/python" -m pip --quiet install pytest-run-parallel || exit 1
        exec "$venv/bin/python" -X gil=0 -m pytest --parallel-threads=4 -p no:randomly \
            tests/test_board.py tests/test_rules.py tests/test_batch.py tests/test_game.py \
            tests/test_playout.py tests/test_search.py tests/test_network.py
    done
done
echo "no free-threaded Python is here: nothing was tested"
