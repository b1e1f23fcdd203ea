"""`stormdeck unseal` with PINs that cost little to check: the tests' own process."""

import sys

from commands.unseal import main
from firmware.bank import pins

pins.COST = 16
sys.exit(main(sys.argv[1:]))
