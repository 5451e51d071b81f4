"""One command, `dogfight`, with verbs."""

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback()
def root() -> None:
    """Five tabletop air-combat games under one engine."""


def main() -> None:
    app()
