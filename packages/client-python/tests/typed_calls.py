"""Calls as a type checker sees them. mypy --strict fails where it would not ignore anything."""

from __future__ import annotations

from uuid import UUID

from swift_worker import AsyncClient, Client


async def calls(client: Client, other: AsyncClient) -> None:
    client.get_partner_customer()  # type: ignore[call-overload]
    client.create_customer_instance(instance_key="k")  # type: ignore[call-overload]
    client.get_partner_customer_history_items(page_size=10)  # type: ignore[call-overload]
    await other.get_partner_instance()  # type: ignore[call-overload]
    client.get_partner_customer(customer_id=UUID(int=1))
    client.get_partner_customer(external_customer_id="c", customer_id="c")
    await other.get_partner_instance(instance_key="k")
    client.create_customer_instance(partner_customer_id="c", instance_key="k")
