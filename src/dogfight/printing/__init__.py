"""Print and play: boards, tiles, cards, counters and player aids of any data set as pages to cut
out.
"""
