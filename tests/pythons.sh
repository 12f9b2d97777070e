#!/bin/sh
# Prints every CPython from 3.11 up that is on PATH or among pyenv's versions, each version
# once: "3.12 /path/to/python3", or "3.14t ..." for a free-threaded one.
set -u

candidates=$(
    for minor in 11 12 13 14 15 16; do
        for suffix in "" t; do
            ls "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.$minor.*"$suffix"/bin/python3 2>/dev/null
            command -v "python3.$minor$suffix"
        done
    done
    command -v python3
)

seen=""
for python in $candidates; do
    # nothing for a shim without a Python behind it, or one too old
    version=$("$python" -c 'import sys, sysconfig
if sys.version_info >= (3, 11) and sys.implementation.name == "cpython":
    free = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    print(f"{sys.version_info[0]}.{sys.version_info[1]}{free}")' 2>/dev/null) || continue
    [ -n "$version" ] || continue
    case " $seen " in *" $version "*) continue ;; esac
    seen="$seen $version"
    echo "$version $python"
done
