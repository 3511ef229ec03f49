"""Records as the service sends them."""

from __future__ import annotations

from typing import Any

PARTNER = "01980000-0000-7000-8000-0000000000aa"


def customer(name: str = "Café Aurora") -> dict[str, Any]:
    return {
        "customer_id": "01980000-0000-7000-8000-000000000001",
        "external_customer_id": "crm-4711",
        "customer_name": name,
        "customer_email": None,
        "customer_phone": "+49 30 901820",
        "metadata": {"plan": "pro"},
        "status": "active",
        "created_at": "2026-03-01T09:30:00.000Z",
        "updated_at": "2026-03-01T09:30:00.000Z",
        "deactivated_at": None,
        "merged_into": None,
        "instance_count": 0,
    }


def upserted(name: str = "Café Aurora") -> dict[str, Any]:
    return {"ok": True, "partner_id": PARTNER, "customer": customer(name)}


def part(next_cursor: str | None, *names: str) -> dict[str, Any]:
    items = [customer(name) for name in names]
    return {"ok": True, "partner_id": PARTNER, "items": items, "total": 3, "page_size": 2, "next_cursor": next_cursor}


def page(number: int, pages: int, *names: str) -> dict[str, Any]:
    items = [customer(name) for name in names]
    paging = {"total": 9, "page": number, "page_size": 2, "pages": pages}
    return {"ok": True, "partner_id": PARTNER, "items": items, **paging}
