"""`python -m dogfight` is the command `dogfight`."""

from dogfight.cli import main

main()
