# Made by `npm run docs` from the code of the service; a test compares them.
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import Any, Literal, overload
from uuid import UUID

from .answer import Answer, Body, Item, Listed, Page
from .models import (
    AcceptPartnerInvitationResponse,
    BusinessAccount,
    CreateConnectSessionResponse,
    CreateCustomerInstanceResponse,
    Customer,
    DeactivatePartnerCustomerResponse,
    DeactivatePartnerInstanceResponse,
    DeclinePartnerInvitationResponse,
    DeliveryEvent,
    Event,
    FoundInstance,
    GetPartnerConnectPageResponse,
    GetPartnerCustomerHistoryResponse,
    GetPartnerCustomerImportResponse,
    GetPartnerCustomerImportResponseItemsItem,
    GetPartnerCustomerResponse,
    GetPartnerDeliveryHealthResponse,
    GetPartnerInstanceResponse,
    GetPartnerMemberResponse,
    GetPartnerMergeResponse,
    GetPartnerNotificationPreferencesResponse,
    GetPartnerPlatformTemplateResponse,
    GetPartnerPlatformTemplateSyncResponse,
    GetPartnerUsageResponse,
    GetPartnerWebhookEndpointResponse,
    GetPartnerWebhookEventResponse,
    GetPartnerWebhookEventTypesResponse,
    GetPartnerWebhookMigrationResponse,
    GetPartnerWebhookResendResponse,
    GetPartnerWebhookTestEventResponse,
    HistoryEntry,
    ImportPartnerCustomersCustomersItem,
    ImportPartnerCustomersResponse,
    InstanceListItem,
    InvitePartnerMemberResponse,
    IssuePartnerApiKeyResponse,
    Key,
    LeavePartnerResponse,
    ListPartnerApiKeysResponse,
    ListPartnerBusinessAccountsResponse,
    ListPartnerCustomersResponse,
    ListPartnerInstancesResponse,
    ListPartnerMembersResponse,
    ListPartnerNotificationsResponse,
    ListPartnerPlatformTemplatesResponse,
    ListPartnerWebhookEventsResponse,
    MarkAllPartnerNotificationsReadResponse,
    MarkPartnerNotificationReadResponse,
    Member,
    MergePartnerCustomersResponse,
    MovePartnerInstanceToCustomerResponse,
    Notification,
    ReactivatePartnerCustomerResponse,
    RefreshPartnerInstancePlatformResponse,
    RefreshPartnerPlatformTemplatesResponse,
    RemovePartnerMemberResponse,
    ReportPartnerMessageDeliveryFailureResponse,
    ReportPartnerMessageStatusesReportsItem,
    ReportPartnerMessageStatusesResponse,
    ReportPartnerMessageStatusResponse,
    ResendPartnerWebhookEventsResponse,
    RetryPartnerWebhookMigrationResponse,
    RevealPartnerInstancePlatformTokenResponse,
    RevokePartnerApiKeyResponse,
    RotatePartnerWebhookSecretResponse,
    SearchPartnerDeliveryEventsResponse,
    SearchPartnerInstancesResponse,
    SendPartnerWebhookTestEventResponse,
    Template,
    UpdatePartnerConnectPageResponse,
    UpdatePartnerCustomerChanges,
    UpdatePartnerCustomerResponse,
    UpdatePartnerInstanceLabelResponse,
    UpdatePartnerMemberResponse,
    UpdatePartnerNotificationPreferencesResponse,
    UpdatePartnerWebhookEndpointResponse,
    UpdatePartnerWebhookEventTypesResponse,
    UpsertPartnerCustomerResponse,
    ValidatePartnerWebhookEndpointResponse,
)
from .not_given import NOT_GIVEN, NotGiven, Parameters
from .options import CallOptions

SENT_ONCE = frozenset(
    {
        "reveal-partner-instance-platform-token",
        "rotate-partner-webhook-secret",
        "issue-partner-api-key",
    }
)
"""Commands whose response is not stored, because it has a secret. A second attempt would be another command."""


class Routes(ABC):
    """A method for each route."""

    @abstractmethod
    def _call(
        self,
        route: str,
        method: str,
        parameters: Parameters,
        body: type[Body],
        idempotency_key: str | UUID | None,
        options: CallOptions | None,
    ) -> Answer[Body]: ...

    @abstractmethod
    def _pages(
        self, route: str, parameters: Parameters, body: type[Listed], options: CallOptions | None
    ) -> Iterator[Listed]: ...

    @abstractmethod
    def _items(self, pages: Iterator[Page[Item]]) -> Iterator[Item]: ...

    def upsert_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_name: str,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpsertPartnerCustomerResponse]:
        """Creates the customer with an external id, or updates the existing one. Omitted fields are not changed."""
        return self._call("upsert-partner-customer", "POST", {"external_customer_id": external_customer_id, "customer_name": customer_name, "customer_email": customer_email, "customer_phone": customer_phone, "metadata": metadata}, UpsertPartnerCustomerResponse, idempotency_key, options)

    def list_partner_customers(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"] | NotGiven = NOT_GIVEN,
        include_merged: bool | NotGiven = NOT_GIVEN,
        include_erased: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerCustomersResponse]:
        """Returns a page of the partner's customers, newest first."""
        return self._call("list-partner-customers", "GET", {"page": page, "page_size": page_size, "search": search, "status": status, "include_merged": include_merged, "include_erased": include_erased}, ListPartnerCustomersResponse, None, options)

    def list_partner_customers_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"] | NotGiven = NOT_GIVEN,
        include_merged: bool | NotGiven = NOT_GIVEN,
        include_erased: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerCustomersResponse]:
        """The pages of list_partner_customers, from `page` on."""
        return self._pages("list-partner-customers", {"page": page, "page_size": page_size, "search": search, "status": status, "include_merged": include_merged, "include_erased": include_erased}, ListPartnerCustomersResponse, options)

    def list_partner_customers_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"] | NotGiven = NOT_GIVEN,
        include_merged: bool | NotGiven = NOT_GIVEN,
        include_erased: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[Customer]:
        """The items of all pages of list_partner_customers. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-customers", {"page": page, "page_size": page_size, "search": search, "status": status, "include_merged": include_merged, "include_erased": include_erased}, ListPartnerCustomersResponse, options))

    @overload
    def get_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]: ...

    @overload
    def get_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]: ...

    @overload
    def get_partner_customer(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]: ...

    def get_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]:
        """Returns a customer with its instances, slots, latest history, risk and last deactivation. Needs customer_id or external_customer_id."""
        return self._call("get-partner-customer", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id}, GetPartnerCustomerResponse, None, options)

    @overload
    def update_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        changes: UpdatePartnerCustomerChanges | NotGiven = NOT_GIVEN,
        customer_name: str | NotGiven = NOT_GIVEN,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        expected_updated_at: str | datetime | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerCustomerResponse]: ...

    @overload
    def update_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        changes: UpdatePartnerCustomerChanges | NotGiven = NOT_GIVEN,
        customer_name: str | NotGiven = NOT_GIVEN,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        expected_updated_at: str | datetime | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerCustomerResponse]: ...

    def update_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        changes: UpdatePartnerCustomerChanges | NotGiven = NOT_GIVEN,
        customer_name: str | NotGiven = NOT_GIVEN,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        expected_updated_at: str | datetime | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerCustomerResponse]:
        """Updates the contact data of a customer. An update without a change writes no history and sends no event. Needs customer_id or external_customer_id. Needs changes, or the editable fields at the root. Must not have changes beside editable fields at the root."""
        return self._call("update-partner-customer", "PATCH", {"customer_id": customer_id, "external_customer_id": external_customer_id, "changes": changes, "customer_name": customer_name, "customer_email": customer_email, "customer_phone": customer_phone, "expected_updated_at": expected_updated_at, "reason": reason}, UpdatePartnerCustomerResponse, idempotency_key, options)

    @overload
    def get_partner_customer_history(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]: ...

    @overload
    def get_partner_customer_history(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]: ...

    @overload
    def get_partner_customer_history(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]: ...

    def get_partner_customer_history(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]:
        """Returns a page of a customer's change history, newest first. Needs customer_id or external_customer_id."""
        return self._call("get-partner-customer-history", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "page": page, "page_size": page_size}, GetPartnerCustomerHistoryResponse, None, options)

    @overload
    def get_partner_customer_history_pages(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[GetPartnerCustomerHistoryResponse]: ...

    @overload
    def get_partner_customer_history_pages(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[GetPartnerCustomerHistoryResponse]: ...

    @overload
    def get_partner_customer_history_pages(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[GetPartnerCustomerHistoryResponse]: ...

    def get_partner_customer_history_pages(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[GetPartnerCustomerHistoryResponse]:
        """The pages of get_partner_customer_history, from `page` on."""
        return self._pages("get-partner-customer-history", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "page": page, "page_size": page_size}, GetPartnerCustomerHistoryResponse, options)

    @overload
    def get_partner_customer_history_items(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[HistoryEntry]: ...

    @overload
    def get_partner_customer_history_items(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[HistoryEntry]: ...

    @overload
    def get_partner_customer_history_items(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[HistoryEntry]: ...

    def get_partner_customer_history_items(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[HistoryEntry]:
        """The items of all pages of get_partner_customer_history. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("get-partner-customer-history", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "page": page, "page_size": page_size}, GetPartnerCustomerHistoryResponse, options))

    def merge_partner_customers(
        self,
        *,
        source_customer_id: str | UUID,
        target_customer_id: str | UUID,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MergePartnerCustomersResponse]:
        """Archives a customer and moves its instances to another customer, in one commit."""
        return self._call("merge-partner-customers", "POST", {"source_customer_id": source_customer_id, "target_customer_id": target_customer_id, "reason": reason}, MergePartnerCustomersResponse, idempotency_key, options)

    def get_partner_merge(
        self,
        *,
        source_customer_id: str | UUID,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerMergeResponse]:
        """Returns how far the merge of a customer into another one has moved its instances."""
        return self._call("get-partner-merge", "GET", {"source_customer_id": source_customer_id}, GetPartnerMergeResponse, None, options)

    @overload
    def deactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]: ...

    @overload
    def deactivate_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]: ...

    @overload
    def deactivate_partner_customer(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]: ...

    def deactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]:
        """Deactivates a customer and its instances. Instances that take longer are deactivated in the background. Needs customer_id or external_customer_id."""
        return self._call("deactivate-partner-customer", method, {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "reason": reason, "deregister": deregister}, DeactivatePartnerCustomerResponse, idempotency_key, options)

    @overload
    def reactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]: ...

    @overload
    def reactivate_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]: ...

    @overload
    def reactivate_partner_customer(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]: ...

    def reactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]:
        """Reactivates a deactivated customer. Its earlier instances stay inactive. Needs customer_id or external_customer_id."""
        return self._call("reactivate-partner-customer", "POST", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "reason": reason}, ReactivatePartnerCustomerResponse, idempotency_key, options)

    def import_partner_customers(
        self,
        *,
        customers: list[ImportPartnerCustomersCustomersItem],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ImportPartnerCustomersResponse]:
        """Creates or updates up to 1,000 customers in the background. Each row is an upsert, which succeeds or fails by itself."""
        return self._call("import-partner-customers", "POST", {"customers": customers}, ImportPartnerCustomersResponse, idempotency_key, options)

    def get_partner_customer_import(
        self,
        *,
        import_id: str | UUID,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerImportResponse]:
        """Returns an import of customers, and its failed rows."""
        return self._call("get-partner-customer-import", "GET", {"import_id": import_id, "page": page, "page_size": page_size}, GetPartnerCustomerImportResponse, None, options)

    def get_partner_customer_import_pages(
        self,
        *,
        import_id: str | UUID,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[GetPartnerCustomerImportResponse]:
        """The pages of get_partner_customer_import, from `page` on."""
        return self._pages("get-partner-customer-import", {"import_id": import_id, "page": page, "page_size": page_size}, GetPartnerCustomerImportResponse, options)

    def get_partner_customer_import_items(
        self,
        *,
        import_id: str | UUID,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[GetPartnerCustomerImportResponseItemsItem]:
        """The items of all pages of get_partner_customer_import. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("get-partner-customer-import", {"import_id": import_id, "page": page, "page_size": page_size}, GetPartnerCustomerImportResponse, options))

    @overload
    def create_customer_instance(
        self,
        *,
        customer_id: str | UUID,
        instance_key: str,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]: ...

    @overload
    def create_customer_instance(
        self,
        *,
        external_customer_id: str,
        instance_key: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]: ...

    @overload
    def create_customer_instance(
        self,
        *,
        partner_customer_id: str | UUID,
        instance_key: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]: ...

    def create_customer_instance(
        self,
        *,
        instance_key: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]:
        """Creates an instance of a customer, which takes a slot, and by default a link to connect it. Needs customer_id or external_customer_id."""
        return self._call("create-customer-instance", "POST", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_key": instance_key, "instance_name": instance_name, "create_connect_session": create_connect_session, "return_url": return_url, "cancel_url": cancel_url, "success_url": success_url, "error_url": error_url, "language": language, "metadata": metadata}, CreateCustomerInstanceResponse, idempotency_key, options)

    @overload
    def create_connect_session(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]: ...

    @overload
    def create_connect_session(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]: ...

    @overload
    def create_connect_session(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]: ...

    def create_connect_session(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]:
        """Creates a link to connect or reconnect an instance, and revokes the previous link. Needs instance_id or instance_key."""
        return self._call("create-connect-session", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key, "mode": mode, "return_url": return_url, "cancel_url": cancel_url, "ttl_hours": ttl_hours, "language": language}, CreateConnectSessionResponse, idempotency_key, options)

    def list_partner_instances(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerInstancesResponse]:
        """Returns a page of the instances of the partner, of one customer, or with a number, newest first."""
        return self._call("list-partner-instances", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "page": page, "page_size": page_size, "status": status}, ListPartnerInstancesResponse, None, options)

    def list_partner_instances_pages(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerInstancesResponse]:
        """The pages of list_partner_instances, from `page` on."""
        return self._pages("list-partner-instances", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "page": page, "page_size": page_size, "status": status}, ListPartnerInstancesResponse, options)

    def list_partner_instances_items(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[InstanceListItem]:
        """The items of all pages of list_partner_instances. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-instances", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "page": page, "page_size": page_size, "status": status}, ListPartnerInstancesResponse, options))

    def search_partner_instances(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[SearchPartnerInstancesResponse]:
        """Returns a page of the partner's instances that match all filters, newest first, with the names of their customers."""
        return self._call("search-partner-instances", "GET", {"page": page, "page_size": page_size, "search": search, "status": status, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id}, SearchPartnerInstancesResponse, None, options)

    def search_partner_instances_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[SearchPartnerInstancesResponse]:
        """The pages of search_partner_instances, from `page` on."""
        return self._pages("search-partner-instances", {"page": page, "page_size": page_size, "search": search, "status": status, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id}, SearchPartnerInstancesResponse, options)

    def search_partner_instances_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[FoundInstance]:
        """The items of all pages of search_partner_instances. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("search-partner-instances", {"page": page, "page_size": page_size, "search": search, "status": status, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id}, SearchPartnerInstancesResponse, options))

    @overload
    def get_partner_instance(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    @overload
    def get_partner_instance(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    @overload
    def get_partner_instance(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    @overload
    def get_partner_instance(
        self,
        *,
        platform_phone_number_id: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    def get_partner_instance(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]:
        """Returns an instance with all its details. Needs instance_id, instance_key or platform_phone_number_id."""
        return self._call("get-partner-instance", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key, "platform_phone_number_id": platform_phone_number_id}, GetPartnerInstanceResponse, None, options)

    @overload
    def update_partner_instance_label(
        self,
        *,
        instance_id: str | UUID,
        instance_name: str,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerInstanceLabelResponse]: ...

    @overload
    def update_partner_instance_label(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_name: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerInstanceLabelResponse]: ...

    def update_partner_instance_label(
        self,
        *,
        instance_name: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerInstanceLabelResponse]:
        """Sets the internal label of an instance. The empty string removes it. Needs instance_id."""
        return self._call("update-partner-instance-label", "PATCH", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_name": instance_name}, UpdatePartnerInstanceLabelResponse, idempotency_key, options)

    @overload
    def refresh_partner_instance_platform(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]: ...

    @overload
    def refresh_partner_instance_platform(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]: ...

    @overload
    def refresh_partner_instance_platform(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]: ...

    def refresh_partner_instance_platform(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]:
        """Reads the current state and callback of an instance from the platform. Needs instance_id or instance_key."""
        return self._call("refresh-partner-instance-platform", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key}, RefreshPartnerInstancePlatformResponse, idempotency_key, options)

    @overload
    def reveal_partner_instance_platform_token(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]: ...

    @overload
    def reveal_partner_instance_platform_token(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]: ...

    @overload
    def reveal_partner_instance_platform_token(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]: ...

    def reveal_partner_instance_platform_token(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]:
        """Returns the platform token of an instance. The history entry and the audit entry are written first. Needs instance_id or instance_key."""
        return self._call("reveal-partner-instance-platform-token", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key}, RevealPartnerInstancePlatformTokenResponse, idempotency_key, options)

    @overload
    def move_partner_instance_to_customer(
        self,
        *,
        instance_id: str | UUID,
        target_customer_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MovePartnerInstanceToCustomerResponse]: ...

    @overload
    def move_partner_instance_to_customer(
        self,
        *,
        partner_instance_id: str | UUID,
        target_customer_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MovePartnerInstanceToCustomerResponse]: ...

    def move_partner_instance_to_customer(
        self,
        *,
        target_customer_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MovePartnerInstanceToCustomerResponse]:
        """Moves an instance to another customer. Nothing else of the instance changes. Needs instance_id."""
        return self._call("move-partner-instance-to-customer", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "target_customer_id": target_customer_id, "reason": reason}, MovePartnerInstanceToCustomerResponse, idempotency_key, options)

    @overload
    def deactivate_partner_instance(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]: ...

    @overload
    def deactivate_partner_instance(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]: ...

    @overload
    def deactivate_partner_instance(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]: ...

    def deactivate_partner_instance(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]:
        """Deactivates an instance: removes its callback at the platform, then frees its slot. Needs instance_id or instance_key."""
        return self._call("deactivate-partner-instance", method, {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key, "reason": reason, "deregister": deregister}, DeactivatePartnerInstanceResponse, idempotency_key, options)

    def get_partner_connect_page(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerConnectPageResponse]:
        """Returns what the hosted page of connect sessions shows of the partner."""
        return self._call("get-partner-connect-page", "GET", {}, GetPartnerConnectPageResponse, None, options)

    def update_partner_connect_page(
        self,
        *,
        display_name: str | NotGiven | None = NOT_GIVEN,
        logo_url: str | NotGiven | None = NOT_GIVEN,
        color: str | NotGiven | None = NOT_GIVEN,
        privacy_url: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerConnectPageResponse]:
        """Sets what the hosted page of connect sessions shows of the partner. An omitted field is kept, null clears it. The image of `logo_url` is fetched at each update that gives it, and stored, so that the page loads nothing from elsewhere."""
        return self._call("update-partner-connect-page", "PATCH", {"display_name": display_name, "logo_url": logo_url, "color": color, "privacy_url": privacy_url}, UpdatePartnerConnectPageResponse, idempotency_key, options)

    def validate_partner_webhook_endpoint(
        self,
        *,
        webhook_url: str,
        platform_verify_token: str | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ValidatePartnerWebhookEndpointResponse]:
        """Validates a webhook endpoint without storing it."""
        return self._call("validate-partner-webhook-endpoint", "POST", {"webhook_url": webhook_url, "platform_verify_token": platform_verify_token, "reason": reason}, ValidatePartnerWebhookEndpointResponse, idempotency_key, options)

    def update_partner_webhook_endpoint(
        self,
        *,
        webhook_url: str,
        platform_verify_token: str | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerWebhookEndpointResponse]:
        """Validates and stores a new webhook endpoint, and starts the migration of the callbacks of all connected instances to it."""
        return self._call("update-partner-webhook-endpoint", "POST", {"webhook_url": webhook_url, "platform_verify_token": platform_verify_token, "reason": reason}, UpdatePartnerWebhookEndpointResponse, idempotency_key, options)

    def get_partner_webhook_endpoint(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookEndpointResponse]:
        """Returns the webhook endpoint without its secrets, with its health and with what waits for it."""
        return self._call("get-partner-webhook-endpoint", "GET", {}, GetPartnerWebhookEndpointResponse, None, options)

    def get_partner_webhook_migration(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        migration_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookMigrationResponse]:
        """Returns the latest webhook migration, or one by its id, with a page of its instances."""
        return self._call("get-partner-webhook-migration", "GET", {"page": page, "page_size": page_size, "migration_id": migration_id}, GetPartnerWebhookMigrationResponse, None, options)

    def retry_partner_webhook_migration(
        self,
        *,
        migration_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RetryPartnerWebhookMigrationResponse]:
        """Retries the instances of a migration whose callback could not be moved."""
        return self._call("retry-partner-webhook-migration", "POST", {"migration_id": migration_id}, RetryPartnerWebhookMigrationResponse, idempotency_key, options)

    def get_partner_webhook_event_types(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookEventTypesResponse]:
        """Returns the types of events, with those that the partner subscribes to."""
        return self._call("get-partner-webhook-event-types", "GET", {}, GetPartnerWebhookEventTypesResponse, None, options)

    def update_partner_webhook_event_types(
        self,
        *,
        event_types: list[Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"]],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerWebhookEventTypesResponse]:
        """Sets the optional types of events that are sent to the partner: the given ones and no others. Types that are always sent may be among them. A change that begins after the response has its event, or has none."""
        return self._call("update-partner-webhook-event-types", "PATCH", {"event_types": event_types}, UpdatePartnerWebhookEventTypesResponse, idempotency_key, options)

    def list_partner_webhook_events(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "undelivered", "all"] | NotGiven = NOT_GIVEN,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"] | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerWebhookEventsResponse]:
        """Returns a page of the events of the last 30 days, newest first. A change is shown within 15 seconds, and at once with `customer_id`. A number stands for the customer whose line has it. When 30 days have more events than one call reads, the list without `date_from` has the newest, and `date_from` says since when."""
        return self._call("list-partner-webhook-events", "GET", {"page": page, "page_size": page_size, "status": status, "type": type, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to}, ListPartnerWebhookEventsResponse, None, options)

    def list_partner_webhook_events_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "undelivered", "all"] | NotGiven = NOT_GIVEN,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"] | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerWebhookEventsResponse]:
        """The pages of list_partner_webhook_events, from `page` on."""
        return self._pages("list-partner-webhook-events", {"page": page, "page_size": page_size, "status": status, "type": type, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to}, ListPartnerWebhookEventsResponse, options)

    def list_partner_webhook_events_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "undelivered", "all"] | NotGiven = NOT_GIVEN,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"] | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[Event]:
        """The items of all pages of list_partner_webhook_events. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-webhook-events", {"page": page, "page_size": page_size, "status": status, "type": type, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to}, ListPartnerWebhookEventsResponse, options))

    def get_partner_webhook_event(
        self,
        *,
        event_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookEventResponse]:
        """Returns one event of the last 30 days with the body that is sent and the log of its attempts. It is found as soon as it exists."""
        return self._call("get-partner-webhook-event", "GET", {"event_id": event_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id}, GetPartnerWebhookEventResponse, None, options)

    @overload
    def resend_partner_webhook_events(
        self,
        *,
        event_id: str | UUID,
        since: str | datetime | NotGiven = NOT_GIVEN,
        until: str | datetime | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ResendPartnerWebhookEventsResponse]: ...

    @overload
    def resend_partner_webhook_events(
        self,
        *,
        since: str | datetime,
        event_id: str | UUID | NotGiven = NOT_GIVEN,
        until: str | datetime | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ResendPartnerWebhookEventsResponse]: ...

    def resend_partner_webhook_events(
        self,
        *,
        event_id: str | UUID | NotGiven = NOT_GIVEN,
        since: str | datetime | NotGiven = NOT_GIVEN,
        until: str | datetime | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ResendPartnerWebhookEventsResponse]:
        """Sends one event again, or all undelivered events since a time, in the background. They keep their ids and their order. Needs either event_id or since. Must not have event_id beside since. `until` needs since."""
        return self._call("resend-partner-webhook-events", "POST", {"event_id": event_id, "since": since, "until": until}, ResendPartnerWebhookEventsResponse, idempotency_key, options)

    def get_partner_webhook_resend(
        self,
        *,
        resend_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookResendResponse]:
        """Returns the latest resend of events, or one by its id."""
        return self._call("get-partner-webhook-resend", "GET", {"resend_id": resend_id}, GetPartnerWebhookResendResponse, None, options)

    def rotate_partner_webhook_secret(
        self,
        *,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RotatePartnerWebhookSecretResponse]:
        """Rotates the signing secret of events and returns the new one. The previous secret signs as well for 24 hours; until then there is no further rotation, except by an owner when another caller made the last one."""
        return self._call("rotate-partner-webhook-secret", "POST", {}, RotatePartnerWebhookSecretResponse, idempotency_key, options)

    def get_partner_webhook_test_event(
        self,
        *,
        event_id: str | UUID,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookTestEventResponse]:
        """Returns a test event of the last 30 days with what the endpoint answered to each attempt."""
        return self._call("get-partner-webhook-test-event", "GET", {"event_id": event_id}, GetPartnerWebhookTestEventResponse, None, options)

    def send_partner_webhook_test_event(
        self,
        *,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated", "service.ping"],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[SendPartnerWebhookTestEventResponse]:
        """Sends an event with made-up data to the endpoint. It has `test` in its body, and is in no customer's sequence."""
        return self._call("send-partner-webhook-test-event", "POST", {"type": type}, SendPartnerWebhookTestEventResponse, idempotency_key, options)

    def list_partner_platform_templates(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerPlatformTemplatesResponse]:
        """Returns a page of a business account's templates, ordered by name, language and id. `language` is required beside template_name. `template_name` must not stand beside template_id."""
        return self._call("list-partner-platform-templates", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language, "page": page, "page_size": page_size, "status": status}, ListPartnerPlatformTemplatesResponse, None, options)

    def list_partner_platform_templates_pages(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerPlatformTemplatesResponse]:
        """The pages of list_partner_platform_templates, from `page` on."""
        return self._pages("list-partner-platform-templates", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language, "page": page, "page_size": page_size, "status": status}, ListPartnerPlatformTemplatesResponse, options)

    def list_partner_platform_templates_items(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[Template]:
        """The items of all pages of list_partner_platform_templates. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-platform-templates", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language, "page": page, "page_size": page_size, "status": status}, ListPartnerPlatformTemplatesResponse, options))

    @overload
    def get_partner_platform_template(
        self,
        *,
        template_id: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateResponse]: ...

    @overload
    def get_partner_platform_template(
        self,
        *,
        template_name: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateResponse]: ...

    def get_partner_platform_template(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateResponse]:
        """Returns a template, by its id or by its name and language. Needs template_id, or template_name with language. `language` is required beside template_name. `template_name` must not stand beside template_id."""
        return self._call("get-partner-platform-template", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language}, GetPartnerPlatformTemplateResponse, None, options)

    def refresh_partner_platform_templates(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven | None = NOT_GIVEN,
        waba_id: str | NotGiven | None = NOT_GIVEN,
        force: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerPlatformTemplatesResponse]:
        """Starts a template sync of a business account in the background."""
        return self._call("refresh-partner-platform-templates", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "force": force}, RefreshPartnerPlatformTemplatesResponse, idempotency_key, options)

    def get_partner_platform_template_sync(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        sync_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateSyncResponse]:
        """Returns the progress of a template sync of a business account: the latest, or one by its id."""
        return self._call("get-partner-platform-template-sync", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "sync_id": sync_id}, GetPartnerPlatformTemplateSyncResponse, None, options)

    def list_partner_business_accounts(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        troubled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerBusinessAccountsResponse]:
        """Returns a page of the business accounts that the partner has, or had, a connected instance of, ordered by their ids: of all, or of those with troubled templates."""
        return self._call("list-partner-business-accounts", "GET", {"page": page, "page_size": page_size, "troubled": troubled}, ListPartnerBusinessAccountsResponse, None, options)

    def list_partner_business_accounts_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        troubled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerBusinessAccountsResponse]:
        """The pages of list_partner_business_accounts, from `page` on."""
        return self._pages("list-partner-business-accounts", {"page": page, "page_size": page_size, "troubled": troubled}, ListPartnerBusinessAccountsResponse, options)

    def list_partner_business_accounts_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        troubled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[BusinessAccount]:
        """The items of all pages of list_partner_business_accounts. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-business-accounts", {"page": page, "page_size": page_size, "troubled": troubled}, ListPartnerBusinessAccountsResponse, options))

    def report_partner_message_status(
        self,
        *,
        phone_number_id: str,
        status: Literal["sent", "delivered", "read", "failed", "deleted"],
        message_id: str | NotGiven | None = NOT_GIVEN,
        client_message_id: str | NotGiven | None = NOT_GIVEN,
        request_id: str | NotGiven | None = NOT_GIVEN,
        template_id: str | NotGiven | None = NOT_GIVEN,
        template_name: str | NotGiven | None = NOT_GIVEN,
        campaign_id: str | NotGiven | None = NOT_GIVEN,
        recipient_hash: str | NotGiven | None = NOT_GIVEN,
        recipient_user_id: str | NotGiven | None = NOT_GIVEN,
        user_id: str | NotGiven | None = NOT_GIVEN,
        recipient: str | NotGiven | None = NOT_GIVEN,
        error_code: int | str | NotGiven | None = NOT_GIVEN,
        error_title: str | NotGiven | None = NOT_GIVEN,
        error_message: str | NotGiven | None = NOT_GIVEN,
        error_details: str | NotGiven | None = NOT_GIVEN,
        occurred_at: str | datetime | float | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReportPartnerMessageStatusResponse]:
        """Records a status of a message. A status is recorded once: later reports of it are duplicates."""
        return self._call("report-partner-message-status", "POST", {"phone_number_id": phone_number_id, "status": status, "message_id": message_id, "client_message_id": client_message_id, "request_id": request_id, "template_id": template_id, "template_name": template_name, "campaign_id": campaign_id, "recipient_hash": recipient_hash, "recipient_user_id": recipient_user_id, "user_id": user_id, "recipient": recipient, "error_code": error_code, "error_title": error_title, "error_message": error_message, "error_details": error_details, "occurred_at": occurred_at}, ReportPartnerMessageStatusResponse, idempotency_key, options)

    def report_partner_message_delivery_failure(
        self,
        *,
        phone_number_id: str,
        status: Literal["sent", "delivered", "read", "failed", "deleted"],
        message_id: str | NotGiven | None = NOT_GIVEN,
        client_message_id: str | NotGiven | None = NOT_GIVEN,
        request_id: str | NotGiven | None = NOT_GIVEN,
        template_id: str | NotGiven | None = NOT_GIVEN,
        template_name: str | NotGiven | None = NOT_GIVEN,
        campaign_id: str | NotGiven | None = NOT_GIVEN,
        recipient_hash: str | NotGiven | None = NOT_GIVEN,
        recipient_user_id: str | NotGiven | None = NOT_GIVEN,
        user_id: str | NotGiven | None = NOT_GIVEN,
        recipient: str | NotGiven | None = NOT_GIVEN,
        error_code: int | str | NotGiven | None = NOT_GIVEN,
        error_title: str | NotGiven | None = NOT_GIVEN,
        error_message: str | NotGiven | None = NOT_GIVEN,
        error_details: str | NotGiven | None = NOT_GIVEN,
        occurred_at: str | datetime | float | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReportPartnerMessageDeliveryFailureResponse]:
        """Records a status of a message. A status is recorded once: later reports of it are duplicates."""
        return self._call("report-partner-message-delivery-failure", "POST", {"phone_number_id": phone_number_id, "status": status, "message_id": message_id, "client_message_id": client_message_id, "request_id": request_id, "template_id": template_id, "template_name": template_name, "campaign_id": campaign_id, "recipient_hash": recipient_hash, "recipient_user_id": recipient_user_id, "user_id": user_id, "recipient": recipient, "error_code": error_code, "error_title": error_title, "error_message": error_message, "error_details": error_details, "occurred_at": occurred_at}, ReportPartnerMessageDeliveryFailureResponse, idempotency_key, options)

    def report_partner_message_statuses(
        self,
        *,
        reports: list[ReportPartnerMessageStatusesReportsItem],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReportPartnerMessageStatusesResponse]:
        """Records up to 500 statuses of messages in one call. Each report is accepted or refused by itself and counts against the rate limit. A call that exceeds the limit records none."""
        return self._call("report-partner-message-statuses", "POST", {"reports": reports}, ReportPartnerMessageStatusesResponse, idempotency_key, options)

    def search_partner_delivery_events(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        status: Literal["sent", "delivered", "read", "failed", "deleted"] | NotGiven = NOT_GIVEN,
        error_code: str | NotGiven = NOT_GIVEN,
        message_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[SearchPartnerDeliveryEventsResponse]:
        """Returns a page of delivery events, newest first. Without a filter, the number of reads is the same for each page, scope and range."""
        return self._call("search-partner-delivery-events", "GET", {"page": page, "page_size": page_size, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to, "status": status, "error_code": error_code, "message_id": message_id}, SearchPartnerDeliveryEventsResponse, None, options)

    def search_partner_delivery_events_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        status: Literal["sent", "delivered", "read", "failed", "deleted"] | NotGiven = NOT_GIVEN,
        error_code: str | NotGiven = NOT_GIVEN,
        message_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[SearchPartnerDeliveryEventsResponse]:
        """The pages of search_partner_delivery_events, from `page` on."""
        return self._pages("search-partner-delivery-events", {"page": page, "page_size": page_size, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to, "status": status, "error_code": error_code, "message_id": message_id}, SearchPartnerDeliveryEventsResponse, options)

    def search_partner_delivery_events_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        status: Literal["sent", "delivered", "read", "failed", "deleted"] | NotGiven = NOT_GIVEN,
        error_code: str | NotGiven = NOT_GIVEN,
        message_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[DeliveryEvent]:
        """The items of all pages of search_partner_delivery_events. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("search-partner-delivery-events", {"page": page, "page_size": page_size, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to, "status": status, "error_code": error_code, "message_id": message_id}, SearchPartnerDeliveryEventsResponse, options))

    def get_partner_delivery_health(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        window_hours: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerDeliveryHealthResponse]:
        """Returns the delivery health of a scope over the last hours."""
        return self._call("get-partner-delivery-health", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "window_hours": window_hours}, GetPartnerDeliveryHealthResponse, None, options)

    def get_partner_usage(
        self,
        *,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        granularity: Literal["day", "month"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerUsageResponse]:
        """Returns the usage of UTC days or months, as it is billed. A day is closed some hours after its end; until then its events and reports are up to 15 seconds behind."""
        return self._call("get-partner-usage", "GET", {"date_from": date_from, "date_to": date_to, "granularity": granularity}, GetPartnerUsageResponse, None, options)

    def list_partner_notifications(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["unread", "read", "all"] | NotGiven = NOT_GIVEN,
        category: Literal["academy", "platform_alerts", "templates", "delivery_health", "billing", "billing_reminders", "system"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerNotificationsResponse]:
        """Returns a page of the calling member's notifications, newest first, of the categories that the member has enabled."""
        return self._call("list-partner-notifications", "GET", {"page": page, "page_size": page_size, "status": status, "category": category}, ListPartnerNotificationsResponse, None, options)

    def list_partner_notifications_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["unread", "read", "all"] | NotGiven = NOT_GIVEN,
        category: Literal["academy", "platform_alerts", "templates", "delivery_health", "billing", "billing_reminders", "system"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerNotificationsResponse]:
        """The pages of list_partner_notifications, from `page` on."""
        return self._pages("list-partner-notifications", {"page": page, "page_size": page_size, "status": status, "category": category}, ListPartnerNotificationsResponse, options)

    def list_partner_notifications_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["unread", "read", "all"] | NotGiven = NOT_GIVEN,
        category: Literal["academy", "platform_alerts", "templates", "delivery_health", "billing", "billing_reminders", "system"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[Notification]:
        """The items of all pages of list_partner_notifications. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-notifications", {"page": page, "page_size": page_size, "status": status, "category": category}, ListPartnerNotificationsResponse, options))

    def mark_partner_notification_read(
        self,
        *,
        notification_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MarkPartnerNotificationReadResponse]:
        """Marks a notification as read by the calling member. A repetition returns the first time."""
        return self._call("mark-partner-notification-read", "POST", {"notification_id": notification_id}, MarkPartnerNotificationReadResponse, idempotency_key, options)

    def mark_all_partner_notifications_read(
        self,
        *,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MarkAllPartnerNotificationsReadResponse]:
        """Marks all current notifications as read by the calling member, with one write."""
        return self._call("mark-all-partner-notifications-read", "POST", {}, MarkAllPartnerNotificationsReadResponse, idempotency_key, options)

    def get_partner_notification_preferences(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerNotificationPreferencesResponse]:
        """Returns the notification preferences of the calling member."""
        return self._call("get-partner-notification-preferences", "GET", {}, GetPartnerNotificationPreferencesResponse, None, options)

    def update_partner_notification_preferences(
        self,
        *,
        notify_academy: bool | NotGiven = NOT_GIVEN,
        notify_platform_alerts: bool | NotGiven = NOT_GIVEN,
        notify_templates: bool | NotGiven = NOT_GIVEN,
        notify_delivery_health: bool | NotGiven = NOT_GIVEN,
        notify_billing: bool | NotGiven = NOT_GIVEN,
        notify_billing_reminders: bool | NotGiven = NOT_GIVEN,
        notify_system: bool | NotGiven = NOT_GIVEN,
        popup_enabled: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerNotificationPreferencesResponse]:
        """Updates the notification preferences of the calling member. Omitted preferences are not changed."""
        return self._call("update-partner-notification-preferences", "PATCH", {"notify_academy": notify_academy, "notify_platform_alerts": notify_platform_alerts, "notify_templates": notify_templates, "notify_delivery_health": notify_delivery_health, "notify_billing": notify_billing, "notify_billing_reminders": notify_billing_reminders, "notify_system": notify_system, "popup_enabled": popup_enabled}, UpdatePartnerNotificationPreferencesResponse, idempotency_key, options)

    def get_partner_member(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerMemberResponse]:
        """Returns the calling member with its role, its scopes and its partners, the partner of the call with its slots, and the invitations that the member has not accepted."""
        return self._call("get-partner-member", "GET", {}, GetPartnerMemberResponse, None, options)

    def list_partner_members(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerMembersResponse]:
        """Returns a page of the partner's members, the newest first."""
        return self._call("list-partner-members", "GET", {"page": page, "page_size": page_size}, ListPartnerMembersResponse, None, options)

    def list_partner_members_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerMembersResponse]:
        """The pages of list_partner_members, from `page` on."""
        return self._pages("list-partner-members", {"page": page, "page_size": page_size}, ListPartnerMembersResponse, options)

    def list_partner_members_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[Member]:
        """The items of all pages of list_partner_members. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-members", {"page": page, "page_size": page_size}, ListPartnerMembersResponse, options))

    def invite_partner_member(
        self,
        *,
        email: str,
        role: Literal["owner", "admin", "developer", "support", "viewer"],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[InvitePartnerMemberResponse]:
        """Invites a person to the team, who becomes a member by accepting. A person who has never signed in gets an e-mail. Another invitation before that replaces the first one."""
        return self._call("invite-partner-member", "POST", {"email": email, "role": role}, InvitePartnerMemberResponse, idempotency_key, options)

    def update_partner_member(
        self,
        *,
        member_id: str | UUID,
        role: Literal["owner", "admin", "developer", "support", "viewer"],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerMemberResponse]:
        """Changes the role of a member within 60 seconds. The team keeps an owner."""
        return self._call("update-partner-member", "PATCH", {"member_id": member_id, "role": role}, UpdatePartnerMemberResponse, idempotency_key, options)

    def remove_partner_member(
        self,
        *,
        member_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RemovePartnerMemberResponse]:
        """Removes a member from the team within 60 seconds, and deletes the sign-in of a member of no other partner; withdraws an invitation. The team keeps an owner. The answer has the keys that the member issued and that are still active."""
        return self._call("remove-partner-member", "DELETE", {"member_id": member_id}, RemovePartnerMemberResponse, idempotency_key, options)

    def accept_partner_invitation(
        self,
        *,
        partner_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[AcceptPartnerInvitationResponse]:
        """Accepts an invitation to the team of a partner."""
        return self._call("accept-partner-invitation", "POST", {"partner_id": partner_id}, AcceptPartnerInvitationResponse, idempotency_key, options)

    def decline_partner_invitation(
        self,
        *,
        partner_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeclinePartnerInvitationResponse]:
        """Declines an invitation to the team of a partner, and deletes the sign-in of who is a member of no other partner."""
        return self._call("decline-partner-invitation", "POST", {"partner_id": partner_id}, DeclinePartnerInvitationResponse, idempotency_key, options)

    def leave_partner(
        self,
        *,
        partner_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LeavePartnerResponse]:
        """Ends the membership of the calling member, and deletes the sign-in of a member of no other partner. The last owner cannot leave."""
        return self._call("leave-partner", "POST", {"partner_id": partner_id}, LeavePartnerResponse, idempotency_key, options)

    def list_partner_api_keys(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerApiKeysResponse]:
        """Returns a page of the partner's API keys, also of those that ended, the newest first. It has no secrets."""
        return self._call("list-partner-api-keys", "GET", {"page": page, "page_size": page_size}, ListPartnerApiKeysResponse, None, options)

    def list_partner_api_keys_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[ListPartnerApiKeysResponse]:
        """The pages of list_partner_api_keys, from `page` on."""
        return self._pages("list-partner-api-keys", {"page": page, "page_size": page_size}, ListPartnerApiKeysResponse, options)

    def list_partner_api_keys_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Iterator[Key]:
        """The items of all pages of list_partner_api_keys. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-api-keys", {"page": page, "page_size": page_size}, ListPartnerApiKeysResponse, options))

    def issue_partner_api_key(
        self,
        *,
        scopes: list[Literal["customers.read", "customers.write", "instances.read", "instances.write", "webhook.read", "webhook.write", "templates.read", "templates.write", "platform_risk.read", "usage.read", "platform_token.reveal"]],
        expires_at: str | datetime | NotGiven | None = NOT_GIVEN,
        label: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[IssuePartnerApiKeyResponse]:
        """Issues an API key with some of the member's scopes. Only this response has the key."""
        return self._call("issue-partner-api-key", "POST", {"scopes": scopes, "expires_at": expires_at, "label": label}, IssuePartnerApiKeyResponse, idempotency_key, options)

    def revoke_partner_api_key(
        self,
        *,
        key_id: str,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevokePartnerApiKeyResponse]:
        """Revokes an API key within 60 seconds. A repetition changes nothing."""
        return self._call("revoke-partner-api-key", "DELETE", {"key_id": key_id}, RevokePartnerApiKeyResponse, idempotency_key, options)


class AsyncRoutes(ABC):
    """A method for each route."""

    @abstractmethod
    async def _call(
        self,
        route: str,
        method: str,
        parameters: Parameters,
        body: type[Body],
        idempotency_key: str | UUID | None,
        options: CallOptions | None,
    ) -> Answer[Body]: ...

    @abstractmethod
    def _pages(
        self, route: str, parameters: Parameters, body: type[Listed], options: CallOptions | None
    ) -> AsyncIterator[Listed]: ...

    @abstractmethod
    def _items(self, pages: AsyncIterator[Page[Item]]) -> AsyncIterator[Item]: ...

    async def upsert_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_name: str,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpsertPartnerCustomerResponse]:
        """Creates the customer with an external id, or updates the existing one. Omitted fields are not changed."""
        return await self._call("upsert-partner-customer", "POST", {"external_customer_id": external_customer_id, "customer_name": customer_name, "customer_email": customer_email, "customer_phone": customer_phone, "metadata": metadata}, UpsertPartnerCustomerResponse, idempotency_key, options)

    async def list_partner_customers(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"] | NotGiven = NOT_GIVEN,
        include_merged: bool | NotGiven = NOT_GIVEN,
        include_erased: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerCustomersResponse]:
        """Returns a page of the partner's customers, newest first."""
        return await self._call("list-partner-customers", "GET", {"page": page, "page_size": page_size, "search": search, "status": status, "include_merged": include_merged, "include_erased": include_erased}, ListPartnerCustomersResponse, None, options)

    def list_partner_customers_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"] | NotGiven = NOT_GIVEN,
        include_merged: bool | NotGiven = NOT_GIVEN,
        include_erased: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerCustomersResponse]:
        """The pages of list_partner_customers, from `page` on."""
        return self._pages("list-partner-customers", {"page": page, "page_size": page_size, "search": search, "status": status, "include_merged": include_merged, "include_erased": include_erased}, ListPartnerCustomersResponse, options)

    def list_partner_customers_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["active", "inactive", "merged", "erasing", "erased", "erasure_failed"] | NotGiven = NOT_GIVEN,
        include_merged: bool | NotGiven = NOT_GIVEN,
        include_erased: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Customer]:
        """The items of all pages of list_partner_customers. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-customers", {"page": page, "page_size": page_size, "search": search, "status": status, "include_merged": include_merged, "include_erased": include_erased}, ListPartnerCustomersResponse, options))

    @overload
    async def get_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]: ...

    @overload
    async def get_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]: ...

    @overload
    async def get_partner_customer(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]: ...

    async def get_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerResponse]:
        """Returns a customer with its instances, slots, latest history, risk and last deactivation. Needs customer_id or external_customer_id."""
        return await self._call("get-partner-customer", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id}, GetPartnerCustomerResponse, None, options)

    @overload
    async def update_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        changes: UpdatePartnerCustomerChanges | NotGiven = NOT_GIVEN,
        customer_name: str | NotGiven = NOT_GIVEN,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        expected_updated_at: str | datetime | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerCustomerResponse]: ...

    @overload
    async def update_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        changes: UpdatePartnerCustomerChanges | NotGiven = NOT_GIVEN,
        customer_name: str | NotGiven = NOT_GIVEN,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        expected_updated_at: str | datetime | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerCustomerResponse]: ...

    async def update_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        changes: UpdatePartnerCustomerChanges | NotGiven = NOT_GIVEN,
        customer_name: str | NotGiven = NOT_GIVEN,
        customer_email: str | NotGiven | None = NOT_GIVEN,
        customer_phone: str | NotGiven | None = NOT_GIVEN,
        expected_updated_at: str | datetime | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerCustomerResponse]:
        """Updates the contact data of a customer. An update without a change writes no history and sends no event. Needs customer_id or external_customer_id. Needs changes, or the editable fields at the root. Must not have changes beside editable fields at the root."""
        return await self._call("update-partner-customer", "PATCH", {"customer_id": customer_id, "external_customer_id": external_customer_id, "changes": changes, "customer_name": customer_name, "customer_email": customer_email, "customer_phone": customer_phone, "expected_updated_at": expected_updated_at, "reason": reason}, UpdatePartnerCustomerResponse, idempotency_key, options)

    @overload
    async def get_partner_customer_history(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]: ...

    @overload
    async def get_partner_customer_history(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]: ...

    @overload
    async def get_partner_customer_history(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]: ...

    async def get_partner_customer_history(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerHistoryResponse]:
        """Returns a page of a customer's change history, newest first. Needs customer_id or external_customer_id."""
        return await self._call("get-partner-customer-history", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "page": page, "page_size": page_size}, GetPartnerCustomerHistoryResponse, None, options)

    @overload
    def get_partner_customer_history_pages(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GetPartnerCustomerHistoryResponse]: ...

    @overload
    def get_partner_customer_history_pages(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GetPartnerCustomerHistoryResponse]: ...

    @overload
    def get_partner_customer_history_pages(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GetPartnerCustomerHistoryResponse]: ...

    def get_partner_customer_history_pages(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GetPartnerCustomerHistoryResponse]:
        """The pages of get_partner_customer_history, from `page` on."""
        return self._pages("get-partner-customer-history", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "page": page, "page_size": page_size}, GetPartnerCustomerHistoryResponse, options)

    @overload
    def get_partner_customer_history_items(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[HistoryEntry]: ...

    @overload
    def get_partner_customer_history_items(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[HistoryEntry]: ...

    @overload
    def get_partner_customer_history_items(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[HistoryEntry]: ...

    def get_partner_customer_history_items(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[HistoryEntry]:
        """The items of all pages of get_partner_customer_history. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("get-partner-customer-history", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "page": page, "page_size": page_size}, GetPartnerCustomerHistoryResponse, options))

    async def merge_partner_customers(
        self,
        *,
        source_customer_id: str | UUID,
        target_customer_id: str | UUID,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MergePartnerCustomersResponse]:
        """Archives a customer and moves its instances to another customer, in one commit."""
        return await self._call("merge-partner-customers", "POST", {"source_customer_id": source_customer_id, "target_customer_id": target_customer_id, "reason": reason}, MergePartnerCustomersResponse, idempotency_key, options)

    async def get_partner_merge(
        self,
        *,
        source_customer_id: str | UUID,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerMergeResponse]:
        """Returns how far the merge of a customer into another one has moved its instances."""
        return await self._call("get-partner-merge", "GET", {"source_customer_id": source_customer_id}, GetPartnerMergeResponse, None, options)

    @overload
    async def deactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]: ...

    @overload
    async def deactivate_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]: ...

    @overload
    async def deactivate_partner_customer(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]: ...

    async def deactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerCustomerResponse]:
        """Deactivates a customer and its instances. Instances that take longer are deactivated in the background. Needs customer_id or external_customer_id."""
        return await self._call("deactivate-partner-customer", method, {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "reason": reason, "deregister": deregister}, DeactivatePartnerCustomerResponse, idempotency_key, options)

    @overload
    async def reactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]: ...

    @overload
    async def reactivate_partner_customer(
        self,
        *,
        external_customer_id: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]: ...

    @overload
    async def reactivate_partner_customer(
        self,
        *,
        partner_customer_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]: ...

    async def reactivate_partner_customer(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReactivatePartnerCustomerResponse]:
        """Reactivates a deactivated customer. Its earlier instances stay inactive. Needs customer_id or external_customer_id."""
        return await self._call("reactivate-partner-customer", "POST", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "reason": reason}, ReactivatePartnerCustomerResponse, idempotency_key, options)

    async def import_partner_customers(
        self,
        *,
        customers: list[ImportPartnerCustomersCustomersItem],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ImportPartnerCustomersResponse]:
        """Creates or updates up to 1,000 customers in the background. Each row is an upsert, which succeeds or fails by itself."""
        return await self._call("import-partner-customers", "POST", {"customers": customers}, ImportPartnerCustomersResponse, idempotency_key, options)

    async def get_partner_customer_import(
        self,
        *,
        import_id: str | UUID,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerCustomerImportResponse]:
        """Returns an import of customers, and its failed rows."""
        return await self._call("get-partner-customer-import", "GET", {"import_id": import_id, "page": page, "page_size": page_size}, GetPartnerCustomerImportResponse, None, options)

    def get_partner_customer_import_pages(
        self,
        *,
        import_id: str | UUID,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GetPartnerCustomerImportResponse]:
        """The pages of get_partner_customer_import, from `page` on."""
        return self._pages("get-partner-customer-import", {"import_id": import_id, "page": page, "page_size": page_size}, GetPartnerCustomerImportResponse, options)

    def get_partner_customer_import_items(
        self,
        *,
        import_id: str | UUID,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GetPartnerCustomerImportResponseItemsItem]:
        """The items of all pages of get_partner_customer_import. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("get-partner-customer-import", {"import_id": import_id, "page": page, "page_size": page_size}, GetPartnerCustomerImportResponse, options))

    @overload
    async def create_customer_instance(
        self,
        *,
        customer_id: str | UUID,
        instance_key: str,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]: ...

    @overload
    async def create_customer_instance(
        self,
        *,
        external_customer_id: str,
        instance_key: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]: ...

    @overload
    async def create_customer_instance(
        self,
        *,
        partner_customer_id: str | UUID,
        instance_key: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]: ...

    async def create_customer_instance(
        self,
        *,
        instance_key: str,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_name: str | NotGiven | None = NOT_GIVEN,
        create_connect_session: bool | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        success_url: str | NotGiven | None = NOT_GIVEN,
        error_url: str | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        metadata: dict[str, Any] | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateCustomerInstanceResponse]:
        """Creates an instance of a customer, which takes a slot, and by default a link to connect it. Needs customer_id or external_customer_id."""
        return await self._call("create-customer-instance", "POST", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_key": instance_key, "instance_name": instance_name, "create_connect_session": create_connect_session, "return_url": return_url, "cancel_url": cancel_url, "success_url": success_url, "error_url": error_url, "language": language, "metadata": metadata}, CreateCustomerInstanceResponse, idempotency_key, options)

    @overload
    async def create_connect_session(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]: ...

    @overload
    async def create_connect_session(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]: ...

    @overload
    async def create_connect_session(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]: ...

    async def create_connect_session(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        mode: Literal["connect", "reconnect"] | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven | None = NOT_GIVEN,
        cancel_url: str | NotGiven | None = NOT_GIVEN,
        ttl_hours: float | NotGiven | None = NOT_GIVEN,
        language: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CreateConnectSessionResponse]:
        """Creates a link to connect or reconnect an instance, and revokes the previous link. Needs instance_id or instance_key."""
        return await self._call("create-connect-session", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key, "mode": mode, "return_url": return_url, "cancel_url": cancel_url, "ttl_hours": ttl_hours, "language": language}, CreateConnectSessionResponse, idempotency_key, options)

    async def list_partner_instances(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerInstancesResponse]:
        """Returns a page of the instances of the partner, of one customer, or with a number, newest first."""
        return await self._call("list-partner-instances", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "page": page, "page_size": page_size, "status": status}, ListPartnerInstancesResponse, None, options)

    def list_partner_instances_pages(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerInstancesResponse]:
        """The pages of list_partner_instances, from `page` on."""
        return self._pages("list-partner-instances", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "page": page, "page_size": page_size, "status": status}, ListPartnerInstancesResponse, options)

    def list_partner_instances_items(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[InstanceListItem]:
        """The items of all pages of list_partner_instances. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-instances", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "page": page, "page_size": page_size, "status": status}, ListPartnerInstancesResponse, options))

    async def search_partner_instances(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[SearchPartnerInstancesResponse]:
        """Returns a page of the partner's instances that match all filters, newest first, with the names of their customers."""
        return await self._call("search-partner-instances", "GET", {"page": page, "page_size": page_size, "search": search, "status": status, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id}, SearchPartnerInstancesResponse, None, options)

    def search_partner_instances_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[SearchPartnerInstancesResponse]:
        """The pages of search_partner_instances, from `page` on."""
        return self._pages("search-partner-instances", {"page": page, "page_size": page_size, "search": search, "status": status, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id}, SearchPartnerInstancesResponse, options)

    def search_partner_instances_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        status: Literal["created", "awaiting_connection", "connecting", "connected", "degraded", "reconnect_required", "deactivating", "deactivation_failed", "inactive"] | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[FoundInstance]:
        """The items of all pages of search_partner_instances. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("search-partner-instances", {"page": page, "page_size": page_size, "search": search, "status": status, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id}, SearchPartnerInstancesResponse, options))

    @overload
    async def get_partner_instance(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    @overload
    async def get_partner_instance(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    @overload
    async def get_partner_instance(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    @overload
    async def get_partner_instance(
        self,
        *,
        platform_phone_number_id: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]: ...

    async def get_partner_instance(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerInstanceResponse]:
        """Returns an instance with all its details. Needs instance_id, instance_key or platform_phone_number_id."""
        return await self._call("get-partner-instance", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key, "platform_phone_number_id": platform_phone_number_id}, GetPartnerInstanceResponse, None, options)

    @overload
    async def update_partner_instance_label(
        self,
        *,
        instance_id: str | UUID,
        instance_name: str,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerInstanceLabelResponse]: ...

    @overload
    async def update_partner_instance_label(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_name: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerInstanceLabelResponse]: ...

    async def update_partner_instance_label(
        self,
        *,
        instance_name: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerInstanceLabelResponse]:
        """Sets the internal label of an instance. The empty string removes it. Needs instance_id."""
        return await self._call("update-partner-instance-label", "PATCH", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_name": instance_name}, UpdatePartnerInstanceLabelResponse, idempotency_key, options)

    @overload
    async def refresh_partner_instance_platform(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]: ...

    @overload
    async def refresh_partner_instance_platform(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]: ...

    @overload
    async def refresh_partner_instance_platform(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]: ...

    async def refresh_partner_instance_platform(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerInstancePlatformResponse]:
        """Reads the current state and callback of an instance from the platform. Needs instance_id or instance_key."""
        return await self._call("refresh-partner-instance-platform", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key}, RefreshPartnerInstancePlatformResponse, idempotency_key, options)

    @overload
    async def reveal_partner_instance_platform_token(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]: ...

    @overload
    async def reveal_partner_instance_platform_token(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]: ...

    @overload
    async def reveal_partner_instance_platform_token(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]: ...

    async def reveal_partner_instance_platform_token(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevealPartnerInstancePlatformTokenResponse]:
        """Returns the platform token of an instance. The history entry and the audit entry are written first. Needs instance_id or instance_key."""
        return await self._call("reveal-partner-instance-platform-token", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key}, RevealPartnerInstancePlatformTokenResponse, idempotency_key, options)

    @overload
    async def move_partner_instance_to_customer(
        self,
        *,
        instance_id: str | UUID,
        target_customer_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MovePartnerInstanceToCustomerResponse]: ...

    @overload
    async def move_partner_instance_to_customer(
        self,
        *,
        partner_instance_id: str | UUID,
        target_customer_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MovePartnerInstanceToCustomerResponse]: ...

    async def move_partner_instance_to_customer(
        self,
        *,
        target_customer_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MovePartnerInstanceToCustomerResponse]:
        """Moves an instance to another customer. Nothing else of the instance changes. Needs instance_id."""
        return await self._call("move-partner-instance-to-customer", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "target_customer_id": target_customer_id, "reason": reason}, MovePartnerInstanceToCustomerResponse, idempotency_key, options)

    @overload
    async def deactivate_partner_instance(
        self,
        *,
        instance_id: str | UUID,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]: ...

    @overload
    async def deactivate_partner_instance(
        self,
        *,
        partner_instance_id: str | UUID,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]: ...

    @overload
    async def deactivate_partner_instance(
        self,
        *,
        instance_key: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]: ...

    async def deactivate_partner_instance(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_key: str | NotGiven = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        deregister: bool | NotGiven = NOT_GIVEN,
        method: Literal["POST", "PATCH", "DELETE"] = "POST",
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeactivatePartnerInstanceResponse]:
        """Deactivates an instance: removes its callback at the platform, then frees its slot. Needs instance_id or instance_key."""
        return await self._call("deactivate-partner-instance", method, {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "instance_key": instance_key, "reason": reason, "deregister": deregister}, DeactivatePartnerInstanceResponse, idempotency_key, options)

    async def get_partner_connect_page(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerConnectPageResponse]:
        """Returns what the hosted page of connect sessions shows of the partner."""
        return await self._call("get-partner-connect-page", "GET", {}, GetPartnerConnectPageResponse, None, options)

    async def update_partner_connect_page(
        self,
        *,
        display_name: str | NotGiven | None = NOT_GIVEN,
        logo_url: str | NotGiven | None = NOT_GIVEN,
        color: str | NotGiven | None = NOT_GIVEN,
        privacy_url: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerConnectPageResponse]:
        """Sets what the hosted page of connect sessions shows of the partner. An omitted field is kept, null clears it. The image of `logo_url` is fetched at each update that gives it, and stored, so that the page loads nothing from elsewhere."""
        return await self._call("update-partner-connect-page", "PATCH", {"display_name": display_name, "logo_url": logo_url, "color": color, "privacy_url": privacy_url}, UpdatePartnerConnectPageResponse, idempotency_key, options)

    async def validate_partner_webhook_endpoint(
        self,
        *,
        webhook_url: str,
        platform_verify_token: str | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ValidatePartnerWebhookEndpointResponse]:
        """Validates a webhook endpoint without storing it."""
        return await self._call("validate-partner-webhook-endpoint", "POST", {"webhook_url": webhook_url, "platform_verify_token": platform_verify_token, "reason": reason}, ValidatePartnerWebhookEndpointResponse, idempotency_key, options)

    async def update_partner_webhook_endpoint(
        self,
        *,
        webhook_url: str,
        platform_verify_token: str | NotGiven | None = NOT_GIVEN,
        reason: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerWebhookEndpointResponse]:
        """Validates and stores a new webhook endpoint, and starts the migration of the callbacks of all connected instances to it."""
        return await self._call("update-partner-webhook-endpoint", "POST", {"webhook_url": webhook_url, "platform_verify_token": platform_verify_token, "reason": reason}, UpdatePartnerWebhookEndpointResponse, idempotency_key, options)

    async def get_partner_webhook_endpoint(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookEndpointResponse]:
        """Returns the webhook endpoint without its secrets, with its health and with what waits for it."""
        return await self._call("get-partner-webhook-endpoint", "GET", {}, GetPartnerWebhookEndpointResponse, None, options)

    async def get_partner_webhook_migration(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        migration_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookMigrationResponse]:
        """Returns the latest webhook migration, or one by its id, with a page of its instances."""
        return await self._call("get-partner-webhook-migration", "GET", {"page": page, "page_size": page_size, "migration_id": migration_id}, GetPartnerWebhookMigrationResponse, None, options)

    async def retry_partner_webhook_migration(
        self,
        *,
        migration_id: str | UUID | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RetryPartnerWebhookMigrationResponse]:
        """Retries the instances of a migration whose callback could not be moved."""
        return await self._call("retry-partner-webhook-migration", "POST", {"migration_id": migration_id}, RetryPartnerWebhookMigrationResponse, idempotency_key, options)

    async def get_partner_webhook_event_types(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookEventTypesResponse]:
        """Returns the types of events, with those that the partner subscribes to."""
        return await self._call("get-partner-webhook-event-types", "GET", {}, GetPartnerWebhookEventTypesResponse, None, options)

    async def update_partner_webhook_event_types(
        self,
        *,
        event_types: list[Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"]],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerWebhookEventTypesResponse]:
        """Sets the optional types of events that are sent to the partner: the given ones and no others. Types that are always sent may be among them. A change that begins after the response has its event, or has none."""
        return await self._call("update-partner-webhook-event-types", "PATCH", {"event_types": event_types}, UpdatePartnerWebhookEventTypesResponse, idempotency_key, options)

    async def list_partner_webhook_events(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "undelivered", "all"] | NotGiven = NOT_GIVEN,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"] | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerWebhookEventsResponse]:
        """Returns a page of the events of the last 30 days, newest first. A change is shown within 15 seconds, and at once with `customer_id`. A number stands for the customer whose line has it. When 30 days have more events than one call reads, the list without `date_from` has the newest, and `date_from` says since when."""
        return await self._call("list-partner-webhook-events", "GET", {"page": page, "page_size": page_size, "status": status, "type": type, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to}, ListPartnerWebhookEventsResponse, None, options)

    def list_partner_webhook_events_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "undelivered", "all"] | NotGiven = NOT_GIVEN,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"] | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerWebhookEventsResponse]:
        """The pages of list_partner_webhook_events, from `page` on."""
        return self._pages("list-partner-webhook-events", {"page": page, "page_size": page_size, "status": status, "type": type, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to}, ListPartnerWebhookEventsResponse, options)

    def list_partner_webhook_events_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "undelivered", "all"] | NotGiven = NOT_GIVEN,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated"] | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Event]:
        """The items of all pages of list_partner_webhook_events. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-webhook-events", {"page": page, "page_size": page_size, "status": status, "type": type, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to}, ListPartnerWebhookEventsResponse, options))

    async def get_partner_webhook_event(
        self,
        *,
        event_id: str | UUID,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookEventResponse]:
        """Returns one event of the last 30 days with the body that is sent and the log of its attempts. It is found as soon as it exists."""
        return await self._call("get-partner-webhook-event", "GET", {"event_id": event_id, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id}, GetPartnerWebhookEventResponse, None, options)

    @overload
    async def resend_partner_webhook_events(
        self,
        *,
        event_id: str | UUID,
        since: str | datetime | NotGiven = NOT_GIVEN,
        until: str | datetime | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ResendPartnerWebhookEventsResponse]: ...

    @overload
    async def resend_partner_webhook_events(
        self,
        *,
        since: str | datetime,
        event_id: str | UUID | NotGiven = NOT_GIVEN,
        until: str | datetime | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ResendPartnerWebhookEventsResponse]: ...

    async def resend_partner_webhook_events(
        self,
        *,
        event_id: str | UUID | NotGiven = NOT_GIVEN,
        since: str | datetime | NotGiven = NOT_GIVEN,
        until: str | datetime | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ResendPartnerWebhookEventsResponse]:
        """Sends one event again, or all undelivered events since a time, in the background. They keep their ids and their order. Needs either event_id or since. Must not have event_id beside since. `until` needs since."""
        return await self._call("resend-partner-webhook-events", "POST", {"event_id": event_id, "since": since, "until": until}, ResendPartnerWebhookEventsResponse, idempotency_key, options)

    async def get_partner_webhook_resend(
        self,
        *,
        resend_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookResendResponse]:
        """Returns the latest resend of events, or one by its id."""
        return await self._call("get-partner-webhook-resend", "GET", {"resend_id": resend_id}, GetPartnerWebhookResendResponse, None, options)

    async def rotate_partner_webhook_secret(
        self,
        *,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RotatePartnerWebhookSecretResponse]:
        """Rotates the signing secret of events and returns the new one. The previous secret signs as well for 24 hours; until then there is no further rotation, except by an owner when another caller made the last one."""
        return await self._call("rotate-partner-webhook-secret", "POST", {}, RotatePartnerWebhookSecretResponse, idempotency_key, options)

    async def get_partner_webhook_test_event(
        self,
        *,
        event_id: str | UUID,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerWebhookTestEventResponse]:
        """Returns a test event of the last 30 days with what the endpoint answered to each attempt."""
        return await self._call("get-partner-webhook-test-event", "GET", {"event_id": event_id}, GetPartnerWebhookTestEventResponse, None, options)

    async def send_partner_webhook_test_event(
        self,
        *,
        type: Literal["service.partner.customer.updated", "service.partner.customer.merged", "service.partner.instance.moved", "service.partner.customer.erasure_started", "service.partner.customer.erased", "service.partner.customer.erasure_failed", "service.partner.instance.connected", "service.partner.instance.reconnect_required", "service.partner.instance.updated", "service.partner.instance.deactivated", "service.partner.connect_session.ended", "service.partner.template.updated", "service.ping"],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[SendPartnerWebhookTestEventResponse]:
        """Sends an event with made-up data to the endpoint. It has `test` in its body, and is in no customer's sequence."""
        return await self._call("send-partner-webhook-test-event", "POST", {"type": type}, SendPartnerWebhookTestEventResponse, idempotency_key, options)

    async def list_partner_platform_templates(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerPlatformTemplatesResponse]:
        """Returns a page of a business account's templates, ordered by name, language and id. `language` is required beside template_name. `template_name` must not stand beside template_id."""
        return await self._call("list-partner-platform-templates", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language, "page": page, "page_size": page_size, "status": status}, ListPartnerPlatformTemplatesResponse, None, options)

    def list_partner_platform_templates_pages(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerPlatformTemplatesResponse]:
        """The pages of list_partner_platform_templates, from `page` on."""
        return self._pages("list-partner-platform-templates", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language, "page": page, "page_size": page_size, "status": status}, ListPartnerPlatformTemplatesResponse, options)

    def list_partner_platform_templates_items(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Template]:
        """The items of all pages of list_partner_platform_templates. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-platform-templates", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language, "page": page, "page_size": page_size, "status": status}, ListPartnerPlatformTemplatesResponse, options))

    @overload
    async def get_partner_platform_template(
        self,
        *,
        template_id: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateResponse]: ...

    @overload
    async def get_partner_platform_template(
        self,
        *,
        template_name: str,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateResponse]: ...

    async def get_partner_platform_template(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        template_name: str | NotGiven = NOT_GIVEN,
        language: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateResponse]:
        """Returns a template, by its id or by its name and language. Needs template_id, or template_name with language. `language` is required beside template_name. `template_name` must not stand beside template_id."""
        return await self._call("get-partner-platform-template", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "template_id": template_id, "template_name": template_name, "language": language}, GetPartnerPlatformTemplateResponse, None, options)

    async def refresh_partner_platform_templates(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven | None = NOT_GIVEN,
        waba_id: str | NotGiven | None = NOT_GIVEN,
        force: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RefreshPartnerPlatformTemplatesResponse]:
        """Starts a template sync of a business account in the background."""
        return await self._call("refresh-partner-platform-templates", "POST", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "force": force}, RefreshPartnerPlatformTemplatesResponse, idempotency_key, options)

    async def get_partner_platform_template_sync(
        self,
        *,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_waba_id: str | NotGiven = NOT_GIVEN,
        waba_id: str | NotGiven = NOT_GIVEN,
        sync_id: str | UUID | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerPlatformTemplateSyncResponse]:
        """Returns the progress of a template sync of a business account: the latest, or one by its id."""
        return await self._call("get-partner-platform-template-sync", "GET", {"instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_waba_id": platform_waba_id, "waba_id": waba_id, "sync_id": sync_id}, GetPartnerPlatformTemplateSyncResponse, None, options)

    async def list_partner_business_accounts(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        troubled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerBusinessAccountsResponse]:
        """Returns a page of the business accounts that the partner has, or had, a connected instance of, ordered by their ids: of all, or of those with troubled templates."""
        return await self._call("list-partner-business-accounts", "GET", {"page": page, "page_size": page_size, "troubled": troubled}, ListPartnerBusinessAccountsResponse, None, options)

    def list_partner_business_accounts_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        troubled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerBusinessAccountsResponse]:
        """The pages of list_partner_business_accounts, from `page` on."""
        return self._pages("list-partner-business-accounts", {"page": page, "page_size": page_size, "troubled": troubled}, ListPartnerBusinessAccountsResponse, options)

    def list_partner_business_accounts_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        troubled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[BusinessAccount]:
        """The items of all pages of list_partner_business_accounts. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-business-accounts", {"page": page, "page_size": page_size, "troubled": troubled}, ListPartnerBusinessAccountsResponse, options))

    async def report_partner_message_status(
        self,
        *,
        phone_number_id: str,
        status: Literal["sent", "delivered", "read", "failed", "deleted"],
        message_id: str | NotGiven | None = NOT_GIVEN,
        client_message_id: str | NotGiven | None = NOT_GIVEN,
        request_id: str | NotGiven | None = NOT_GIVEN,
        template_id: str | NotGiven | None = NOT_GIVEN,
        template_name: str | NotGiven | None = NOT_GIVEN,
        campaign_id: str | NotGiven | None = NOT_GIVEN,
        recipient_hash: str | NotGiven | None = NOT_GIVEN,
        recipient_user_id: str | NotGiven | None = NOT_GIVEN,
        user_id: str | NotGiven | None = NOT_GIVEN,
        recipient: str | NotGiven | None = NOT_GIVEN,
        error_code: int | str | NotGiven | None = NOT_GIVEN,
        error_title: str | NotGiven | None = NOT_GIVEN,
        error_message: str | NotGiven | None = NOT_GIVEN,
        error_details: str | NotGiven | None = NOT_GIVEN,
        occurred_at: str | datetime | float | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReportPartnerMessageStatusResponse]:
        """Records a status of a message. A status is recorded once: later reports of it are duplicates."""
        return await self._call("report-partner-message-status", "POST", {"phone_number_id": phone_number_id, "status": status, "message_id": message_id, "client_message_id": client_message_id, "request_id": request_id, "template_id": template_id, "template_name": template_name, "campaign_id": campaign_id, "recipient_hash": recipient_hash, "recipient_user_id": recipient_user_id, "user_id": user_id, "recipient": recipient, "error_code": error_code, "error_title": error_title, "error_message": error_message, "error_details": error_details, "occurred_at": occurred_at}, ReportPartnerMessageStatusResponse, idempotency_key, options)

    async def report_partner_message_delivery_failure(
        self,
        *,
        phone_number_id: str,
        status: Literal["sent", "delivered", "read", "failed", "deleted"],
        message_id: str | NotGiven | None = NOT_GIVEN,
        client_message_id: str | NotGiven | None = NOT_GIVEN,
        request_id: str | NotGiven | None = NOT_GIVEN,
        template_id: str | NotGiven | None = NOT_GIVEN,
        template_name: str | NotGiven | None = NOT_GIVEN,
        campaign_id: str | NotGiven | None = NOT_GIVEN,
        recipient_hash: str | NotGiven | None = NOT_GIVEN,
        recipient_user_id: str | NotGiven | None = NOT_GIVEN,
        user_id: str | NotGiven | None = NOT_GIVEN,
        recipient: str | NotGiven | None = NOT_GIVEN,
        error_code: int | str | NotGiven | None = NOT_GIVEN,
        error_title: str | NotGiven | None = NOT_GIVEN,
        error_message: str | NotGiven | None = NOT_GIVEN,
        error_details: str | NotGiven | None = NOT_GIVEN,
        occurred_at: str | datetime | float | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReportPartnerMessageDeliveryFailureResponse]:
        """Records a status of a message. A status is recorded once: later reports of it are duplicates."""
        return await self._call("report-partner-message-delivery-failure", "POST", {"phone_number_id": phone_number_id, "status": status, "message_id": message_id, "client_message_id": client_message_id, "request_id": request_id, "template_id": template_id, "template_name": template_name, "campaign_id": campaign_id, "recipient_hash": recipient_hash, "recipient_user_id": recipient_user_id, "user_id": user_id, "recipient": recipient, "error_code": error_code, "error_title": error_title, "error_message": error_message, "error_details": error_details, "occurred_at": occurred_at}, ReportPartnerMessageDeliveryFailureResponse, idempotency_key, options)

    async def report_partner_message_statuses(
        self,
        *,
        reports: list[ReportPartnerMessageStatusesReportsItem],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ReportPartnerMessageStatusesResponse]:
        """Records up to 500 statuses of messages in one call. Each report is accepted or refused by itself and counts against the rate limit. A call that exceeds the limit records none."""
        return await self._call("report-partner-message-statuses", "POST", {"reports": reports}, ReportPartnerMessageStatusesResponse, idempotency_key, options)

    async def search_partner_delivery_events(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        status: Literal["sent", "delivered", "read", "failed", "deleted"] | NotGiven = NOT_GIVEN,
        error_code: str | NotGiven = NOT_GIVEN,
        message_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[SearchPartnerDeliveryEventsResponse]:
        """Returns a page of delivery events, newest first. Without a filter, the number of reads is the same for each page, scope and range."""
        return await self._call("search-partner-delivery-events", "GET", {"page": page, "page_size": page_size, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to, "status": status, "error_code": error_code, "message_id": message_id}, SearchPartnerDeliveryEventsResponse, None, options)

    def search_partner_delivery_events_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        status: Literal["sent", "delivered", "read", "failed", "deleted"] | NotGiven = NOT_GIVEN,
        error_code: str | NotGiven = NOT_GIVEN,
        message_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[SearchPartnerDeliveryEventsResponse]:
        """The pages of search_partner_delivery_events, from `page` on."""
        return self._pages("search-partner-delivery-events", {"page": page, "page_size": page_size, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to, "status": status, "error_code": error_code, "message_id": message_id}, SearchPartnerDeliveryEventsResponse, options)

    def search_partner_delivery_events_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        status: Literal["sent", "delivered", "read", "failed", "deleted"] | NotGiven = NOT_GIVEN,
        error_code: str | NotGiven = NOT_GIVEN,
        message_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[DeliveryEvent]:
        """The items of all pages of search_partner_delivery_events. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("search-partner-delivery-events", {"page": page, "page_size": page_size, "customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "date_from": date_from, "date_to": date_to, "status": status, "error_code": error_code, "message_id": message_id}, SearchPartnerDeliveryEventsResponse, options))

    async def get_partner_delivery_health(
        self,
        *,
        customer_id: str | UUID | NotGiven = NOT_GIVEN,
        external_customer_id: str | NotGiven = NOT_GIVEN,
        partner_customer_id: str | UUID | NotGiven = NOT_GIVEN,
        instance_id: str | UUID | NotGiven = NOT_GIVEN,
        partner_instance_id: str | UUID | NotGiven = NOT_GIVEN,
        platform_phone_number_id: str | NotGiven = NOT_GIVEN,
        window_hours: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerDeliveryHealthResponse]:
        """Returns the delivery health of a scope over the last hours."""
        return await self._call("get-partner-delivery-health", "GET", {"customer_id": customer_id, "external_customer_id": external_customer_id, "partner_customer_id": partner_customer_id, "instance_id": instance_id, "partner_instance_id": partner_instance_id, "platform_phone_number_id": platform_phone_number_id, "window_hours": window_hours}, GetPartnerDeliveryHealthResponse, None, options)

    async def get_partner_usage(
        self,
        *,
        date_from: str | NotGiven = NOT_GIVEN,
        date_to: str | NotGiven = NOT_GIVEN,
        granularity: Literal["day", "month"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerUsageResponse]:
        """Returns the usage of UTC days or months, as it is billed. A day is closed some hours after its end; until then its events and reports are up to 15 seconds behind."""
        return await self._call("get-partner-usage", "GET", {"date_from": date_from, "date_to": date_to, "granularity": granularity}, GetPartnerUsageResponse, None, options)

    async def list_partner_notifications(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["unread", "read", "all"] | NotGiven = NOT_GIVEN,
        category: Literal["academy", "platform_alerts", "templates", "delivery_health", "billing", "billing_reminders", "system"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerNotificationsResponse]:
        """Returns a page of the calling member's notifications, newest first, of the categories that the member has enabled."""
        return await self._call("list-partner-notifications", "GET", {"page": page, "page_size": page_size, "status": status, "category": category}, ListPartnerNotificationsResponse, None, options)

    def list_partner_notifications_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["unread", "read", "all"] | NotGiven = NOT_GIVEN,
        category: Literal["academy", "platform_alerts", "templates", "delivery_health", "billing", "billing_reminders", "system"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerNotificationsResponse]:
        """The pages of list_partner_notifications, from `page` on."""
        return self._pages("list-partner-notifications", {"page": page, "page_size": page_size, "status": status, "category": category}, ListPartnerNotificationsResponse, options)

    def list_partner_notifications_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        status: Literal["unread", "read", "all"] | NotGiven = NOT_GIVEN,
        category: Literal["academy", "platform_alerts", "templates", "delivery_health", "billing", "billing_reminders", "system"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Notification]:
        """The items of all pages of list_partner_notifications. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-notifications", {"page": page, "page_size": page_size, "status": status, "category": category}, ListPartnerNotificationsResponse, options))

    async def mark_partner_notification_read(
        self,
        *,
        notification_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MarkPartnerNotificationReadResponse]:
        """Marks a notification as read by the calling member. A repetition returns the first time."""
        return await self._call("mark-partner-notification-read", "POST", {"notification_id": notification_id}, MarkPartnerNotificationReadResponse, idempotency_key, options)

    async def mark_all_partner_notifications_read(
        self,
        *,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MarkAllPartnerNotificationsReadResponse]:
        """Marks all current notifications as read by the calling member, with one write."""
        return await self._call("mark-all-partner-notifications-read", "POST", {}, MarkAllPartnerNotificationsReadResponse, idempotency_key, options)

    async def get_partner_notification_preferences(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerNotificationPreferencesResponse]:
        """Returns the notification preferences of the calling member."""
        return await self._call("get-partner-notification-preferences", "GET", {}, GetPartnerNotificationPreferencesResponse, None, options)

    async def update_partner_notification_preferences(
        self,
        *,
        notify_academy: bool | NotGiven = NOT_GIVEN,
        notify_platform_alerts: bool | NotGiven = NOT_GIVEN,
        notify_templates: bool | NotGiven = NOT_GIVEN,
        notify_delivery_health: bool | NotGiven = NOT_GIVEN,
        notify_billing: bool | NotGiven = NOT_GIVEN,
        notify_billing_reminders: bool | NotGiven = NOT_GIVEN,
        notify_system: bool | NotGiven = NOT_GIVEN,
        popup_enabled: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerNotificationPreferencesResponse]:
        """Updates the notification preferences of the calling member. Omitted preferences are not changed."""
        return await self._call("update-partner-notification-preferences", "PATCH", {"notify_academy": notify_academy, "notify_platform_alerts": notify_platform_alerts, "notify_templates": notify_templates, "notify_delivery_health": notify_delivery_health, "notify_billing": notify_billing, "notify_billing_reminders": notify_billing_reminders, "notify_system": notify_system, "popup_enabled": popup_enabled}, UpdatePartnerNotificationPreferencesResponse, idempotency_key, options)

    async def get_partner_member(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetPartnerMemberResponse]:
        """Returns the calling member with its role, its scopes and its partners, the partner of the call with its slots, and the invitations that the member has not accepted."""
        return await self._call("get-partner-member", "GET", {}, GetPartnerMemberResponse, None, options)

    async def list_partner_members(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerMembersResponse]:
        """Returns a page of the partner's members, the newest first."""
        return await self._call("list-partner-members", "GET", {"page": page, "page_size": page_size}, ListPartnerMembersResponse, None, options)

    def list_partner_members_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerMembersResponse]:
        """The pages of list_partner_members, from `page` on."""
        return self._pages("list-partner-members", {"page": page, "page_size": page_size}, ListPartnerMembersResponse, options)

    def list_partner_members_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Member]:
        """The items of all pages of list_partner_members. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-members", {"page": page, "page_size": page_size}, ListPartnerMembersResponse, options))

    async def invite_partner_member(
        self,
        *,
        email: str,
        role: Literal["owner", "admin", "developer", "support", "viewer"],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[InvitePartnerMemberResponse]:
        """Invites a person to the team, who becomes a member by accepting. A person who has never signed in gets an e-mail. Another invitation before that replaces the first one."""
        return await self._call("invite-partner-member", "POST", {"email": email, "role": role}, InvitePartnerMemberResponse, idempotency_key, options)

    async def update_partner_member(
        self,
        *,
        member_id: str | UUID,
        role: Literal["owner", "admin", "developer", "support", "viewer"],
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[UpdatePartnerMemberResponse]:
        """Changes the role of a member within 60 seconds. The team keeps an owner."""
        return await self._call("update-partner-member", "PATCH", {"member_id": member_id, "role": role}, UpdatePartnerMemberResponse, idempotency_key, options)

    async def remove_partner_member(
        self,
        *,
        member_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RemovePartnerMemberResponse]:
        """Removes a member from the team within 60 seconds, and deletes the sign-in of a member of no other partner; withdraws an invitation. The team keeps an owner. The answer has the keys that the member issued and that are still active."""
        return await self._call("remove-partner-member", "DELETE", {"member_id": member_id}, RemovePartnerMemberResponse, idempotency_key, options)

    async def accept_partner_invitation(
        self,
        *,
        partner_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[AcceptPartnerInvitationResponse]:
        """Accepts an invitation to the team of a partner."""
        return await self._call("accept-partner-invitation", "POST", {"partner_id": partner_id}, AcceptPartnerInvitationResponse, idempotency_key, options)

    async def decline_partner_invitation(
        self,
        *,
        partner_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[DeclinePartnerInvitationResponse]:
        """Declines an invitation to the team of a partner, and deletes the sign-in of who is a member of no other partner."""
        return await self._call("decline-partner-invitation", "POST", {"partner_id": partner_id}, DeclinePartnerInvitationResponse, idempotency_key, options)

    async def leave_partner(
        self,
        *,
        partner_id: str | UUID,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LeavePartnerResponse]:
        """Ends the membership of the calling member, and deletes the sign-in of a member of no other partner. The last owner cannot leave."""
        return await self._call("leave-partner", "POST", {"partner_id": partner_id}, LeavePartnerResponse, idempotency_key, options)

    async def list_partner_api_keys(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Answer[ListPartnerApiKeysResponse]:
        """Returns a page of the partner's API keys, also of those that ended, the newest first. It has no secrets."""
        return await self._call("list-partner-api-keys", "GET", {"page": page, "page_size": page_size}, ListPartnerApiKeysResponse, None, options)

    def list_partner_api_keys_pages(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ListPartnerApiKeysResponse]:
        """The pages of list_partner_api_keys, from `page` on."""
        return self._pages("list-partner-api-keys", {"page": page, "page_size": page_size}, ListPartnerApiKeysResponse, options)

    def list_partner_api_keys_items(
        self,
        *,
        page: int | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Key]:
        """The items of all pages of list_partner_api_keys. A new item shifts the others, and one may come twice."""
        return self._items(self._pages("list-partner-api-keys", {"page": page, "page_size": page_size}, ListPartnerApiKeysResponse, options))

    async def issue_partner_api_key(
        self,
        *,
        scopes: list[Literal["customers.read", "customers.write", "instances.read", "instances.write", "webhook.read", "webhook.write", "templates.read", "templates.write", "platform_risk.read", "usage.read", "platform_token.reveal"]],
        expires_at: str | datetime | NotGiven | None = NOT_GIVEN,
        label: str | NotGiven | None = NOT_GIVEN,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[IssuePartnerApiKeyResponse]:
        """Issues an API key with some of the member's scopes. Only this response has the key."""
        return await self._call("issue-partner-api-key", "POST", {"scopes": scopes, "expires_at": expires_at, "label": label}, IssuePartnerApiKeyResponse, idempotency_key, options)

    async def revoke_partner_api_key(
        self,
        *,
        key_id: str,
        idempotency_key: str | UUID | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RevokePartnerApiKeyResponse]:
        """Revokes an API key within 60 seconds. A repetition changes nothing."""
        return await self._call("revoke-partner-api-key", "DELETE", {"key_id": key_id}, RevokePartnerApiKeyResponse, idempotency_key, options)
