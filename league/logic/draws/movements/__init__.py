"""Movements: the draws of all sessions of an event, made in advance so that nobody meets twice."""

from .choice import MOST_PLAYERS, Obstacle, best, bound, longest, obstacle, reach
from .circle import round_robin
from .howell import howell
from .movement import Kind, Movement
from .verify import Breach, Fault, breaches
from .whist import whist

__all__ = [
    "MOST_PLAYERS",
    "Breach",
    "Fault",
    "Kind",
    "Movement",
    "Obstacle",
    "best",
    "bound",
    "breaches",
    "howell",
    "longest",
    "obstacle",
    "reach",
    "round_robin",
    "whist",
]
