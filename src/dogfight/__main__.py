"""The command `dogfight`, which `python -m dogfight` is too."""

import sys

from dogfight.extras import install_hint

CANNOT = 2
"""The exit status of a call that cannot be carried out."""


def main() -> None:
    try:
        from dogfight.cli.app import main as run_command
    except ModuleNotFoundError as error:
        if not (hint := install_hint(error)):
            raise
        print(f"dogfight: {hint}", file=sys.stderr)
        sys.exit(CANNOT)
    run_command()


if __name__ == "__main__":
    main()
