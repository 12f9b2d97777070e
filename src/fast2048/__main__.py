"""``python -m fast2048``."""

import sys

from fast2048.cli import main

sys.exit(main())
