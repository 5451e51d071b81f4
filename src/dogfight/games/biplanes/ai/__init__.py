"""Trained bots for dogfights of Biplanes: networks, what they see, how they are trained,
measured and asked.
"""
