# SPDX-License-Identifier: MIT
"""`python -m apsp` is the command `apsp`."""

import sys

from apsp.command import main

sys.exit(main())
