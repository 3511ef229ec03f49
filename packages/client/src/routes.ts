// Made by `npm run docs` from the code; a test compares them.

import type {
  AcceptPartnerInvitationRequest,
  AcceptPartnerInvitationResponse,
  BusinessAccount,
  CreateConnectSessionRequest,
  CreateConnectSessionResponse,
  CreateCustomerInstanceRequest,
  CreateCustomerInstanceResponse,
  Customer,
  DeactivatePartnerCustomerRequest,
  DeactivatePartnerCustomerResponse,
  DeactivatePartnerInstanceRequest,
  DeactivatePartnerInstanceResponse,
  DeclinePartnerInvitationRequest,
  DeclinePartnerInvitationResponse,
  DeliveryEvent,
  Event,
  FoundInstance,
  GetPartnerConnectPageQuery,
  GetPartnerConnectPageResponse,
  GetPartnerCustomerHistoryQuery,
  GetPartnerCustomerHistoryResponse,
  GetPartnerCustomerImportQuery,
  GetPartnerCustomerImportResponse,
  GetPartnerCustomerQuery,
  GetPartnerCustomerResponse,
  GetPartnerDeliveryHealthQuery,
  GetPartnerDeliveryHealthResponse,
  GetPartnerInstanceQuery,
  GetPartnerInstanceResponse,
  GetPartnerMemberQuery,
  GetPartnerMemberResponse,
  GetPartnerMergeQuery,
  GetPartnerMergeResponse,
  GetPartnerNotificationPreferencesQuery,
  GetPartnerNotificationPreferencesResponse,
  GetPartnerPlatformTemplateQuery,
  GetPartnerPlatformTemplateResponse,
  GetPartnerPlatformTemplateSyncQuery,
  GetPartnerPlatformTemplateSyncResponse,
  GetPartnerUsageQuery,
  GetPartnerUsageResponse,
  GetPartnerWebhookEndpointQuery,
  GetPartnerWebhookEndpointResponse,
  GetPartnerWebhookEventQuery,
  GetPartnerWebhookEventResponse,
  GetPartnerWebhookEventTypesQuery,
  GetPartnerWebhookEventTypesResponse,
  GetPartnerWebhookMigrationQuery,
  GetPartnerWebhookMigrationResponse,
  GetPartnerWebhookResendQuery,
  GetPartnerWebhookResendResponse,
  GetPartnerWebhookTestEventQuery,
  GetPartnerWebhookTestEventResponse,
  HistoryEntry,
  ImportPartnerCustomersRequest,
  ImportPartnerCustomersResponse,
  InstanceListItem,
  InvitePartnerMemberRequest,
  InvitePartnerMemberResponse,
  IssuePartnerApiKeyRequest,
  IssuePartnerApiKeyResponse,
  Key,
  LeavePartnerRequest,
  LeavePartnerResponse,
  ListPartnerApiKeysQuery,
  ListPartnerApiKeysResponse,
  ListPartnerBusinessAccountsQuery,
  ListPartnerBusinessAccountsResponse,
  ListPartnerCustomersQuery,
  ListPartnerCustomersResponse,
  ListPartnerInstancesQuery,
  ListPartnerInstancesResponse,
  ListPartnerMembersQuery,
  ListPartnerMembersResponse,
  ListPartnerNotificationsQuery,
  ListPartnerNotificationsResponse,
  ListPartnerPlatformTemplatesQuery,
  ListPartnerPlatformTemplatesResponse,
  ListPartnerWebhookEventsQuery,
  ListPartnerWebhookEventsResponse,
  MarkAllPartnerNotificationsReadRequest,
  MarkAllPartnerNotificationsReadResponse,
  MarkPartnerNotificationReadRequest,
  MarkPartnerNotificationReadResponse,
  Member,
  MergePartnerCustomersRequest,
  MergePartnerCustomersResponse,
  MovePartnerInstanceToCustomerRequest,
  MovePartnerInstanceToCustomerResponse,
  Notification,
  ReactivatePartnerCustomerRequest,
  ReactivatePartnerCustomerResponse,
  RefreshPartnerInstancePlatformRequest,
  RefreshPartnerInstancePlatformResponse,
  RefreshPartnerPlatformTemplatesRequest,
  RefreshPartnerPlatformTemplatesResponse,
  RemovePartnerMemberRequest,
  RemovePartnerMemberResponse,
  ReportPartnerMessageDeliveryFailureRequest,
  ReportPartnerMessageDeliveryFailureResponse,
  ReportPartnerMessageStatusRequest,
  ReportPartnerMessageStatusResponse,
  ReportPartnerMessageStatusesRequest,
  ReportPartnerMessageStatusesResponse,
  ResendPartnerWebhookEventsRequest,
  ResendPartnerWebhookEventsResponse,
  RetryPartnerWebhookMigrationRequest,
  RetryPartnerWebhookMigrationResponse,
  RevealPartnerInstancePlatformTokenRequest,
  RevealPartnerInstancePlatformTokenResponse,
  RevokePartnerApiKeyRequest,
  RevokePartnerApiKeyResponse,
  RotatePartnerWebhookSecretRequest,
  RotatePartnerWebhookSecretResponse,
  SearchPartnerDeliveryEventsQuery,
  SearchPartnerDeliveryEventsResponse,
  SearchPartnerInstancesQuery,
  SearchPartnerInstancesResponse,
  SendPartnerWebhookTestEventRequest,
  SendPartnerWebhookTestEventResponse,
  Template,
  UpdatePartnerConnectPageRequest,
  UpdatePartnerConnectPageResponse,
  UpdatePartnerCustomerRequest,
  UpdatePartnerCustomerResponse,
  UpdatePartnerInstanceLabelRequest,
  UpdatePartnerInstanceLabelResponse,
  UpdatePartnerMemberRequest,
  UpdatePartnerMemberResponse,
  UpdatePartnerNotificationPreferencesRequest,
  UpdatePartnerNotificationPreferencesResponse,
  UpdatePartnerWebhookEndpointRequest,
  UpdatePartnerWebhookEndpointResponse,
  UpdatePartnerWebhookEventTypesRequest,
  UpdatePartnerWebhookEventTypesResponse,
  UpsertPartnerCustomerRequest,
  UpsertPartnerCustomerResponse,
  ValidatePartnerWebhookEndpointRequest,
  ValidatePartnerWebhookEndpointResponse,
} from './schemas.ts';

/** Parameters with at least one of these selectors. */
export type WithOneOf<Parameters, Selector extends keyof Parameters> = {
  [Name in Selector]-?: Parameters & Required<Pick<Parameters, Name>>;
}[Selector];

/** The routes of the service. */
export interface Routes {
  /** Creates the customer with an external id, or updates the existing one. Omitted fields are not changed. */
  readonly 'upsert-partner-customer': {
    readonly method: 'POST';
    readonly parameters: UpsertPartnerCustomerRequest;
    readonly response: UpsertPartnerCustomerResponse;
  };
  /** Returns a page of the partner's customers, newest first. */
  readonly 'list-partner-customers': {
    readonly method: 'GET';
    readonly parameters: ListPartnerCustomersQuery;
    readonly response: ListPartnerCustomersResponse;
  };
  /** Returns a customer with its instances, slots, latest history, risk and last deactivation. */
  readonly 'get-partner-customer': {
    readonly method: 'GET';
    readonly parameters: WithOneOf<
      GetPartnerCustomerQuery,
      'customer_id' | 'external_customer_id' | 'partner_customer_id'
    >;
    readonly response: GetPartnerCustomerResponse;
  };
  /** Updates the contact data of a customer. An update without a change writes no history and sends no event. */
  readonly 'update-partner-customer': {
    readonly method: 'PATCH';
    readonly parameters: WithOneOf<UpdatePartnerCustomerRequest, 'customer_id' | 'external_customer_id'>;
    readonly response: UpdatePartnerCustomerResponse;
  };
  /** Returns a page of a customer's change history, newest first. */
  readonly 'get-partner-customer-history': {
    readonly method: 'GET';
    readonly parameters: WithOneOf<
      GetPartnerCustomerHistoryQuery,
      'customer_id' | 'external_customer_id' | 'partner_customer_id'
    >;
    readonly response: GetPartnerCustomerHistoryResponse;
  };
  /** Archives a customer and moves its instances to another customer, in one commit. */
  readonly 'merge-partner-customers': {
    readonly method: 'POST';
    readonly parameters: MergePartnerCustomersRequest;
    readonly response: MergePartnerCustomersResponse;
  };
  /** Returns how far the merge of a customer into another one has moved its instances. */
  readonly 'get-partner-merge': {
    readonly method: 'GET';
    readonly parameters: GetPartnerMergeQuery;
    readonly response: GetPartnerMergeResponse;
  };
  /** Deactivates a customer and its instances. Instances that take longer are deactivated in the background. */
  readonly 'deactivate-partner-customer': {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly parameters: WithOneOf<
      DeactivatePartnerCustomerRequest,
      'customer_id' | 'external_customer_id' | 'partner_customer_id'
    >;
    readonly response: DeactivatePartnerCustomerResponse;
  };
  /** Reactivates a deactivated customer. Its earlier instances stay inactive. */
  readonly 'reactivate-partner-customer': {
    readonly method: 'POST';
    readonly parameters: WithOneOf<
      ReactivatePartnerCustomerRequest,
      'customer_id' | 'external_customer_id' | 'partner_customer_id'
    >;
    readonly response: ReactivatePartnerCustomerResponse;
  };
  /** Creates or updates up to 1,000 customers in the background. Each row is an upsert, which succeeds or fails by itself. */
  readonly 'import-partner-customers': {
    readonly method: 'POST';
    readonly parameters: ImportPartnerCustomersRequest;
    readonly response: ImportPartnerCustomersResponse;
  };
  /** Returns an import of customers, and its failed rows. */
  readonly 'get-partner-customer-import': {
    readonly method: 'GET';
    readonly parameters: GetPartnerCustomerImportQuery;
    readonly response: GetPartnerCustomerImportResponse;
  };
  /** Creates an instance of a customer, which takes a slot, and by default a link to connect it. */
  readonly 'create-customer-instance': {
    readonly method: 'POST';
    readonly parameters: WithOneOf<
      CreateCustomerInstanceRequest,
      'customer_id' | 'external_customer_id' | 'partner_customer_id'
    >;
    readonly response: CreateCustomerInstanceResponse;
  };
  /** Creates a link to connect or reconnect an instance, and revokes the previous link. */
  readonly 'create-connect-session': {
    readonly method: 'POST';
    readonly parameters: WithOneOf<CreateConnectSessionRequest, 'instance_id' | 'partner_instance_id' | 'instance_key'>;
    readonly response: CreateConnectSessionResponse;
  };
  /** Returns a page of the instances of the partner, of one customer, or with a number, newest first. */
  readonly 'list-partner-instances': {
    readonly method: 'GET';
    readonly parameters: ListPartnerInstancesQuery;
    readonly response: ListPartnerInstancesResponse;
  };
  /** Returns a page of the partner's instances that match all filters, newest first, with the names of their customers. */
  readonly 'search-partner-instances': {
    readonly method: 'GET';
    readonly parameters: SearchPartnerInstancesQuery;
    readonly response: SearchPartnerInstancesResponse;
  };
  /** Returns an instance with all its details. */
  readonly 'get-partner-instance': {
    readonly method: 'GET';
    readonly parameters: WithOneOf<
      GetPartnerInstanceQuery,
      'instance_id' | 'partner_instance_id' | 'instance_key' | 'platform_phone_number_id'
    >;
    readonly response: GetPartnerInstanceResponse;
  };
  /** Sets the internal label of an instance. The empty string removes it. */
  readonly 'update-partner-instance-label': {
    readonly method: 'PATCH';
    readonly parameters: WithOneOf<UpdatePartnerInstanceLabelRequest, 'instance_id' | 'partner_instance_id'>;
    readonly response: UpdatePartnerInstanceLabelResponse;
  };
  /** Reads the current state and callback of an instance from the platform. */
  readonly 'refresh-partner-instance-platform': {
    readonly method: 'POST';
    readonly parameters: WithOneOf<
      RefreshPartnerInstancePlatformRequest,
      'instance_id' | 'partner_instance_id' | 'instance_key'
    >;
    readonly response: RefreshPartnerInstancePlatformResponse;
  };
  /** Returns the platform token of an instance. The history entry and the audit entry are written first. */
  readonly 'reveal-partner-instance-platform-token': {
    readonly method: 'POST';
    readonly parameters: WithOneOf<
      RevealPartnerInstancePlatformTokenRequest,
      'instance_id' | 'partner_instance_id' | 'instance_key'
    >;
    readonly response: RevealPartnerInstancePlatformTokenResponse;
  };
  /** Moves an instance to another customer. Nothing else of the instance changes. */
  readonly 'move-partner-instance-to-customer': {
    readonly method: 'POST';
    readonly parameters: WithOneOf<MovePartnerInstanceToCustomerRequest, 'instance_id' | 'partner_instance_id'>;
    readonly response: MovePartnerInstanceToCustomerResponse;
  };
  /** Deactivates an instance: removes its callback at the platform, then frees its slot. */
  readonly 'deactivate-partner-instance': {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly parameters: WithOneOf<
      DeactivatePartnerInstanceRequest,
      'instance_id' | 'partner_instance_id' | 'instance_key'
    >;
    readonly response: DeactivatePartnerInstanceResponse;
  };
  /** Returns what the hosted page of connect sessions shows of the partner. */
  readonly 'get-partner-connect-page': {
    readonly method: 'GET';
    readonly parameters: GetPartnerConnectPageQuery;
    readonly response: GetPartnerConnectPageResponse;
  };
  /** Sets what the hosted page of connect sessions shows of the partner. An omitted field is kept, null clears it. The image of `logo_url` is fetched at each update that gives it, and stored, so that the page loads nothing from elsewhere. */
  readonly 'update-partner-connect-page': {
    readonly method: 'PATCH';
    readonly parameters: UpdatePartnerConnectPageRequest;
    readonly response: UpdatePartnerConnectPageResponse;
  };
  /** Validates a webhook endpoint without storing it. */
  readonly 'validate-partner-webhook-endpoint': {
    readonly method: 'POST';
    readonly parameters: ValidatePartnerWebhookEndpointRequest;
    readonly response: ValidatePartnerWebhookEndpointResponse;
  };
  /** Validates and stores a new webhook endpoint, and starts the migration of the callbacks of all connected instances to it. */
  readonly 'update-partner-webhook-endpoint': {
    readonly method: 'POST';
    readonly parameters: UpdatePartnerWebhookEndpointRequest;
    readonly response: UpdatePartnerWebhookEndpointResponse;
  };
  /** Returns the webhook endpoint without its secrets, with its health and with what waits for it. */
  readonly 'get-partner-webhook-endpoint': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookEndpointQuery;
    readonly response: GetPartnerWebhookEndpointResponse;
  };
  /** Returns the latest webhook migration, or one by its id, with a page of its instances. */
  readonly 'get-partner-webhook-migration': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookMigrationQuery;
    readonly response: GetPartnerWebhookMigrationResponse;
  };
  /** Retries the instances of a migration whose callback could not be moved. */
  readonly 'retry-partner-webhook-migration': {
    readonly method: 'POST';
    readonly parameters: RetryPartnerWebhookMigrationRequest;
    readonly response: RetryPartnerWebhookMigrationResponse;
  };
  /** Returns the types of events, with those that the partner subscribes to. */
  readonly 'get-partner-webhook-event-types': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookEventTypesQuery;
    readonly response: GetPartnerWebhookEventTypesResponse;
  };
  /** Sets the optional types of events that are sent to the partner: the given ones and no others. Types that are always sent may be among them. A change that begins after the response has its event, or has none. */
  readonly 'update-partner-webhook-event-types': {
    readonly method: 'PATCH';
    readonly parameters: UpdatePartnerWebhookEventTypesRequest;
    readonly response: UpdatePartnerWebhookEventTypesResponse;
  };
  /** Returns a page of the events of the last 30 days, newest first. A change is shown within 15 seconds, and at once with `customer_id`. A number stands for the customer whose line has it. When 30 days have more events than one call reads, the list without `date_from` has the newest, and `date_from` says since when. */
  readonly 'list-partner-webhook-events': {
    readonly method: 'GET';
    readonly parameters: ListPartnerWebhookEventsQuery;
    readonly response: ListPartnerWebhookEventsResponse;
  };
  /** Returns one event of the last 30 days with the body that is sent and the log of its attempts. It is found as soon as it exists. */
  readonly 'get-partner-webhook-event': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookEventQuery;
    readonly response: GetPartnerWebhookEventResponse;
  };
  /** Sends one event again, or all undelivered events since a time, in the background. They keep their ids and their order. */
  readonly 'resend-partner-webhook-events': {
    readonly method: 'POST';
    readonly parameters: WithOneOf<ResendPartnerWebhookEventsRequest, 'event_id' | 'since'>;
    readonly response: ResendPartnerWebhookEventsResponse;
  };
  /** Returns the latest resend of events, or one by its id. */
  readonly 'get-partner-webhook-resend': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookResendQuery;
    readonly response: GetPartnerWebhookResendResponse;
  };
  /** Rotates the signing secret of events and returns the new one. The previous secret signs as well for 24 hours; until then there is no further rotation, except by an owner when another caller made the last one. */
  readonly 'rotate-partner-webhook-secret': {
    readonly method: 'POST';
    readonly parameters: RotatePartnerWebhookSecretRequest;
    readonly response: RotatePartnerWebhookSecretResponse;
  };
  /** Returns a test event of the last 30 days with what the endpoint answered to each attempt. */
  readonly 'get-partner-webhook-test-event': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookTestEventQuery;
    readonly response: GetPartnerWebhookTestEventResponse;
  };
  /** Sends an event with made-up data to the endpoint. It has `test` in its body, and is in no customer's sequence. */
  readonly 'send-partner-webhook-test-event': {
    readonly method: 'POST';
    readonly parameters: SendPartnerWebhookTestEventRequest;
    readonly response: SendPartnerWebhookTestEventResponse;
  };
  /** Returns a page of a business account's templates, ordered by name, language and id. */
  readonly 'list-partner-platform-templates': {
    readonly method: 'GET';
    readonly parameters: ListPartnerPlatformTemplatesQuery;
    readonly response: ListPartnerPlatformTemplatesResponse;
  };
  /** Returns a template, by its id or by its name and language. */
  readonly 'get-partner-platform-template': {
    readonly method: 'GET';
    readonly parameters: WithOneOf<GetPartnerPlatformTemplateQuery, 'template_id' | 'template_name'>;
    readonly response: GetPartnerPlatformTemplateResponse;
  };
  /** Starts a template sync of a business account in the background. */
  readonly 'refresh-partner-platform-templates': {
    readonly method: 'POST';
    readonly parameters: RefreshPartnerPlatformTemplatesRequest;
    readonly response: RefreshPartnerPlatformTemplatesResponse;
  };
  /** Returns the progress of a template sync of a business account: the latest, or one by its id. */
  readonly 'get-partner-platform-template-sync': {
    readonly method: 'GET';
    readonly parameters: GetPartnerPlatformTemplateSyncQuery;
    readonly response: GetPartnerPlatformTemplateSyncResponse;
  };
  /** Returns a page of the business accounts that the partner has, or had, a connected instance of, ordered by their ids: of all, or of those with troubled templates. */
  readonly 'list-partner-business-accounts': {
    readonly method: 'GET';
    readonly parameters: ListPartnerBusinessAccountsQuery;
    readonly response: ListPartnerBusinessAccountsResponse;
  };
  /** Records a status of a message. A status is recorded once: later reports of it are duplicates. */
  readonly 'report-partner-message-status': {
    readonly method: 'POST';
    readonly parameters: ReportPartnerMessageStatusRequest;
    readonly response: ReportPartnerMessageStatusResponse;
  };
  /** Records a status of a message. A status is recorded once: later reports of it are duplicates. */
  readonly 'report-partner-message-delivery-failure': {
    readonly method: 'POST';
    readonly parameters: ReportPartnerMessageDeliveryFailureRequest;
    readonly response: ReportPartnerMessageDeliveryFailureResponse;
  };
  /** Records up to 500 statuses of messages in one call. Each report is accepted or refused by itself and counts against the rate limit. A call that exceeds the limit records none. */
  readonly 'report-partner-message-statuses': {
    readonly method: 'POST';
    readonly parameters: ReportPartnerMessageStatusesRequest;
    readonly response: ReportPartnerMessageStatusesResponse;
  };
  /** Returns a page of delivery events, newest first. Without a filter, the number of reads is the same for each page, scope and range. */
  readonly 'search-partner-delivery-events': {
    readonly method: 'GET';
    readonly parameters: SearchPartnerDeliveryEventsQuery;
    readonly response: SearchPartnerDeliveryEventsResponse;
  };
  /** Returns the delivery health of a scope over the last hours. */
  readonly 'get-partner-delivery-health': {
    readonly method: 'GET';
    readonly parameters: GetPartnerDeliveryHealthQuery;
    readonly response: GetPartnerDeliveryHealthResponse;
  };
  /** Returns the usage of UTC days or months, as it is billed. A day is closed some hours after its end; until then its events and reports are up to 15 seconds behind. */
  readonly 'get-partner-usage': {
    readonly method: 'GET';
    readonly parameters: GetPartnerUsageQuery;
    readonly response: GetPartnerUsageResponse;
  };
  /** Returns a page of the calling member's notifications, newest first, of the categories that the member has enabled. */
  readonly 'list-partner-notifications': {
    readonly method: 'GET';
    readonly parameters: ListPartnerNotificationsQuery;
    readonly response: ListPartnerNotificationsResponse;
  };
  /** Marks a notification as read by the calling member. A repetition returns the first time. */
  readonly 'mark-partner-notification-read': {
    readonly method: 'POST';
    readonly parameters: MarkPartnerNotificationReadRequest;
    readonly response: MarkPartnerNotificationReadResponse;
  };
  /** Marks all current notifications as read by the calling member, with one write. */
  readonly 'mark-all-partner-notifications-read': {
    readonly method: 'POST';
    readonly parameters: MarkAllPartnerNotificationsReadRequest;
    readonly response: MarkAllPartnerNotificationsReadResponse;
  };
  /** Returns the notification preferences of the calling member. */
  readonly 'get-partner-notification-preferences': {
    readonly method: 'GET';
    readonly parameters: GetPartnerNotificationPreferencesQuery;
    readonly response: GetPartnerNotificationPreferencesResponse;
  };
  /** Updates the notification preferences of the calling member. Omitted preferences are not changed. */
  readonly 'update-partner-notification-preferences': {
    readonly method: 'PATCH';
    readonly parameters: UpdatePartnerNotificationPreferencesRequest;
    readonly response: UpdatePartnerNotificationPreferencesResponse;
  };
  /** Returns the calling member with its role, its scopes and its partners, the partner of the call with its slots, and the invitations that the member has not accepted. */
  readonly 'get-partner-member': {
    readonly method: 'GET';
    readonly parameters: GetPartnerMemberQuery;
    readonly response: GetPartnerMemberResponse;
  };
  /** Returns a page of the partner's members, the newest first. */
  readonly 'list-partner-members': {
    readonly method: 'GET';
    readonly parameters: ListPartnerMembersQuery;
    readonly response: ListPartnerMembersResponse;
  };
  /** Invites a person to the team, who becomes a member by accepting. A person who has never signed in gets an e-mail. Another invitation before that replaces the first one. */
  readonly 'invite-partner-member': {
    readonly method: 'POST';
    readonly parameters: InvitePartnerMemberRequest;
    readonly response: InvitePartnerMemberResponse;
  };
  /** Changes the role of a member within 60 seconds. The team keeps an owner. */
  readonly 'update-partner-member': {
    readonly method: 'PATCH';
    readonly parameters: UpdatePartnerMemberRequest;
    readonly response: UpdatePartnerMemberResponse;
  };
  /** Removes a member from the team within 60 seconds, and deletes the sign-in of a member of no other partner; withdraws an invitation. The team keeps an owner. The answer has the keys that the member issued and that are still active. */
  readonly 'remove-partner-member': {
    readonly method: 'DELETE';
    readonly parameters: RemovePartnerMemberRequest;
    readonly response: RemovePartnerMemberResponse;
  };
  /** Accepts an invitation to the team of a partner. */
  readonly 'accept-partner-invitation': {
    readonly method: 'POST';
    readonly parameters: AcceptPartnerInvitationRequest;
    readonly response: AcceptPartnerInvitationResponse;
  };
  /** Declines an invitation to the team of a partner, and deletes the sign-in of who is a member of no other partner. */
  readonly 'decline-partner-invitation': {
    readonly method: 'POST';
    readonly parameters: DeclinePartnerInvitationRequest;
    readonly response: DeclinePartnerInvitationResponse;
  };
  /** Ends the membership of the calling member, and deletes the sign-in of a member of no other partner. The last owner cannot leave. */
  readonly 'leave-partner': {
    readonly method: 'POST';
    readonly parameters: LeavePartnerRequest;
    readonly response: LeavePartnerResponse;
  };
  /** Returns a page of the partner's API keys, also of those that ended, the newest first. It has no secrets. */
  readonly 'list-partner-api-keys': {
    readonly method: 'GET';
    readonly parameters: ListPartnerApiKeysQuery;
    readonly response: ListPartnerApiKeysResponse;
  };
  /** Issues an API key with some of the member's scopes. Only this response has the key. */
  readonly 'issue-partner-api-key': {
    readonly method: 'POST';
    readonly parameters: IssuePartnerApiKeyRequest;
    readonly response: IssuePartnerApiKeyResponse;
  };
  /** Revokes an API key within 60 seconds. A repetition changes nothing. */
  readonly 'revoke-partner-api-key': {
    readonly method: 'DELETE';
    readonly parameters: RevokePartnerApiKeyRequest;
    readonly response: RevokePartnerApiKeyResponse;
  };
}

export type RouteName = keyof Routes;

/** The items of the lists. */
export interface Items {
  readonly 'list-partner-customers': Customer;
  readonly 'get-partner-customer-history': HistoryEntry;
  readonly 'get-partner-customer-import': {
    /** The place of the row in the call, from 0. */
    readonly index: number;
    /** The customer's stable identifier in the partner's own system. */
    readonly external_customer_id: string | null;
    /** Why the row was refused, for programs. */
    readonly code: 'validation_failed' | 'customer_merged' | 'invalid_state';
    /** The rules that are broken, by field. */
    readonly details:
      | readonly {
          /** The field, with dots between its names. */
          readonly path: string;
          /** The rule that the field breaks, for programs. */
          readonly rule: string;
          /** The rule, for people. */
          readonly message: string;
        }[]
      | {
          /** The customer that this customer was merged into. */
          readonly merged_into: string;
        }
      | null;
  };
  readonly 'list-partner-instances': InstanceListItem;
  readonly 'search-partner-instances': FoundInstance;
  readonly 'list-partner-webhook-events': Event;
  readonly 'list-partner-platform-templates': Template;
  readonly 'list-partner-business-accounts': BusinessAccount;
  readonly 'search-partner-delivery-events': DeliveryEvent;
  readonly 'list-partner-notifications': Notification;
  readonly 'list-partner-members': Member;
  readonly 'list-partner-api-keys': Key;
}

export type ListName = keyof Items;

/** The methods of each route. The first one is the default. */
export const methodsOf = {
  'upsert-partner-customer': ['POST'],
  'list-partner-customers': ['GET'],
  'get-partner-customer': ['GET'],
  'update-partner-customer': ['PATCH'],
  'get-partner-customer-history': ['GET'],
  'merge-partner-customers': ['POST'],
  'get-partner-merge': ['GET'],
  'deactivate-partner-customer': ['POST', 'PATCH', 'DELETE'],
  'reactivate-partner-customer': ['POST'],
  'import-partner-customers': ['POST'],
  'get-partner-customer-import': ['GET'],
  'create-customer-instance': ['POST'],
  'create-connect-session': ['POST'],
  'list-partner-instances': ['GET'],
  'search-partner-instances': ['GET'],
  'get-partner-instance': ['GET'],
  'update-partner-instance-label': ['PATCH'],
  'refresh-partner-instance-platform': ['POST'],
  'reveal-partner-instance-platform-token': ['POST'],
  'move-partner-instance-to-customer': ['POST'],
  'deactivate-partner-instance': ['POST', 'PATCH', 'DELETE'],
  'get-partner-connect-page': ['GET'],
  'update-partner-connect-page': ['PATCH'],
  'validate-partner-webhook-endpoint': ['POST'],
  'update-partner-webhook-endpoint': ['POST'],
  'get-partner-webhook-endpoint': ['GET'],
  'get-partner-webhook-migration': ['GET'],
  'retry-partner-webhook-migration': ['POST'],
  'get-partner-webhook-event-types': ['GET'],
  'update-partner-webhook-event-types': ['PATCH'],
  'list-partner-webhook-events': ['GET'],
  'get-partner-webhook-event': ['GET'],
  'resend-partner-webhook-events': ['POST'],
  'get-partner-webhook-resend': ['GET'],
  'rotate-partner-webhook-secret': ['POST'],
  'get-partner-webhook-test-event': ['GET'],
  'send-partner-webhook-test-event': ['POST'],
  'list-partner-platform-templates': ['GET'],
  'get-partner-platform-template': ['GET'],
  'refresh-partner-platform-templates': ['POST'],
  'get-partner-platform-template-sync': ['GET'],
  'list-partner-business-accounts': ['GET'],
  'report-partner-message-status': ['POST'],
  'report-partner-message-delivery-failure': ['POST'],
  'report-partner-message-statuses': ['POST'],
  'search-partner-delivery-events': ['GET'],
  'get-partner-delivery-health': ['GET'],
  'get-partner-usage': ['GET'],
  'list-partner-notifications': ['GET'],
  'mark-partner-notification-read': ['POST'],
  'mark-all-partner-notifications-read': ['POST'],
  'get-partner-notification-preferences': ['GET'],
  'update-partner-notification-preferences': ['PATCH'],
  'get-partner-member': ['GET'],
  'list-partner-members': ['GET'],
  'invite-partner-member': ['POST'],
  'update-partner-member': ['PATCH'],
  'remove-partner-member': ['DELETE'],
  'accept-partner-invitation': ['POST'],
  'decline-partner-invitation': ['POST'],
  'leave-partner': ['POST'],
  'list-partner-api-keys': ['GET'],
  'issue-partner-api-key': ['POST'],
  'revoke-partner-api-key': ['DELETE'],
} as const satisfies { readonly [Name in RouteName]: readonly Routes[Name]['method'][] };

/** Commands whose response is not stored, because it has a secret. A second attempt would be another command. */
export const sentOnce: ReadonlySet<RouteName> = new Set<RouteName>([
  'reveal-partner-instance-platform-token',
  'rotate-partner-webhook-secret',
  'issue-partner-api-key',
]);
