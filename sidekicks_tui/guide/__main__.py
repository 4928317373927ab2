"""`python -m sidekicks_tui.guide`: the guide for any ACP client."""

import sys

from sidekicks_tui.guide import main

sys.exit(main())
