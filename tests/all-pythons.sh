#!/bin/sh
# Runs the tests on every CPython from 3.11 up that is on PATH or among pyenv's
# versions, each in a virtual environment of its own under .venvs/.
set -u
cd "$(dirname "$0")/.." || exit 1

candidates=$(
    for minor in 11 12 13 14 15 16; do
        for suffix in "" t; do
            ls "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.$minor.*"$suffix"/bin/python3 2>/dev/null
            command -v "python3.$minor$suffix"
        done
    done
    command -v python3
)

failed="" tested=""
for python in $candidates; do
    # "3.12" or "3.14t"; nothing for a shim without a Python behind it, or one too old
    version=$("$python" -c 'import sys, sysconfig
if sys.version_info >= (3, 11) and sys.implementation.name == "cpython":
    free = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    print(f"{sys.version_info[0]}.{sys.version_info[1]}{free}")' 2>/dev/null) || continue
    [ -n "$version" ] || continue
    case " $tested " in *" $version "*) continue ;; esac
    tested="$tested $version"
    echo "== Python $version ($python)"
    make test-python PYTHON="$python" VENV=".venvs/$version" || failed="$failed $version"
done

echo "tested:${tested:- none}; failed:${failed:- none}"
[ -n "$tested" ] && [ -z "$failed" ]
