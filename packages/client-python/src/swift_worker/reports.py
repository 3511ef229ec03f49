"""The statuses of messages in the platform's callbacks, as reports to the service."""

from __future__ import annotations

from typing import Any, cast

from .models import ReportPartnerMessageStatusesReportsItem

__all__ = ["reports_of"]

_MOST = 500
"""A call takes as many."""

_STATUSES = ("sent", "delivered", "read", "failed", "deleted")


def _dict(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _report_of(phone_number_id: str, given: dict[str, Any]) -> ReportPartnerMessageStatusesReportsItem | None:
    """None when it is no status that the service takes."""
    status, message_id = given.get("status"), _text(given.get("id"))
    if status not in _STATUSES or message_id is None:
        return None
    error = _dict(next(iter(_list(given.get("errors"))), None))
    code = error.get("code")
    return {
        "phone_number_id": phone_number_id,
        "message_id": message_id,
        "status": status,
        "occurred_at": _text(given.get("timestamp")),
        "recipient_user_id": _text(given.get("recipient_user_id")),
        "error_code": code if isinstance(code, (int, str)) else None,
        "error_title": _text(error.get("title")),
        "error_message": _text(error.get("message")),
        "error_details": _text(_dict(error.get("error_data")).get("details")),
    }


def reports_of(callback: object) -> list[list[ReportPartnerMessageStatusesReportsItem]]:
    """The statuses of messages in a callback of the platform, in lists that report_partner_message_statuses takes.

    None without a status, and more than one with more than 500. Recipients' numbers are left out, and statuses that
    the service does not take.
    """
    reports: list[ReportPartnerMessageStatusesReportsItem] = []
    for change in (
        change for entry in _list(_dict(callback).get("entry")) for change in _list(_dict(entry).get("changes"))
    ):
        value = _dict(_dict(change).get("value"))
        phone_number_id = _text(_dict(value.get("metadata")).get("phone_number_id"))
        if phone_number_id is not None:
            found = (_report_of(phone_number_id, _dict(status)) for status in _list(value.get("statuses")))
            reports += [report for report in found if report is not None]
    return [reports[start : start + _MOST] for start in range(0, len(reports), _MOST)]
