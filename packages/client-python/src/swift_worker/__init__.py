"""A typed client of the swift-worker interface."""

from .answer import Answer, Page
from .client import AsyncClient, Client
from .errors import CallCancelled, ConnectionLost, ForeignAnswer, MalformedAnswer, Refusal, SwiftWorkerError
from .not_given import NOT_GIVEN, NotGiven
from .options import Attempted, CallOptions, Retrying
from .retry import RetryPolicy
from .version import __version__

__all__ = [
    "NOT_GIVEN",
    "Answer",
    "AsyncClient",
    "Attempted",
    "CallCancelled",
    "CallOptions",
    "Client",
    "ConnectionLost",
    "ForeignAnswer",
    "MalformedAnswer",
    "NotGiven",
    "Page",
    "Refusal",
    "RetryPolicy",
    "Retrying",
    "SwiftWorkerError",
    "__version__",
]
