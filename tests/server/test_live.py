"""The list of live games: only what its host made public, only while it is played."""

from harness import Line, Server, play_first, wait_until

from dogfight.client import Client


def listed(client: Client) -> set[str]:
    return {item.code for item in client.live()}


def test_only_public_games_in_play_are_listed(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        bots = ["me", "bot:wise"]
        private = ana.create("toy", {"rounds": 2}, bots).table.code
        public = ana.create("toy", {"rounds": 2}, bots, listed=True).table.code
        unwatched = ana.create("toy", {"rounds": 2}, bots, listed=True, watch=False).table.code
        waiting = ana.create("toy", {"rounds": 2}, open=True).table.code
        quiet = ana.create("toy", {"rounds": 2}, bots, open=True, listed=False).table.code
        result = listed(eve)
        assert public in result and not {private, unwatched, waiting, quiet} & result
        eve.sit(waiting, 1)
        assert waiting in listed(eve), "an open table is public unless its host says otherwise"
        with ana.join(public) as table:
            play_first(table)
        assert public not in listed(eve)


def test_a_line_tells_game_players_turn_and_watchers(server: Server) -> None:
    with Client(server.url, "Ana") as ana, Client(server.url, "Eve") as eve:
        code = ana.create("toy", {"rounds": 3}, ["me", "bot:wise"], listed=True).table.code

        def line() -> tuple[str, list[str], int, int]:
            item = next(item for item in eve.live() if item.code == code)
            return (
                item.title,
                [player.name or player.bot for player in item.players],
                item.turn,
                item.watchers,
            )

        assert line() == ("Toy", ["Ana", "wise"], 1, 0)
        with Line(eve, code) as hers:
            hers.settle()
            wait_until(lambda: line()[3] == 1)
            with ana.join(code) as table:
                play_first(table, 3)
            assert line()[2] == 2
