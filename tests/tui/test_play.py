"""`dogfight play` as a command: what it refuses, and that nothing else loads the terminal's
library.
"""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from dogfight.cli.app import app

REFUSED = [
    (["play", "squadrons"], "expected a terminal"),
    (["play", "squadrons", "--seats", "human"], "expected a terminal"),
    (["play", "squadrons", "--seats", "human,nobody"], "expected a player out of human"),
    (["play", "squadrons", "-o", "colour=red"], "no option 'colour'"),
    (["play", "checkers"], "expected a game out of"),
    (["play", "-o", "a=b"], "expected a game before"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_unplayable_setup_is_refused_with_status_2(words: list[str], said: str) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_other_verbs_do_not_load_the_terminal_table() -> None:
    code = "import sys, dogfight.cli.app; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
