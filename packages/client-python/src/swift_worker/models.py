# Made by `npm run docs` from the code of the service; a test compares them.
"""What the service receives and sends. Objects may get more fields at any time; unknown ones are ignored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypedDict, Union

ErrorCode = Literal[
    "validation_failed",
    "invalid_json",
    "unknown_route",
    "route_mismatch",
    "conflicting_selectors",
    "waba_scope_required",
    "unauthenticated",
    "forbidden_scope",
    "forbidden_role",
    "partner_scope_mismatch",
    "delivery_report_forbidden",
    "invitation_pending",
    "request_blocked",
    "not_found",
    "idempotency_key_reused",
    "idempotency_in_progress",
    "stale_update",
    "invalid_state",
    "customer_merged",
    "instance_key_taken",
    "slot_limit_reached",
    "remote_removal_failed",
    "webhook_validation_failed",
    "platform_error",
    "payload_too_large",
    "unsupported_media_type",
    "rate_limited",
    "platform_rate_limited",
    "internal_error",
    "temporarily_unavailable",
]


class UpdatePartnerCustomerChanges(TypedDict, total=False):
    # The customer's name, for the partner's own use. Must not contain control characters.
    customer_name: str
    # Contact data; null for none. Must not contain control characters. Must be one e-mail address.
    customer_email: str | None
    # Contact data; null for none.
    customer_phone: str | None


class _RequiredImportPartnerCustomersCustomersItem(TypedDict):
    # The customer's stable identifier in the partner's own system. Must not contain control characters.
    external_customer_id: str
    # The customer's name, for the partner's own use. Must not contain control characters.
    customer_name: str


class ImportPartnerCustomersCustomersItem(_RequiredImportPartnerCustomersCustomersItem, total=False):
    # Contact data; null for none. Must not contain control characters. Must be one e-mail address.
    customer_email: str | None
    # Contact data; null for none.
    customer_phone: str | None
    # The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. Must have at most 8192 bytes as JSON.
    metadata: dict[str, Any]
    # The partner that the call acted for.
    partner_id: str


class _RequiredReportPartnerMessageStatusesReportsItem(TypedDict):
    # Id of the phone number at the platform that the message was sent from.
    phone_number_id: str
    # The status of the message at the platform.
    status: Literal["sent", "delivered", "read", "failed", "deleted"]


class ReportPartnerMessageStatusesReportsItem(_RequiredReportPartnerMessageStatusesReportsItem, total=False):
    # The platform's id of the message.
    message_id: str | None
    # The partner's own id of the message.
    client_message_id: str | None
    # In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform.
    request_id: str | None
    # Id of the message template at the platform.
    template_id: str | None
    # Name of the message template; needs `language` in queries.
    template_name: str | None
    # The partner's own id of the campaign.
    campaign_id: str | None
    # A hash of the recipient: 64 hexadecimal characters. Must have exactly 64 hexadecimal characters.
    recipient_hash: str | None
    # Opaque user id of the platform; kept byte for byte.
    recipient_user_id: str | None
    # Opaque user id of the platform; kept byte for byte.
    user_id: str | None
    # Opaque recipient id of the platform; kept byte for byte.
    recipient: str | None
    # The platform's error code, a number or a string. A query finds the failures with either. Must have at most 512 characters.
    error_code: int | str | None
    # The platform's error title; at most 512 bytes as JSON.
    error_title: str | None
    # The platform's error message; at most 2,048 bytes as JSON.
    error_message: str | None
    # The platform's error details; at most 4,096 bytes as JSON.
    error_details: str | None
    # The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. Must be in Unix seconds, not in milliseconds. Must be an RFC 3339 date-time with its offset, Unix seconds, or null.
    occurred_at: str | datetime | float | None
    # The name of the route.
    route: Literal["report-partner-message-status", "report-partner-message-delivery-failure"]
    # The partner that the call acted for.
    partner_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectPage:
    # The name that the hosted page shows. Null shows the partner's name.
    display_name: str | None
    # The address of the logo. An update that gives it fetches the image once, and the service keeps it: PNG, JPEG, WebP or GIF, at most 100 KiB.
    logo_url: str | None
    # The colour of the buttons of the hosted page.
    color: str | None
    # The address of the partner's privacy policy, which the hosted page links to.
    privacy_url: str | None
    # When these values were last changed.
    updated_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerImport:
    # Id of the import.
    id: str
    # The state of the import. `failed`: it ended before all rows were read.
    status: Literal["running", "completed", "failed"]
    # The number of rows.
    total: int
    # Rows that created a customer.
    created: int
    # Rows that changed a customer.
    updated: int
    # Rows whose customer had these values.
    unchanged: int
    # Rows that were refused; the items name them.
    failed: int
    # When the import started.
    started_at: str
    # When the import ended, or null.
    finished_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerLifecycle:
    # How far the deactivation is. `incomplete`: some instances could not be deactivated; call again.
    status: Literal["completed", "in_progress", "incomplete", "already_inactive"]
    # The number of instances to deactivate.
    total: int
    # The number of instances that are deactivated.
    completed: int
    # The number of instances whose deactivation failed.
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    # Id of the customer at the service.
    customer_id: str
    # The customer's stable identifier in the partner's own system.
    external_customer_id: str
    # The customer's name, for the partner's own use.
    customer_name: str
    # Contact data; null for none.
    customer_email: str | None
    # Contact data; null for none.
    customer_phone: str | None
    # The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created.
    metadata: dict[str, Any]
    # The state of the customer. `merged`, `erasing` and `erased` customers take no commands; see the states.
    status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"]
    # When the customer was created.
    created_at: str
    # When the customer last changed; strictly increases.
    updated_at: str
    # When it was deactivated, or null.
    deactivated_at: str | None
    # The customer that this customer was merged into, or null.
    merged_into: str | None
    # The number of its instances, including inactive ones.
    instance_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryEventError:
    # The platform's error code.
    code: float | str | None
    # The platform's error title.
    title: str | None
    # The platform's error message.
    message: str | None
    # The rules that are broken, by field.
    details: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryEvent:
    # Id of the report.
    id: str
    # Id of the instance (messaging line) at the service.
    instance_id: str
    # Id of the customer at the service.
    customer_id: str
    # Id of the phone number at the platform that the message was sent from.
    phone_number_id: str
    # The status of the message that was reported.
    status: Literal["sent", "delivered", "read", "failed", "deleted"]
    # The platform's id of the message.
    message_id: str | None
    # The partner's own id of the message.
    client_message_id: str | None
    # In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform.
    request_id: str | None
    # Id of the message template at the platform.
    template_id: str | None
    # Name of the message template; needs `language` in queries.
    template_name: str | None
    # The partner's own id of the campaign.
    campaign_id: str | None
    # A hash of the recipient: 64 hexadecimal characters.
    recipient_hash: str | None
    # Opaque user id of the platform; kept byte for byte.
    recipient_user_id: str | None
    # Opaque user id of the platform; kept byte for byte.
    user_id: str | None
    # Opaque recipient id of the platform; kept byte for byte.
    recipient: str | None
    # The error of a failed message, or null.
    error: DeliveryEventError | None
    # The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now.
    occurred_at: str
    # When the service received it.
    received_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthCounts:
    """The number of events by status."""
    # Reports of the status `sent`.
    sent: int
    # Reports of the status `delivered`.
    delivered: int
    # Reports of the status `read`.
    read: int
    # Reports of the status `failed`.
    failed: int
    # Reports of the status `deleted`.
    deleted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthRates:
    """Shares of the messages, 0 to 1; null when there are none."""
    # The share of messages that were delivered or read.
    delivered: float | None
    # The share of messages that were read.
    read: float | None
    # The share of messages that failed.
    failed: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthTopErrorsItem:
    # The platform's error code.
    code: float | str | None
    # The platform's error title.
    title: str | None
    # The number of messages that failed with this error.
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthSeriesItemCounts:
    """The number of events by status."""
    # Reports of the status `sent`.
    sent: int
    # Reports of the status `delivered`.
    delivered: int
    # Reports of the status `read`.
    read: int
    # Reports of the status `failed`.
    failed: int
    # Reports of the status `deleted`.
    deleted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthSeriesItem:
    # The beginning of the hour or the day.
    at: str
    # The number of events by status.
    counts: DeliveryHealthSeriesItemCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthByInstanceItemCounts:
    """The number of events by status."""
    # Reports of the status `sent`.
    sent: int
    # Reports of the status `delivered`.
    delivered: int
    # Reports of the status `read`.
    read: int
    # Reports of the status `failed`.
    failed: int
    # Reports of the status `deleted`.
    deleted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthByInstanceItemRates:
    """Shares of the messages, 0 to 1; null when there are none."""
    # The share of messages that were delivered or read.
    delivered: float | None
    # The share of messages that were read.
    read: float | None
    # The share of messages that failed.
    failed: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealthByInstanceItem:
    # Id of the instance (messaging line) at the service.
    instance_id: str
    # The number of events by status.
    counts: DeliveryHealthByInstanceItemCounts
    # The number of messages.
    messages: int
    # Shares of the messages, 0 to 1; null when there are none.
    rates: DeliveryHealthByInstanceItemRates
    # The verdict on these figures.
    verdict: Literal["insufficient_data", "healthy", "degraded", "critical"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealth:
    # The length of the window in hours, up to now.
    window_hours: int
    # The beginning of the window.
    from_: str
    # The end of the window.
    to: str
    # The number of events by status.
    counts: DeliveryHealthCounts
    # The number of messages.
    messages: int
    # Shares of the messages, 0 to 1; null when there are none.
    rates: DeliveryHealthRates
    # The verdict on these figures.
    verdict: Literal["insufficient_data", "healthy", "degraded", "critical"]
    # The most frequent errors.
    top_errors: list[DeliveryHealthTopErrorsItem]
    # Counts over time, without gaps: by hour for up to 72 hours, else by day.
    series: list[DeliveryHealthSeriesItem]
    # The same for each instance, at most 200.
    by_instance: list[DeliveryHealthByInstanceItem] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTypeChoice:
    # The type of the events.
    type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"]
    # Whether events of the type are sent to the partner.
    subscribed: bool
    # Whether the partner chooses. The others are always sent.
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAttempt:
    # When the request was sent.
    at: str
    # The status of the response; null when there was none.
    status: int | None
    # How long it took, in milliseconds.
    duration_ms: int
    # The platform's error code, a number or a string. A query finds the failures with either. Of an attempt: `http_` and the status, or why there was no response, such as `timeout`.
    error_code: str | None
    # Whether it tested a paused endpoint. A failed probe is none of the ten attempts of the event.
    probe: bool
    # The first 1024 bytes of the body of a failed response, as text. Null without one, after an erasure, and for callers without `webhook.write`.
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetailLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # When the request was sent.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetail:
    # Id of the event: the `webhook-id` of its requests.
    id: str
    # The kind of the event.
    type: str
    # Id of the customer at the service. Null for an event of a template, which is of a business account.
    customer_id: str | None
    # The number of the event in the sequence of its customer's events.
    sequence: int
    # Whether the endpoint has taken the event. `undelivered`: given up, or there was no endpoint that could take it.
    status: Literal["waiting", "delivered", "undelivered"]
    # The number of requests that were sent. The requests that were made with the event, also before it was sent again: the length of `attempt_log`. While its endpoint is paused, only the oldest event is tried, as the probe.
    attempts: int
    # When the next attempt is due; null when there is none. When the next attempt is due. While the endpoint is paused: the time of its next probe, or later; when the probe is answered with 2xx, the waiting events are sent. Null when the event has ended, or waits for an earlier event of its customer.
    next_attempt_at: str | None
    # Why the last request failed, or null.
    last_error: EventDetailLastError | None
    # When the event was created.
    created_at: str
    # When the endpoint answered with 2xx, or null.
    delivered_at: str | None
    # The body of the requests. Exactly as it is sent. Null when the content was erased, or has expired without delivery.
    body: str | None
    # The attempts of the last 30 days, the oldest first.
    attempt_log: list[EventAttempt]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # When the request was sent.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    # Id of the event: the `webhook-id` of its requests.
    id: str
    # The kind of the event.
    type: str
    # Id of the customer at the service. Null for an event of a template, which is of a business account.
    customer_id: str | None
    # The number of the event in the sequence of its customer's events.
    sequence: int
    # Whether the endpoint has taken the event. `undelivered`: given up, or there was no endpoint that could take it.
    status: Literal["waiting", "delivered", "undelivered"]
    # The number of requests that were sent. The requests that were made with the event, also before it was sent again: the length of `attempt_log`. While its endpoint is paused, only the oldest event is tried, as the probe.
    attempts: int
    # When the next attempt is due; null when there is none. When the next attempt is due. While the endpoint is paused: the time of its next probe, or later; when the probe is answered with 2xx, the waiting events are sent. Null when the event has ended, or waits for an earlier event of its customer.
    next_attempt_at: str | None
    # Why the last request failed, or null.
    last_error: EventLastError | None
    # When the event was created.
    created_at: str
    # When the endpoint answered with 2xx, or null.
    delivered_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntryActor:
    """Who made the change."""
    # What kind of caller made the change.
    type: Literal["partner_key", "member", "operator", "service"]
    # Id of the key or the member that made the change, or null.
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntryRelated:
    """Other records of the change."""
    # The customer that is merged into the target.
    source_customer_id: str | None = None
    # The customer that gets the instances.
    target_customer_id: str | None = None
    # Id of the instance (messaging line) at the service.
    instance_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    # Id of the history entry.
    id: str
    # What happened.
    event: Literal["customer_created", "customer_updated", "customer_deactivated", "customer_reactivated", "customer_merged", "instance_created", "instance_connected", "instance_reconnect_required", "instance_updated", "instance_moved", "instance_label_changed", "instance_deactivated", "instance_deactivation_failed", "connect_session_ended", "template_updated", "platform_token_revealed", "customer_erasure_started", "customer_erased", "customer_erasure_failed"]
    # Where the change came from.
    origin: Literal["api", "portal", "operator", "system"]
    # Who made the change.
    actor: HistoryEntryActor
    # The names of the changed fields; empty when a token was revealed.
    changed_fields: list[str]
    # The previous values; null when the record did not exist.
    previous: dict[str, Any]
    # The new values.
    new: dict[str, Any]
    # The reason that the caller gave, or null.
    reason: str | None
    # Other records of the change.
    related: HistoryEntryRelated
    # In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform.
    request_id: str
    # When the change was made.
    created_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundInstanceCallbackLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # When it failed.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundInstanceCallback:
    """The instance's callback at the platform."""
    # The state of the instance's callback at the platform.
    state: Literal["none", "pending", "active", "drifted", "removing", "removed", "remove_failed"]
    # When it was last read back.
    verified_at: str | None
    # Why the callback could not be set or removed the last time, or null.
    last_error: FoundInstanceCallbackLastError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundInstanceConnectionLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # When it failed.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundInstanceConnection:
    """The connection to the platform."""
    # When the instance was connected.
    connected_at: str | None
    # When the platform token expires, or null.
    token_expires_at: str | None
    # Why the connection failed the last time, or null.
    last_error: FoundInstanceConnectionLastError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundInstance:
    # Id of the instance (messaging line) at the service.
    id: str
    # The partner's own identifier of the instance: immutable, and unique for ever.
    instance_key: str
    # The state of the instance; see the states.
    status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"]
    # Id of the phone number at the platform, once connected.
    platform_phone_number_id: str | None
    # Business account at the platform.
    platform_waba_id: str | None
    # Whether the instance counts against the partner's slot limit.
    occupies_slot: bool
    # The state of its slot; null when it never took one.
    slot_state: Literal["reserved", "occupied", "releasing", "release_blocked", "released"] | None
    # A label for the partner's own use, or null.
    instance_name: str | None
    # Id of the customer at the service. In requests an alias of `customer_id`.
    partner_customer_id: str
    # The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created.
    metadata: dict[str, Any]
    # The number in a readable form.
    display_phone_number: str | None
    # The official name that the platform returned.
    verified_name: str | None
    # The platform's decision about the name.
    name_status: str | None
    # The platform's rating of the number.
    quality_rating: str | None
    # The platform's limit of conversations a day.
    messaging_limit: str | None
    # The platform's level of messages a second.
    throughput_level: str | None
    # The number's status at the platform.
    platform_status: str | None
    # Whether the number is used in the platform's business app as well.
    coexistence: bool
    # The instance's callback at the platform.
    callback: FoundInstanceCallback
    # The connection to the platform.
    connection: FoundInstanceConnection
    # The risk according to the platform's signals.
    risk: PlatformRisk
    # When the instance was created.
    created_at: str
    # When the instance last changed; strictly increases.
    updated_at: str
    # The customer's name, for the partner's own use.
    customer_name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceLifecycle:
    # Whether this call deactivated the instance, or it was inactive before.
    status: Literal["completed", "already_inactive"]
    # The state of the instance's callback at the platform.
    callback_state: Literal["none", "pending", "active", "drifted", "removing", "removed", "remove_failed"]
    # The state of its slot; null when it never took one.
    slot_state: Literal["reserved", "occupied", "releasing", "release_blocked", "released"] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceListItem:
    # Id of the instance (messaging line) at the service.
    id: str
    # The partner's own identifier of the instance: immutable, and unique for ever.
    instance_key: str
    # The state of the instance; see the states.
    status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"]
    # Id of the phone number at the platform, once connected.
    platform_phone_number_id: str | None
    # Business account at the platform.
    platform_waba_id: str | None
    # Whether the instance counts against the partner's slot limit.
    occupies_slot: bool
    # The state of its slot; null when it never took one.
    slot_state: Literal["reserved", "occupied", "releasing", "release_blocked", "released"] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceCallbackLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # When it failed.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceCallback:
    """The instance's callback at the platform."""
    # The state of the instance's callback at the platform.
    state: Literal["none", "pending", "active", "drifted", "removing", "removed", "remove_failed"]
    # When it was last read back.
    verified_at: str | None
    # Why the callback could not be set or removed the last time, or null.
    last_error: InstanceCallbackLastError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceConnectionLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # When it failed.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceConnection:
    """The connection to the platform."""
    # When the instance was connected.
    connected_at: str | None
    # When the platform token expires, or null.
    token_expires_at: str | None
    # Why the connection failed the last time, or null.
    last_error: InstanceConnectionLastError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    # Id of the instance (messaging line) at the service.
    id: str
    # The partner's own identifier of the instance: immutable, and unique for ever.
    instance_key: str
    # The state of the instance; see the states.
    status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"]
    # Id of the phone number at the platform, once connected.
    platform_phone_number_id: str | None
    # Business account at the platform.
    platform_waba_id: str | None
    # Whether the instance counts against the partner's slot limit.
    occupies_slot: bool
    # The state of its slot; null when it never took one.
    slot_state: Literal["reserved", "occupied", "releasing", "release_blocked", "released"] | None
    # A label for the partner's own use, or null.
    instance_name: str | None
    # Id of the customer at the service. In requests an alias of `customer_id`.
    partner_customer_id: str
    # The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created.
    metadata: dict[str, Any]
    # The number in a readable form.
    display_phone_number: str | None
    # The official name that the platform returned.
    verified_name: str | None
    # The platform's decision about the name.
    name_status: str | None
    # The platform's rating of the number.
    quality_rating: str | None
    # The platform's limit of conversations a day.
    messaging_limit: str | None
    # The platform's level of messages a second.
    throughput_level: str | None
    # The number's status at the platform.
    platform_status: str | None
    # Whether the number is used in the platform's business app as well.
    coexistence: bool
    # The instance's callback at the platform.
    callback: InstanceCallback
    # The connection to the platform.
    connection: InstanceConnection
    # The latest connect session, or null.
    session: ConnectSession | None
    # The risk according to the platform's signals.
    risk: PlatformRisk
    # When the instance was created.
    created_at: str
    # When the instance last changed; strictly increases.
    updated_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewConnectSessionError:
    # Why the sign-up failed, for programs.
    code: str
    # Why the sign-up failed, for people.
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewConnectSession:
    # Id of the connect session.
    id: str
    # Id of the instance (messaging line) at the service.
    instance_id: str
    # `reconnect` renews the connection of a connected instance, with the same number.
    mode: Literal["connect", "reconnect"]
    # The state of the connect session; see the states.
    status: Literal["open", "in_progress", "completed", "failed", "cancelled", "expired", "revoked"]
    # Until when the link is valid.
    expires_at: str
    # Why the sign-up failed, or null.
    error: NewConnectSessionError | None
    # The link to give to the customer.
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformRisk:
    # The highest risk of the signals.
    level: Literal["ok", "unknown", "watch", "restricted", "blocked"]
    # The reasons for it.
    reasons: list[str]
    # When it was last checked.
    checked_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectSessionError:
    # Why the sign-up failed, for programs.
    code: str
    # Why the sign-up failed, for people.
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectSession:
    # Id of the connect session.
    id: str
    # Id of the instance (messaging line) at the service.
    instance_id: str
    # `reconnect` renews the connection of a connected instance, with the same number.
    mode: Literal["connect", "reconnect"]
    # The state of the connect session; see the states.
    status: Literal["open", "in_progress", "completed", "failed", "cancelled", "expired", "revoked"]
    # Until when the link is valid.
    expires_at: str
    # Why the sign-up failed, or null.
    error: ConnectSessionError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationEntity:
    """The record that it is about."""
    # What kind of record the notification is about.
    type: str
    # Id of the record that the notification is about.
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    # Id of the notification.
    id: str
    # What the notification is about. Members choose the categories that they get.
    category: Literal["academy", "platform_alerts", "templates", "delivery_health", "billing", "billing_reminders", "system"]
    # How urgent the notification is.
    severity: Literal["info", "warning", "critical"]
    # The title, in a few words.
    title: str
    # The text of the notification.
    body: str
    # The record that it is about.
    entity: NotificationEntity
    # When the notification was created.
    created_at: str
    # When the member read it, or null.
    read_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    # Courses and guides.
    notify_academy: bool
    # Flagged numbers, restricted accounts, instances that must be connected again.
    notify_platform_alerts: bool
    # Rejected, paused or disabled templates.
    notify_templates: bool
    # Delivery that got worse.
    notify_delivery_health: bool
    # Invoices and payments.
    notify_billing: bool
    # Reminders of payments.
    notify_billing_reminders: bool
    # Failing endpoints, removals and migrations.
    notify_system: bool
    # Whether the portal shows new notifications at once.
    popup_enabled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    # The partner that the call acted for.
    partner_id: str
    # The name of the partner.
    name: str
    # The member's role at the partner: what the member may do.
    role: Literal["owner", "admin", "developer", "support", "viewer"]
    # When the person was invited last.
    invited_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    # Id of the API key: the part after `partner_live_` or `partner_test_`.
    id: str
    # Whether the key can be used.
    status: Literal["active", "expired", "revoked"]
    # What the key may do.
    scopes: list[Literal["customers.read", "customers.write", "instances.read", "instances.write", "webhook.read", "webhook.write", "templates.read", "templates.write", "platform_risk.read", "usage.read", "platform_token.reveal"]]
    # When the key was issued.
    created_at: str
    # When the key expires, or null.
    expires_at: str | None
    # When it was revoked, or null.
    revoked_at: str | None
    # The UTC day of its last use; null when it was not used yet.
    last_used_day: str | None
    # The label that the key was given when it was issued, or null.
    label: str | None
    # Id of the member that issued the key; null for the operator.
    issued_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    # Id of the member.
    id: str
    # The member's address, which invitations are sent to and the member signs in with.
    email: str
    # The member's role at the partner: what the member may do.
    role: Literal["owner", "admin", "developer", "support", "viewer"]
    # `pending` until the person accepts the invitation.
    status: Literal["pending", "active"]
    # When the person was invited.
    created_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMemberPartnersItem:
    # The partner that the call acted for.
    partner_id: str
    # The name of the partner.
    name: str
    # The member's role at the partner: what the member may do.
    role: Literal["owner", "admin", "developer", "support", "viewer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMember:
    # Id of the member.
    id: str
    # The member's address, which invitations are sent to and the member signs in with.
    email: str
    # The member's role at the partner: what the member may do.
    role: Literal["owner", "admin", "developer", "support", "viewer"]
    # What the role of the member may do.
    scopes: list[Literal["customers.read", "customers.write", "instances.read", "instances.write", "webhook.read", "webhook.write", "templates.read", "templates.write", "platform_risk.read", "usage.read", "platform_token.reveal", "team.write", "keys.write"]]
    # The partners that the member belongs to.
    partners: list[OwnMemberPartnersItem]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPartner:
    # The partner that the call acted for.
    partner_id: str
    # The name of the partner.
    name: str
    # The state of the partner. Calls of a `suspended` partner are refused with 401.
    status: Literal["active", "suspended"]
    # The partner's slot limit, or null for none.
    slot_limit: int | None
    # Slots that its instances take.
    slots_occupied: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessAccount:
    # Business account at the platform.
    platform_waba_id: str
    # The number of its connected instances.
    lines: int
    # The number of its templates.
    templates: int
    # The number of its templates that cannot be sent, or soon not any more: rejected, disabled, paused, flagged or over a limit.
    troubled: int
    # The latest synchronisation of its templates, or null.
    last_sync: TemplateSync | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateSyncError:
    # Why the synchronisation failed, for programs.
    code: str
    # Why the synchronisation failed, for people.
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateSync:
    # Id of the synchronisation.
    id: str
    # Business account at the platform. In requests an alias of `platform_waba_id`.
    waba_id: str
    # What started the synchronisation.
    trigger: Literal["request", "schedule", "platform"]
    # The state of the synchronisation; see the states.
    status: Literal["queued", "running", "rate_limited", "succeeded", "partial", "failed"]
    # Templates read from the platform.
    fetched: int
    # Templates that are new.
    created: int
    # Templates that have changed.
    updated: int
    # Templates that no longer exist at the platform.
    removed: int
    # Pages read from the platform.
    pages: int
    # When the synchronisation started.
    started_at: str
    # When the synchronisation ended, or null.
    finished_at: str | None
    # The time from which a refresh starts a new synchronisation.
    next_allowed_at: str
    # Why the synchronisation failed, or null.
    error: TemplateSyncError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRejectionInfo:
    # What is wrong with the template.
    reason: str | None
    # How to mend it.
    recommendation: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateOtherInfo:
    # The platform's heading of the text.
    title: str | None
    # The platform's text.
    description: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateCategoryChange:
    # The category that the template is going to have.
    category: str
    # When the category changes.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    # Id of the message template at the platform.
    template_id: str
    # Business account at the platform.
    platform_waba_id: str
    # The name of the message template.
    name: str
    # Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's.
    language: str
    # The template's category at the platform, such as `MARKETING` or `UTILITY`.
    category: str | None
    # The template's status at the platform, such as `APPROVED` or `REJECTED`.
    status: str | None
    # The platform's rating of the template, or null.
    quality_score: str | None
    # Why the platform rejected the template, or null.
    rejected_reason: str | None
    # What is wrong with a rejected template, and how to mend it, or null.
    rejection_info: TemplateRejectionInfo | None
    # When the platform disabled the template, or null.
    disable_date: str | None
    # What the platform says about the last change of the status, or null.
    other_info: TemplateOtherInfo | None
    # The category that the platform is going to give the template, and from when on, or null.
    category_change: TemplateCategoryChange | None
    # The category that the platform suggests, or null.
    correct_category: str | None
    # The parts of the template, as the platform describes them.
    components: list[Any]
    # When it was last read from the platform.
    last_synced_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageTotals:
    """The usage of the whole range."""
    # The most slots that were taken at once.
    slots_peak: int
    # The slots that were taken at any moment of a UTC day; of several days, their sum.
    slot_days: int
    # The instances that were connected at any moment of a UTC day; of several days, the highest number.
    lines_connected: int
    # The active customers at the end of a UTC day; of several days, the highest number.
    customers_active: int
    # The events with their first 2xx.
    events_delivered: int
    # Reports of message statuses, each in the form of a single report. The delivery reports that were taken anew.
    reports: int
    # The calls, without those that were answered with 401 or 429.
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageItemsItem:
    # `YYYY-MM-DD`, or `YYYY-MM` by months.
    date: str
    # The most slots that were taken at once.
    slots_peak: int
    # The slots that were taken at any moment of a UTC day; of several days, their sum.
    slot_days: int
    # The instances that were connected at any moment of a UTC day; of several days, the highest number.
    lines_connected: int
    # The active customers at the end of a UTC day; of several days, the highest number.
    customers_active: int
    # The events with their first 2xx.
    events_delivered: int
    # Reports of message statuses, each in the form of a single report. The delivery reports that were taken anew.
    reports: int
    # The calls, without those that were answered with 401 or 429.
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    # `test` on every stage but production.
    billing: Literal["production", "test"]
    # Whether an item is a UTC day or a month.
    granularity: Literal["day", "month"]
    # The usage of the whole range.
    totals: UsageTotals
    # The days or months of the range, the earliest first.
    items: list[UsageItemsItem]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookCheck:
    # What was checked.
    name: Literal["challenge", "wrong_token", "ping", "path"]
    # Whether the check passed.
    ok: bool
    # The reason for the result.
    detail: str | None
    # The status of the answer; null when there was none, or nothing was asked.
    status: int | None
    # In milliseconds. How long the exchange took; null when nothing was asked.
    duration_ms: int | None
    # The reason, for programs. Why there was no answer, such as `timeout`; null otherwise.
    error_code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEndpointStateLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # The status of the answer; null when there was none.
    status: int | None
    # When the request was sent.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEndpointState:
    # Id of the endpoint.
    id: str
    # The name of the endpoint, for people.
    name: str
    # The https address that callbacks and events are sent to.
    url: str
    # False after the endpoint failed for too long or answered 410. A valid update enables it.
    enabled: bool
    # Whether events are sent to this endpoint.
    is_primary: bool
    # Whether a verify token is stored.
    platform_verify_token_configured: bool
    # The delivery health of the window. `slow`: it answers later than within a second. `failing`: the last attempt failed. `paused`: it keeps failing; its events wait, and a probe tests it from time to time. `disabled`: until it is updated.
    health: Literal["healthy", "slow", "failing", "paused", "disabled"]
    # Since when no attempt has been answered with 2xx: the end of the first one that failed. Null while it works.
    failing_since: str | None
    # When a paused endpoint gets its next probe; else null.
    next_probe_at: str | None
    # Of the last exchange with this endpoint that failed. It stays after a recovery.
    last_error: WebhookEndpointStateLastError | None
    # When the latest outage began that paused or disabled the endpoint. It stays after the outage.
    last_outage_at: str | None
    # The events that wait for their delivery, as in the list with `status` `waiting`, up to 15 seconds late.
    waiting: int
    # The events that ended without a delivery, as in the list with `status` `undelivered`.
    undelivered: int
    # With very many events, both counts have only those created since then. Null: they have all of the last 30 days.
    counted_since: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEndpoint:
    # Id of the endpoint.
    id: str
    # The name of the endpoint, for people.
    name: str
    # The https address that callbacks and events are sent to.
    url: str
    # False after the endpoint failed for too long or answered 410. A valid update enables it.
    enabled: bool
    # Whether events are sent to this endpoint.
    is_primary: bool
    # Whether a verify token is stored.
    platform_verify_token_configured: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookMigrationItemsItem:
    # Id of the instance (messaging line) at the service.
    instance_id: str
    # Whether the callback of the instance was moved.
    status: Literal["pending", "done", "failed", "superseded"]
    # How often the move was tried.
    attempts: int
    # The platform's error code, a number or a string. A query finds the failures with either.
    error_code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookMigrationRequestedBy:
    """Who changed the endpoint."""
    # What kind of caller changed the endpoint.
    type: Literal["partner_key", "member", "operator", "service"]
    # Id of the key or the member that changed the endpoint.
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookMigration:
    # Id of the migration.
    id: str
    # The state of the migration. `superseded`: a later change of the endpoint took its place.
    status: Literal["running", "completed", "partial", "failed", "superseded"]
    # The number of instances whose callback is moved.
    total: int
    # The number of instances whose callback was moved.
    done: int
    # The number of instances whose callback could not be moved.
    failed: int
    # The instances of the migration.
    items: list[WebhookMigrationItemsItem]
    # The reason that the caller of the change gave, or null.
    reason: str | None
    # Who changed the endpoint.
    requested_by: WebhookMigrationRequestedBy
    # When the migration started.
    started_at: str
    # When the migration ended, or null.
    finished_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resend:
    # Id of the resend.
    id: str
    # The state of the resend.
    status: Literal["running", "completed", "failed"]
    # The number of events that are sent again.
    total: int
    # The number of these events that were delivered or given up again.
    done: int
    # When the resend started.
    started_at: str
    # When the resend ended, or null.
    finished_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TestEventState:
    # Id of the event: the `webhook-id` of its requests.
    id: str
    # The kind of the event.
    type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated", "service.ping"]
    # Whether the endpoint has taken the event. `undelivered`: given up, or there was no endpoint that could take it.
    status: Literal["waiting", "delivered", "undelivered"]
    # The number of requests that were sent. The length of `attempt_log`.
    attempts: int
    # When the next attempt is due; null when there is none. When the next attempt is due; null when the test event has ended.
    next_attempt_at: str | None
    # When the event was created.
    created_at: str
    # When the endpoint answered with 2xx, or null.
    delivered_at: str | None
    # The body of the requests.
    body: str
    # The attempts of the last 30 days, the oldest first.
    attempt_log: list[EventAttempt]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestEvent:
    # Id of the event: the `webhook-id` of its requests.
    id: str
    # The kind of the event.
    type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated", "service.ping"]
    # Whether the endpoint has taken the event.
    status: Literal["waiting"]
    # When the event was created.
    created_at: str
    # The body of the requests.
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertPartnerCustomerResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The customer after the call.
    customer: Customer


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerCustomersResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Customer]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerCustomersCursorResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Customer]
    # The number of items of all pages.
    total: int
    # The number of items on a page.
    page_size: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerResponseCustomerSlot:
    """The commercial slots that its instances take."""
    # Whether the customer takes slots.
    state: Literal["free", "occupied", "releasing", "release_blocked"]
    # Slots that its instances take.
    occupied: int
    # Slots that are being released.
    releasing: int
    # The partner's slot limit, or null for none.
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerResponseCustomer:
    """The customer after the call."""
    # Id of the customer at the service.
    customer_id: str
    # The customer's stable identifier in the partner's own system.
    external_customer_id: str
    # The customer's name, for the partner's own use.
    customer_name: str
    # Contact data; null for none.
    customer_email: str | None
    # Contact data; null for none.
    customer_phone: str | None
    # The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created.
    metadata: dict[str, Any]
    # The state of the customer. `merged`, `erasing` and `erased` customers take no commands; see the states.
    status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"]
    # When the customer was created.
    created_at: str
    # When the customer last changed; strictly increases.
    updated_at: str
    # When it was deactivated, or null.
    deactivated_at: str | None
    # The customer that this customer was merged into, or null.
    merged_into: str | None
    # The number of its instances, including inactive ones.
    instance_count: int
    # Its newest instances, at most 50.
    instances: list[InstanceListItem]
    # Whether it has more instances than are listed.
    instances_truncated: bool
    # The commercial slots that its instances take.
    slot: GetPartnerCustomerResponseCustomerSlot
    # The latest ten history entries.
    history: list[HistoryEntry]
    # The highest risk of its instances.
    platform_risk: PlatformRisk
    # The progress or the result of a deactivation.
    lifecycle: CustomerLifecycle | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The customer after the call.
    customer: GetPartnerCustomerResponseCustomer


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePartnerCustomerResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The customer after the call.
    customer: Customer


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerHistoryResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[HistoryEntry]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePartnerCustomersResponseMerge:
    """The progress of the move of the instances."""
    # Whether all instances have moved to the target.
    status: Literal["completed", "in_progress"]
    # Instances moved so far.
    moved: int
    # The number of instances to move.
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePartnerCustomersResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The customer after the call.
    customer: Customer
    # The customer that was merged into the target.
    source_customer: Customer
    # The progress of the move of the instances.
    merge: MergePartnerCustomersResponseMerge


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerMergeResponseMerge:
    """The progress of the move of the instances."""
    # Whether all instances have moved to the target.
    status: Literal["completed", "in_progress"]
    # Instances moved so far.
    moved: int
    # The number of instances to move.
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerMergeResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The progress of the move of the instances.
    merge: GetPartnerMergeResponseMerge


@dataclass(frozen=True, slots=True, kw_only=True)
class DeactivatePartnerCustomerResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The customer after the call.
    customer: Customer
    # The progress or the result of a deactivation.
    lifecycle: CustomerLifecycle


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactivatePartnerCustomerResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The customer after the call.
    customer: Customer


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPartnerCustomersResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # An import of customers.
    import_: CustomerImport


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerImportResponseItemsItemDetailsItem:
    # The field, with dots between its names.
    path: str
    # The rule that the field breaks, for programs.
    rule: str
    # The rule, for people.
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerImportResponseItemsItemDetails:
    # The customer that this customer was merged into.
    merged_into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerImportResponseItemsItem:
    # The place of the row in the call, from 0.
    index: int
    # The customer's stable identifier in the partner's own system.
    external_customer_id: str | None
    # Why the row was refused, for programs.
    code: Literal["validation_failed", "customer_merged", "invalid_state"]
    # The rules that are broken, by field.
    details: list[GetPartnerCustomerImportResponseItemsItemDetailsItem] | GetPartnerCustomerImportResponseItemsItemDetails | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerCustomerImportResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[GetPartnerCustomerImportResponseItemsItem]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int
    # An import of customers.
    import_: CustomerImport


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCustomerInstanceResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The instance after the call.
    instance: Instance
    # The latest connect session, or null.
    session: NewConnectSession | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateConnectSessionResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The latest connect session, or null.
    session: NewConnectSession


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerInstancesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[InstanceListItem]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerInstancesCursorResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[InstanceListItem]
    # The number of items of all pages.
    total: int
    # The number of items on a page.
    page_size: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPartnerInstancesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[FoundInstance]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPartnerInstancesCursorResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[FoundInstance]
    # The number of items of all pages.
    total: int
    # The number of items on a page.
    page_size: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerInstanceResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The instance after the call.
    instance: Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePartnerInstanceLabelResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The instance after the call.
    instance: Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshPartnerInstancePlatformResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The instance after the call.
    instance: Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealPartnerInstancePlatformTokenResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # Id of the instance (messaging line) at the service.
    instance_id: str
    # The instance's access token at the platform. Keep it secret.
    platform_access_token: str
    # When the platform token expires, or null.
    expires_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePartnerInstanceToCustomerResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The instance after the call.
    instance: Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class DeactivatePartnerInstanceResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The instance after the call.
    instance: Instance
    # The progress or the result of a deactivation.
    lifecycle: InstanceLifecycle


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerConnectPageResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # What the hosted page of connect sessions shows of the partner.
    connect_page: ConnectPage


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePartnerConnectPageResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # What the hosted page of connect sessions shows of the partner.
    connect_page: ConnectPage


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatePartnerWebhookEndpointResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # Whether all checks passed.
    valid: bool
    # The checks and their results.
    checks: list[WebhookCheck]


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePartnerWebhookEndpointResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The endpoint, or null.
    endpoint: WebhookEndpoint
    # The move of the callbacks of all connected instances to the endpoint.
    migration: WebhookMigration


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerWebhookEndpointResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The endpoint, or null.
    endpoint: WebhookEndpointState | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerWebhookMigrationResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The move of the callbacks of all connected instances to the endpoint.
    migration: WebhookMigration


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPartnerWebhookMigrationResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The move of the callbacks of all connected instances to the endpoint.
    migration: WebhookMigration


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerWebhookEventTypesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The types of events.
    event_types: list[EventTypeChoice]


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePartnerWebhookEventTypesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The types of events.
    event_types: list[EventTypeChoice]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerWebhookEventsResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Event]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None = None
    # The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed.
    date_from: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerWebhookEventsCursorResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Event]
    # The number of items of all pages.
    total: int
    # The number of items on a page.
    page_size: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None
    # The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed.
    date_from: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerWebhookEventResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # What happened.
    event: EventDetail


@dataclass(frozen=True, slots=True, kw_only=True)
class ResendPartnerWebhookEventsResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # Events that are sent again.
    resend: Resend


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerWebhookResendResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # Events that are sent again.
    resend: Resend


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatePartnerWebhookSecretResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The new signing secret. Only this answer contains it.
    webhook_secret: str
    # Until when the previous secret signs as well; null for the first secret.
    previous_valid_until: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerWebhookTestEventResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # What happened.
    event: TestEventState


@dataclass(frozen=True, slots=True, kw_only=True)
class SendPartnerWebhookTestEventResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # What happened.
    event: TestEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerPlatformTemplatesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Template]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerPlatformTemplateResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The message template.
    template: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshPartnerPlatformTemplatesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A synchronisation of the templates of a business account.
    sync: TemplateSync


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerPlatformTemplateSyncResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A synchronisation of the templates of a business account.
    sync: TemplateSync


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerBusinessAccountsResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[BusinessAccount]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPartnerMessageStatusResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # Id of the event.
    event_id: str
    # Whether the same status was reported before. Then `event_id` is that of the first report.
    duplicate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPartnerMessageDeliveryFailureResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # Id of the event.
    event_id: str
    # Whether the same status was reported before. Then `event_id` is that of the first report.
    duplicate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPartnerMessageStatusesResponseItemsItemErrorDetailsItem:
    # The field, with dots between its names.
    path: str
    # The rule that the field breaks, for programs.
    rule: str
    # The rule that the field breaks.
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPartnerMessageStatusesResponseItemsItemError:
    # Why the report was refused, for programs.
    code: Literal["validation_failed", "not_found"]
    # Why the report was refused, for people.
    message: str
    # The rules that are broken, by field.
    details: list[ReportPartnerMessageStatusesResponseItemsItemErrorDetailsItem] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPartnerMessageStatusesResponseItemsItem:
    # The status that a single report would have been answered with: 201 for a new one, 200 for a repetition.
    status: Literal[200, 201, 400, 404]
    # Id of the event.
    event_id: str | None
    # Whether the same status was reported before. Then `event_id` is that of the first report.
    duplicate: bool
    # Why the report was refused, or null.
    error: ReportPartnerMessageStatusesResponseItemsItemError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPartnerMessageStatusesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The results of the reports, in the order of the call.
    items: list[ReportPartnerMessageStatusesResponseItemsItem]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPartnerDeliveryEventsResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[DeliveryEvent]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPartnerDeliveryEventsCursorResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[DeliveryEvent]
    # The number of items of all pages.
    total: int
    # The number of items on a page.
    page_size: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerDeliveryHealthResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The delivery health of the window.
    health: DeliveryHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerUsageResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The usage of the range.
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerNotificationsResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Notification]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None = None
    # The number of unread notifications.
    unread: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerNotificationsCursorResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Notification]
    # The number of items of all pages.
    total: int
    # The number of items on a page.
    page_size: int
    # The cursor of what follows; null at the end. An answer to a call with `cursor` has it in place of `page` and `pages`.
    next_cursor: str | None
    # The number of unread notifications.
    unread: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkPartnerNotificationReadResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The notification after the call.
    notification: Notification


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkAllPartnerNotificationsReadResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The number of unread notifications.
    unread: int
    # All notifications up to this time count as read.
    read_until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerNotificationPreferencesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The member's notification preferences.
    preferences: Preferences


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePartnerNotificationPreferencesResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The member's notification preferences.
    preferences: Preferences


@dataclass(frozen=True, slots=True, kw_only=True)
class GetPartnerMemberResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A member of the team.
    member: OwnMember
    # The partner of the call.
    partner: OwnPartner
    # The invitations that the member has not accepted.
    invitations: list[Invitation]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerMembersResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Member]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitePartnerMemberResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A member of the team.
    member: Member


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePartnerMemberResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A member of the team.
    member: Member


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePartnerMemberResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A member of the team.
    member: Member
    # The active keys that the member issued. They stay valid until they are revoked.
    keys: list[Key]


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptPartnerInvitationResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A member of the team.
    member: Member


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclinePartnerInvitationResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # An invitation to the team of a partner.
    invitation: Invitation


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavePartnerResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # A member of the team.
    member: Member


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPartnerApiKeysResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # The items of the page, newest first unless the route says otherwise.
    items: list[Key]
    # The number of items of all pages.
    total: int
    # The page number, from 1. A page after the last one is empty.
    page: int
    # The number of items on a page.
    page_size: int
    # The number of pages; 0 without items.
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuePartnerApiKeyResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # An API key, without its secret.
    key: Key
    # The new API key. Only this answer contains it.
    api_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokePartnerApiKeyResponse:
    # Always true: errors have the envelope `error`.
    ok: Literal[True]
    # The partner that the call acted for.
    partner_id: str
    # An API key, without its secret.
    key: Key


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInstanceLastError:
    # The reason, for programs.
    code: str
    # The reason, for people.
    message: str
    # When the line broke.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInstance:
    # Id of the line.
    id: str
    # The partner's own identifier of the line.
    instance_key: str
    # The customer that has the line.
    partner_customer_id: str
    # The state of the line after the change.
    status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"]
    # Id of the phone number at the platform.
    platform_phone_number_id: str | None
    # Id of the business account at the platform.
    platform_waba_id: str | None
    # Whether the line takes a slot.
    occupies_slot: bool
    # The state of the slot of the line.
    slot_state: Literal["reserved", "occupied", "releasing", "release_blocked", "released"] | None
    # The phone number as the platform shows it.
    display_phone_number: str | None
    # The name that the platform shows for the number.
    verified_name: str | None
    # How far the platform has reviewed the name.
    name_status: str | None
    # The platform's rating of the number's messages.
    quality_rating: str | None
    # How many conversations the number may begin in a day.
    messaging_limit: str | None
    # How fast the number may send.
    throughput_level: str | None
    # The state of the number at the platform.
    platform_status: str | None
    # When the line was last connected.
    connected_at: str | None
    # When the platform token expires; null for never.
    token_expires_at: str | None
    # 14, 7 or 1 from so many days before the end of the platform token on; null before.
    token_expires_within_days: int | None
    # Why the line broke; null while it works.
    last_error: EventInstanceLastError | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTemplateCategoryChange:
    # The category that the template is going to have.
    category: str
    # When the category changes.
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTemplate:
    # Id of the template at the platform.
    template_id: str
    # The business account that has the template.
    platform_waba_id: str
    # The name of the template. Templates of several languages share one.
    name: str
    # The language of the template, as the platform writes it.
    language: str
    # The category of the template, by which the platform prices its messages.
    category: str | None
    # The template's status at the platform, such as `APPROVED`.
    status: str | None
    # The platform's rating of the template.
    quality_score: str | None
    # Why the platform rejected the template.
    rejected_reason: str | None
    # The category that the platform is going to give the template, and from when on; null without such a notice.
    category_change: EventTemplateCategoryChange | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PingEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.ping"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    data: dict[str, Any]
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerUpdatedEventData:
    customer: Customer
    previous: dict[str, Any]
    changed_fields: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerUpdatedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.customer.updated"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerCustomerUpdatedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerMergedEventData:
    source_customer: Customer
    target_customer: Customer
    moved_instances: int
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerMergedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.customer.merged"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerCustomerMergedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceMovedEventData:
    instance: InstanceListItem
    from_customer_id: str
    to_customer_id: str
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceMovedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.instance.moved"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerInstanceMovedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerErasureStartedEventData:
    customer_id: str
    erasure_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerErasureStartedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.customer.erasure_started"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerCustomerErasureStartedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerErasedEventData:
    customer_id: str
    erasure_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerErasedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.customer.erased"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerCustomerErasedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerErasureFailedEventData:
    customer_id: str
    erasure_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerCustomerErasureFailedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.customer.erasure_failed"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerCustomerErasureFailedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceConnectedEventData:
    instance: EventInstance
    previous: dict[str, Any]
    changed_fields: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceConnectedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.instance.connected"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerInstanceConnectedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceReconnectRequiredEventData:
    instance: EventInstance
    previous: dict[str, Any]
    changed_fields: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceReconnectRequiredEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.instance.reconnect_required"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerInstanceReconnectRequiredEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceUpdatedEventData:
    instance: EventInstance
    previous: dict[str, Any]
    changed_fields: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceUpdatedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.instance.updated"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerInstanceUpdatedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceDeactivatedEventData:
    instance: EventInstance
    previous: dict[str, Any]
    changed_fields: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerInstanceDeactivatedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.instance.deactivated"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerInstanceDeactivatedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerConnectSessionEndedEventData:
    session: ConnectSession
    previous: dict[str, Any]
    changed_fields: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerConnectSessionEndedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.connect_session.ended"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerConnectSessionEndedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerTemplateUpdatedEventData:
    template: EventTemplate
    previous: dict[str, Any]
    changed_fields: list[str]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerTemplateUpdatedEvent:
    # Id of the event, the same in every attempt. It identifies repetitions.
    id: str
    type: Literal["service.partner.template.updated"]
    api_version: Literal["1.1.0"]
    # The time of the change.
    timestamp: str
    partner_id: str
    environment: Literal["local", "staging", "production"]
    # Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order.
    sequence: int
    data: PartnerTemplateUpdatedEventData
    # Only in a test event, whose data is made up. Its `sequence` is that of no customer.
    test: Literal[True] | None = None


ReceivedEvent = Union[
    PingEvent,
    PartnerCustomerUpdatedEvent,
    PartnerCustomerMergedEvent,
    PartnerInstanceMovedEvent,
    PartnerCustomerErasureStartedEvent,
    PartnerCustomerErasedEvent,
    PartnerCustomerErasureFailedEvent,
    PartnerInstanceConnectedEvent,
    PartnerInstanceReconnectRequiredEvent,
    PartnerInstanceUpdatedEvent,
    PartnerInstanceDeactivatedEvent,
    PartnerConnectSessionEndedEvent,
    PartnerTemplateUpdatedEvent,
]

EVENT_TYPES: dict[str, type[ReceivedEvent]] = {
    "service.ping": PingEvent,
    "service.partner.customer.updated": PartnerCustomerUpdatedEvent,
    "service.partner.customer.merged": PartnerCustomerMergedEvent,
    "service.partner.instance.moved": PartnerInstanceMovedEvent,
    "service.partner.customer.erasure_started": PartnerCustomerErasureStartedEvent,
    "service.partner.customer.erased": PartnerCustomerErasedEvent,
    "service.partner.customer.erasure_failed": PartnerCustomerErasureFailedEvent,
    "service.partner.instance.connected": PartnerInstanceConnectedEvent,
    "service.partner.instance.reconnect_required": PartnerInstanceReconnectRequiredEvent,
    "service.partner.instance.updated": PartnerInstanceUpdatedEvent,
    "service.partner.instance.deactivated": PartnerInstanceDeactivatedEvent,
    "service.partner.connect_session.ended": PartnerConnectSessionEndedEvent,
    "service.partner.template.updated": PartnerTemplateUpdatedEvent,
}
