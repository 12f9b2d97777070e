"""``python -m fast2048``."""

import sys

from fast2048.cli import main

if __name__ == "__main__":
    sys.exit(main())
