"""Rooms: one link for everybody, any free seat, a ready check, and what the host decides."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from harness import Server, listen_until, wait_until

from dogfight.client import Client, Refusal
from dogfight.server import messages as wire

FOUR = {"players": 4}


class Group:
    """A host who has opened a room of four seats, and people who come by its link."""

    def __init__(self, people: list[Client]) -> None:
        self.people = people
        made = people[0].create("paws", FOUR, ["me", "open", "open", "open"], room=True)
        assert made.invites == (), "a room has one link, not one for every seat"
        self.code = made.table.code

    @property
    def host(self) -> Client:
        return self.people[0]

    def info(self, person: Client | None = None) -> wire.TableInfo:
        return (person or self.host).table(self.code)

    def room(self, person: Client | None = None) -> wire.RoomInfo:
        room = self.info(person).room
        assert room is not None
        return room

    def guest(self, name: str) -> str:
        (guest,) = (entry.guest for entry in self.room().people if entry.name == name)
        return guest

    def names(self) -> list[str]:
        return [player.name for player in self.info().players]


@pytest.fixture
def people(server: Server) -> Iterator[Callable[..., list[Client]]]:
    """Makes people of these names."""
    with ExitStack() as stack:
        yield lambda *names: [stack.enter_context(Client(server.url, name)) for name in names]


@pytest.fixture
def gather(people: Callable[..., list[Client]]) -> Callable[..., Group]:
    """Makes a group: Ana, who hosts, and people of these names."""
    return lambda *names: Group(people("Ana", *names))


Gather = Callable[..., Group]


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    return str(caught.value)


def test_one_link_seats_four_people_and_all_ready_starts(gather: Gather) -> None:
    group = gather("Ben", "Cleo", "Dan")
    assert group.room().link == f"/join/{group.code}"
    for number, person in enumerate(group.people[1:], 1):
        person.sit(group.code, number)
    assert group.names() == ["Ana", "Ben", "Cleo", "Dan"]
    room = group.room()
    assert room.ready == (0, 1, 2, 3) and room.starts_at is not None
    wait_until(lambda: group.info().status == "live")
    assert group.info().room is None


def test_not_ready_stops_the_count(gather: Gather) -> None:
    group = gather("Ben", "Cleo", "Dan")
    for number, person in enumerate(group.people[1:], 1):
        person.sit(group.code, number)
    assert group.people[2].not_ready(group.code).room is not None
    assert group.room().starts_at is None and group.room().ready == (0, 1, 3)
    time.sleep(3.5)
    assert group.info().status == "open"
    group.people[2].ready(group.code)
    wait_until(lambda: group.info().status == "live")


def test_a_person_changes_seats_and_holds_one(gather: Gather) -> None:
    group = gather("Ben")
    ben = group.people[1]
    ben.sit(group.code, 1)
    ben.sit(group.code, 3)
    assert group.names() == ["Ana", "", "", "Ben"]


def test_a_taken_seat_names_the_free_ones(gather: Gather) -> None:
    group = gather("Ben", "Cleo")
    group.people[1].sit(group.code, 1)
    words = refusal(lambda: group.people[2].sit(group.code, 1))
    free = [seat.title for seat in group.info().seats if seat.player in (2, 3)]
    assert "taken" in words and all(title in words for title in free)


def test_a_renewed_link_lets_nobody_in_by_the_code(gather: Gather) -> None:
    group = gather("Ben", "Cleo")
    group.people[1].sit(group.code, 1)
    link = group.host.room_link(group.code).room
    assert link is not None
    path, _, key = link.link.partition("#")
    assert path == f"/join/{group.code}" and len(key) == 8
    cleo = group.people[2]
    assert group.room(cleo).link == "", "the new link is not shown to a person without it"
    assert "new link" in refusal(lambda: cleo.sit(group.code, 2))
    assert "new link" in refusal(lambda: cleo.sit(group.code, 2, "WRONGKEY"))
    group.people[1].sit(group.code, 3)
    cleo.sit(group.code, 2, key.lower())
    assert group.names() == ["Ana", "", "Cleo", "Ben"]


def test_options_change_for_all_and_take_back_ready(gather: Gather) -> None:
    group = gather("Ben", "Cleo", "Dan")
    for number, person in enumerate(group.people[1:], 1):
        person.sit(group.code, number)
    info = group.host.room_options(group.code, {"players": 3}, 60)
    assert info.options["players"] == 3 and info.time_limit_s == 60
    assert group.names() == ["Ana", "Ben", "Cleo"], "the fourth seat is gone"
    room = group.room()
    assert room.ready == () and room.starts_at is None
    assert "expected" in refusal(lambda: group.host.room_options(group.code, {"players": 99}))
    assert group.info().options["players"] == 3
    for person in group.people[:3]:
        person.ready(group.code)
    wait_until(lambda: group.info().status == "live")


def test_host_moves_removes_bars_and_hands_over(gather: Gather) -> None:
    group = gather("Ben", "Cleo")
    ben, cleo = group.people[1:]
    ben.sit(group.code, 1)
    cleo.sit(group.code, 2)
    group.host.room_move(group.code, group.guest("Ben"), 2)
    assert group.names() == ["Ana", "Cleo", "Ben", ""], "they have changed places"
    group.host.room_remove(group.code, group.guest("Ben"))
    assert group.names() == ["Ana", "Cleo", "", ""]
    ben.sit(group.code, 3)
    group.host.room_remove(group.code, group.guest("Ben"), bar=True)
    assert "does not let you" in refusal(lambda: ben.sit(group.code, 3))
    assert "does not let you" in refusal(lambda: ben.table(group.code))
    group.host.room_host(group.code, group.guest("Cleo"))
    assert cleo.table(group.code).is_host and not group.info().is_host
    assert "those who sit" in refusal(lambda: ben.room_link(group.code))
    assert refusal(lambda: group.host.room_link(group.code))


def test_a_room_outlives_its_host(gather: Gather) -> None:
    group = gather("Ben")
    ben = group.people[1]
    ben.sit(group.code, 1)
    group.host.room_leave(group.code)
    assert ben.table(group.code).is_host
    assert [player.name for player in ben.table(group.code).players] == ["", "Ben", "", ""]


def test_a_seated_person_takes_a_room_whose_host_is_away(gather: Gather) -> None:
    group = gather("Ben")
    ben = group.people[1]
    with group.host.join(group.code):
        ben.sit(group.code, 1)
        assert refusal(lambda: ben.room_host(group.code, group.guest("Ben")))
    wait_until(lambda: not group.info(ben).players[0].online)
    assert ben.room_host(group.code, group.guest("Ben")).is_host


def test_bots_fill_the_free_seats_and_the_host_starts(gather: Gather) -> None:
    group = gather("Ben")
    group.people[1].sit(group.code, 1)
    assert "free" in refusal(lambda: group.host.room_start(group.code))
    assert "a bot out of" in refusal(lambda: group.host.room_start(group.code, "nobody"))
    group.host.room_start(group.code, "easy")
    wait_until(lambda: group.info().status == "live")
    assert [player.bot for player in group.info().players] == ["", "", "easy", "easy"]


def test_everybody_in_a_room_hears_and_says(gather: Gather) -> None:
    group = gather("Ben")
    ben = group.people[1]
    with group.host.join(group.code) as host, ben.join(group.code) as standing:
        standing.say("Which seat is mine?")
        listen_until(lambda: host.chat, host)
        assert [line.text for line in host.chat] == ["Which seat is mine?"]
        people = {entry.name: entry for entry in group.room().people}
        assert people["Ben"].online and people["Ben"].player is None


def test_nobody_sees_a_hand_before_the_start(gather: Gather) -> None:
    group = gather("Ben")
    with group.host.join(group.code) as host:
        host.pump(1.0)
        view = host.views[0].message
        assert view is not None and not view.view["legal"]


def test_a_rematch_leads_back_to_a_room(people: Callable[..., list[Client]]) -> None:
    ana, ben = people("Ana", "Ben")
    made = ana.create("squadrons", {}, ["me", "open"], room=True)
    ben.sit(made.table.code, 1)
    wait_until(lambda: ana.table(made.table.code).status == "live")
    ana.resign(made.table.code, 0)
    following = ben._ask(
        "POST", f"/api/tables/{made.table.code}/rematch", wire.TableCreated, {}
    ).table
    assert following.room is not None and following.room.ready == ()
    assert [player.name for player in following.players] == ["Ana", "Ben"], "sides are kept"
    time.sleep(2.5)
    assert ana.table(following.code).status == "open"
    ana.ready(following.code)
    ben.ready(following.code)
    wait_until(lambda: ana.table(following.code).status == "live")


def test_jp_4_4_calls_are_heard_by_everybody(people: Callable[..., list[Client]]) -> None:
    ana, ben, eve = people("Ana", "Ben", "Eve")
    made = ana.create("paws", {"players": 2}, ["me", "open"], room=True)
    ben.sit(made.table.code, 1)
    wait_until(lambda: ana.table(made.table.code).status == "live")
    code = made.table.code
    with ana.join(code) as speaker, ben.join(code) as enemy, eve.join(code) as watcher:
        speaker.send(wire.MakeCall("1", "shoot", ("PC", "2")))
        speaker.send(wire.MakeCall("2", "repair"))
        speaker.send(wire.MakeCall("3", "thanks"))
        for table in (speaker, enemy, watcher):
            listen_until(lambda table=table: len(table.chat) == 3, table)
            assert [line.text for line in table.chat] == ["Shoot PC on 2!", "Repair!", "Thanks!"]
            assert all(line.call and line.player == 0 for line in table.chat)
        for bad in (("dance", ()), ("shoot", ("XX",)), ("repair", ("1",))):
            assert "expected" in refusal(lambda bad=bad: speaker.send(wire.MakeCall("9", *bad)))
        assert "Only players" in refusal(lambda: watcher.send(wire.MakeCall("1", "repair")))


def test_games_without_calls_have_the_general_ones(people: Callable[..., list[Client]]) -> None:
    (ana,) = people("Ana")
    calls = ana.create("squadrons", {}, ["me", "open"], room=True).table.calls
    assert [call.key for call in calls] == ["luck", "well", "thanks", "sorry", "thinking"]


def test_any_free_seat_is_given_to_each_of_a_crowd(gather: Gather) -> None:
    group = gather("Ben", "Cleo", "Dan", "Eve")
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda person: person.sit(group.code), group.people[1:4]))
    assert sorted(group.names()[1:]) == ["Ben", "Cleo", "Dan"], "nobody got a taken seat"
    assert "All seats are taken" in refusal(lambda: group.people[4].sit(group.code))
    group.people[1].sit(group.code)
    assert sorted(group.names()[1:]) == ["Ben", "Cleo", "Dan"], "who sits keeps the seat"


def test_a_link_that_is_used_late_says_that_the_game_has_begun(gather: Gather) -> None:
    group = gather("Ben")
    group.host.room_start(group.code, "easy")
    wait_until(lambda: group.info().status == "live")
    assert "has begun" in refusal(lambda: group.people[1].sit(group.code))


def test_a_second_device_of_a_person_stays_when_the_first_goes(gather: Gather) -> None:
    group = gather("Ben")
    ben = group.people[1]
    ben.sit(group.code, 2)

    def online() -> bool:
        return group.info().players[2].online

    with ben.join(group.code) as laptop:
        with ben.join(group.code):
            wait_until(online)
            assert [entry.name for entry in group.room().people] == ["Ana", "Ben"]
        ben.not_ready(group.code)
        listen_until(lambda: laptop.info.room and 2 not in laptop.info.room.ready, laptop)
        assert online()
    wait_until(lambda: not online())
