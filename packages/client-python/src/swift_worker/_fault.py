"""What ended an attempt without an answer, as httpx says it."""

from __future__ import annotations

import socket
import ssl

import httpx

from .errors import LostReason


def _chain_of(error: BaseException) -> list[BaseException]:
    chain: list[BaseException] = []
    one: BaseException | None = error
    while one is not None and len(chain) < 8:
        chain.append(one)
        one = one.__cause__ or one.__context__
    return chain


def _reason_of(error: BaseException, is_before_request: bool) -> LostReason | None:
    if isinstance(error, socket.gaierror):
        return "connection" if error.errno == socket.EAI_AGAIN else "address"
    # A connection that ends within TLS is a connection that ends.
    if isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLWantReadError)):
        return "connection"
    if isinstance(error, ssl.SSLError):
        # A fault of TLS after the handshake says nothing of the request, which may have been carried out.
        return "certificate" if is_before_request else "connection"
    if isinstance(error, (httpx.TimeoutException, TimeoutError)):
        return "timeout"
    return "malformed" if isinstance(error, httpx.DecodingError) else None


def fault_of(error: Exception) -> tuple[LostReason, str]:
    """The reason, and the words of what threw it."""
    chain = _chain_of(error)
    # The innermost one knows best.
    is_before_request = any(isinstance(one, httpx.ConnectError) for one in chain)
    reasons: list[LostReason] = [
        reason for one in reversed(chain) if (reason := _reason_of(one, is_before_request)) is not None
    ]
    # Its cause is a time-out of httpcore.
    if any(isinstance(one, httpx.PoolTimeout) for one in chain):
        reasons = ["pool"]
    said = next((str(one) for one in reversed(chain) if str(one)), type(error).__name__)
    return reasons[0] if reasons else "connection", said
