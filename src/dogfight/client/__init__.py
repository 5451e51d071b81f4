"""A client of the online table, for programs and for the terminal."""

from dogfight.client.client import Client, Refusal, RemoteTable, SeatView, Seen, new_id

__all__ = ["Client", "Refusal", "RemoteTable", "SeatView", "Seen", "new_id"]
