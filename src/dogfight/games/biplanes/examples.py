"""stub"""
def run(game, example):
    return None
