"""Pictures of tables, pieces and cards, made from views and data files alone."""

from dogfight.boards.lookup import board_picture, board_svg

__all__ = ["board_picture", "board_svg"]
