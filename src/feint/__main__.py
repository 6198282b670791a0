"""`python -m feint` is the command `feint`."""

import sys

from feint.terminal.app import main

sys.exit(main())
