"""`stormdeck bank` with PINs that cost little to check: the tests' own process."""

import sys

from commands.bank import main
from firmware.bank import pins

pins.COST = 16
sys.exit(main(sys.argv[1:]))
