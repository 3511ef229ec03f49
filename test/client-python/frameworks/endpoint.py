"""What all programs have in common: the receiver, and a line for each thing that it gives to a handler."""

import os
import sys
from typing import Any

from swift_worker.models import ReceivedEvent
from swift_worker.receiver import CallbackSubject, Receiver
from swift_worker.reports import reports_of
from swift_worker.webhook import UnknownEvent


def got(what: str) -> None:
    print(f"got {what}", flush=True)


def take(callback: Any, _: CallbackSubject | None) -> None:
    for entry in callback["entry"]:
        for change in entry["changes"]:
            for message in change["value"].get("messages", []):
                got(f"message {message['text']['body']}")
    for reports in reports_of(callback):
        for report in reports:
            got(f"{report['status']} {report.get('message_id')}")


def handle(event: ReceivedEvent | UnknownEvent) -> None:
    got(event.type)


receiver = Receiver(
    secret=os.environ["SECRET"],
    webhook_url=os.environ["WEBHOOK_URL"],
    verify_token=os.environ["VERIFY_TOKEN"],
    on_event=handle,
    on_callback=take,
    on_error=lambda error: print(error, file=sys.stderr),
)


def listening(port: int) -> None:
    print(f"port {port}", flush=True)
