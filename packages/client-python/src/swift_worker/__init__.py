"""A typed client of the swift-worker interface."""

from ._wire import Retrying
from .answer import Answer, Page
from .client import AsyncClient, Client
from .errors import ConnectionLost, MalformedAnswer, Refusal, SwiftWorkerError
from .not_given import NOT_GIVEN, NotGiven
from .retry import RetryPolicy

__all__ = [
    "NOT_GIVEN",
    "Answer",
    "AsyncClient",
    "Client",
    "ConnectionLost",
    "MalformedAnswer",
    "NotGiven",
    "Page",
    "Refusal",
    "RetryPolicy",
    "Retrying",
    "SwiftWorkerError",
]
