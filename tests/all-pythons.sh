#!/bin/sh
# Runs the tests on every CPython that tests/pythons.sh finds, each in a virtual environment
# of its own under .venvs/.
set -u
cd "$(dirname "$0")/.." || exit 1

failed="" tested=""
while read -r version python; do
    [ -n "$version" ] || continue
    tested="$tested $version"
    echo "== Python $version ($python)"
    make test-python PYTHON="$python" VENV=".venvs/$version" </dev/null || failed="$failed $version"
done <<PYTHONS
$(sh tests/pythons.sh)
PYTHONS

echo "tested:${tested:- none}; failed:${failed:- none}"
[ -n "$tested" ] && [ -z "$failed" ]
