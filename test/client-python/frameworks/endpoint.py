"""What the three endpoints have in common: the check of a request, and the line that says where they listen."""

import os

from swift_worker.webhook import NotVerified, PlatformCallback, ReceivedHeaders, verify_callback

WEBHOOK_URL = "https://partner.example/hooks/2f9cb36d71a94e0d8c550a1b2c3d4e5f"


def answer(headers: ReceivedHeaders, body: bytes, url: str) -> tuple[int, str]:
    try:
        received = verify_callback(headers, body, os.environ["SECRET"], url=url, webhook_url=WEBHOOK_URL)
    except NotVerified as fault:
        return 400, str(fault)
    return 200, "callback" if isinstance(received, PlatformCallback) else received.type


def listening(port: int) -> None:
    print(f"port {port}", flush=True)
