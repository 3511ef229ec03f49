// Made by `npm run docs` from the code; a test compares them.

import type {
  CreateConnectSessionRequest,
  CreateConnectSessionResponse,
  CreateCustomerInstanceRequest,
  CreateCustomerInstanceResponse,
  Customer,
  DeactivatePartnerCustomerRequest,
  DeactivatePartnerCustomerResponse,
  DeactivatePartnerInstanceRequest,
  DeactivatePartnerInstanceResponse,
  DeliveryEvent,
  GetPartnerCustomerHistoryQuery,
  GetPartnerCustomerHistoryResponse,
  GetPartnerCustomerQuery,
  GetPartnerCustomerResponse,
  GetPartnerDeliveryHealthQuery,
  GetPartnerDeliveryHealthResponse,
  GetPartnerInstanceQuery,
  GetPartnerInstanceResponse,
  GetPartnerNotificationPreferencesQuery,
  GetPartnerNotificationPreferencesResponse,
  GetPartnerPlatformTemplateQuery,
  GetPartnerPlatformTemplateResponse,
  GetPartnerPlatformTemplateSyncQuery,
  GetPartnerPlatformTemplateSyncResponse,
  GetPartnerWebhookEndpointQuery,
  GetPartnerWebhookEndpointResponse,
  GetPartnerWebhookMigrationQuery,
  GetPartnerWebhookMigrationResponse,
  HistoryEntry,
  InstanceListItem,
  ListPartnerCustomersQuery,
  ListPartnerCustomersResponse,
  ListPartnerInstancesQuery,
  ListPartnerInstancesResponse,
  ListPartnerNotificationsQuery,
  ListPartnerNotificationsResponse,
  ListPartnerPlatformTemplatesQuery,
  ListPartnerPlatformTemplatesResponse,
  MarkAllPartnerNotificationsReadRequest,
  MarkAllPartnerNotificationsReadResponse,
  MarkPartnerNotificationReadRequest,
  MarkPartnerNotificationReadResponse,
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
  ReportPartnerMessageDeliveryFailureRequest,
  ReportPartnerMessageDeliveryFailureResponse,
  ReportPartnerMessageStatusRequest,
  ReportPartnerMessageStatusResponse,
  ReportPartnerMessageStatusesRequest,
  ReportPartnerMessageStatusesResponse,
  RetryPartnerWebhookMigrationRequest,
  RetryPartnerWebhookMigrationResponse,
  RevealPartnerInstancePlatformTokenRequest,
  RevealPartnerInstancePlatformTokenResponse,
  SearchPartnerDeliveryEventsQuery,
  SearchPartnerDeliveryEventsResponse,
  Template,
  UpdatePartnerCustomerRequest,
  UpdatePartnerCustomerResponse,
  UpdatePartnerInstanceLabelRequest,
  UpdatePartnerInstanceLabelResponse,
  UpdatePartnerNotificationPreferencesRequest,
  UpdatePartnerNotificationPreferencesResponse,
  UpdatePartnerWebhookEndpointRequest,
  UpdatePartnerWebhookEndpointResponse,
  UpsertPartnerCustomerRequest,
  UpsertPartnerCustomerResponse,
  ValidatePartnerWebhookEndpointRequest,
  ValidatePartnerWebhookEndpointResponse,
} from './schemas.ts';

/** The routes of the service. */
export interface Routes {
  /** Creates the customer of an external id, or brings the one there is up to date; a field left out is kept. */
  readonly 'upsert-partner-customer': {
    readonly method: 'POST';
    readonly parameters: UpsertPartnerCustomerRequest;
    readonly response: UpsertPartnerCustomerResponse;
  };
  /** The partner's customers, newest first. */
  readonly 'list-partner-customers': {
    readonly method: 'GET';
    readonly parameters: ListPartnerCustomersQuery;
    readonly response: ListPartnerCustomersResponse;
  };
  /** One customer with what belongs to it: its lines, its slots, its latest history, its risk and its last deactivation. */
  readonly 'get-partner-customer': {
    readonly method: 'GET';
    readonly parameters: GetPartnerCustomerQuery;
    readonly response: GetPartnerCustomerResponse;
  };
  /** Changes contact data. An update that changes nothing leaves no trace. */
  readonly 'update-partner-customer': {
    readonly method: 'PATCH';
    readonly parameters: UpdatePartnerCustomerRequest;
    readonly response: UpdatePartnerCustomerResponse;
  };
  /** The change history of a customer, newest first. */
  readonly 'get-partner-customer-history': {
    readonly method: 'GET';
    readonly parameters: GetPartnerCustomerHistoryQuery;
    readonly response: GetPartnerCustomerHistoryResponse;
  };
  /** Archives one customer and gives its lines to another, in one commit. */
  readonly 'merge-partner-customers': {
    readonly method: 'POST';
    readonly parameters: MergePartnerCustomersRequest;
    readonly response: MergePartnerCustomersResponse;
  };
  /** Closes a customer to new lines and takes its lines down; what takes long goes on in the background. */
  readonly 'deactivate-partner-customer': {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly parameters: DeactivatePartnerCustomerRequest;
    readonly response: DeactivatePartnerCustomerResponse;
  };
  /** Lets a deactivated customer take on lines again; the lines it had stay inactive. */
  readonly 'reactivate-partner-customer': {
    readonly method: 'POST';
    readonly parameters: ReactivatePartnerCustomerRequest;
    readonly response: ReactivatePartnerCustomerResponse;
  };
  /** A new line of a customer, with a slot from the start and, unless it is not wanted, the link that connects it. */
  readonly 'create-customer-instance': {
    readonly method: 'POST';
    readonly parameters: CreateCustomerInstanceRequest;
    readonly response: CreateCustomerInstanceResponse;
  };
  /** A new link that connects a line, or connects it again; the line's link before it is revoked. */
  readonly 'create-connect-session': {
    readonly method: 'POST';
    readonly parameters: CreateConnectSessionRequest;
    readonly response: CreateConnectSessionResponse;
  };
  /** The partner's lines, or one customer's, newest first. */
  readonly 'list-partner-instances': {
    readonly method: 'GET';
    readonly parameters: ListPartnerInstancesQuery;
    readonly response: ListPartnerInstancesResponse;
  };
  /** One line in detail. */
  readonly 'get-partner-instance': {
    readonly method: 'GET';
    readonly parameters: GetPartnerInstanceQuery;
    readonly response: GetPartnerInstanceResponse;
  };
  /** Names a line inside the partner's team; the empty string takes the name away. */
  readonly 'update-partner-instance-label': {
    readonly method: 'PATCH';
    readonly parameters: UpdatePartnerInstanceLabelRequest;
    readonly response: UpdatePartnerInstanceLabelResponse;
  };
  /** Asks the platform for a line's facts and callback now. */
  readonly 'refresh-partner-instance-platform': {
    readonly method: 'POST';
    readonly parameters: RefreshPartnerInstancePlatformRequest;
    readonly response: RefreshPartnerInstancePlatformResponse;
  };
  /** Shows a line's platform token. The customer's history and the audit trail say that it was shown before it is. */
  readonly 'reveal-partner-instance-platform-token': {
    readonly method: 'POST';
    readonly parameters: RevealPartnerInstancePlatformTokenRequest;
    readonly response: RevealPartnerInstancePlatformTokenResponse;
  };
  /** Gives a line to another customer; nothing of the line changes but its owner. */
  readonly 'move-partner-instance-to-customer': {
    readonly method: 'POST';
    readonly parameters: MovePartnerInstanceToCustomerRequest;
    readonly response: MovePartnerInstanceToCustomerResponse;
  };
  /** Takes a line down: its callback at the platform first, then its slot. */
  readonly 'deactivate-partner-instance': {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly parameters: DeactivatePartnerInstanceRequest;
    readonly response: DeactivatePartnerInstanceResponse;
  };
  /** Tries an endpoint, and changes nothing. */
  readonly 'validate-partner-webhook-endpoint': {
    readonly method: 'POST';
    readonly parameters: ValidatePartnerWebhookEndpointRequest;
    readonly response: ValidatePartnerWebhookEndpointResponse;
  };
  /** Takes a new endpoint, once it has proved to be the partner's, and has every connected line's callback moved to it. */
  readonly 'update-partner-webhook-endpoint': {
    readonly method: 'POST';
    readonly parameters: UpdatePartnerWebhookEndpointRequest;
    readonly response: UpdatePartnerWebhookEndpointResponse;
  };
  /** The endpoint, without its secrets. */
  readonly 'get-partner-webhook-endpoint': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookEndpointQuery;
    readonly response: GetPartnerWebhookEndpointResponse;
  };
  /** The latest migration, or one by its id, with a page of its lines. */
  readonly 'get-partner-webhook-migration': {
    readonly method: 'GET';
    readonly parameters: GetPartnerWebhookMigrationQuery;
    readonly response: GetPartnerWebhookMigrationResponse;
  };
  /** Tries the lines again whose callback could not be moved. */
  readonly 'retry-partner-webhook-migration': {
    readonly method: 'POST';
    readonly parameters: RetryPartnerWebhookMigrationRequest;
    readonly response: RetryPartnerWebhookMigrationResponse;
  };
  /** A business account's templates, by name, then language, then id. */
  readonly 'list-partner-platform-templates': {
    readonly method: 'GET';
    readonly parameters: ListPartnerPlatformTemplatesQuery;
    readonly response: ListPartnerPlatformTemplatesResponse;
  };
  /** One template: by its id, or by its name in a language. */
  readonly 'get-partner-platform-template': {
    readonly method: 'GET';
    readonly parameters: GetPartnerPlatformTemplateQuery;
    readonly response: GetPartnerPlatformTemplateResponse;
  };
  /** Brings a business account's templates up to date, in the background. */
  readonly 'refresh-partner-platform-templates': {
    readonly method: 'POST';
    readonly parameters: RefreshPartnerPlatformTemplatesRequest;
    readonly response: RefreshPartnerPlatformTemplatesResponse;
  };
  /** How far a pass over a business account's templates is: the latest, or the one that is named. */
  readonly 'get-partner-platform-template-sync': {
    readonly method: 'GET';
    readonly parameters: GetPartnerPlatformTemplateSyncQuery;
    readonly response: GetPartnerPlatformTemplateSyncResponse;
  };
  /** Records a status of a message, once; the first report of a status stands. */
  readonly 'report-partner-message-status': {
    readonly method: 'POST';
    readonly parameters: ReportPartnerMessageStatusRequest;
    readonly response: ReportPartnerMessageStatusResponse;
  };
  /** Records a status of a message, once; the first report of a status stands. */
  readonly 'report-partner-message-delivery-failure': {
    readonly method: 'POST';
    readonly parameters: ReportPartnerMessageDeliveryFailureRequest;
    readonly response: ReportPartnerMessageDeliveryFailureResponse;
  };
  /** Records up to 500 statuses of messages in one call, each as if it had been sent alone: a refused one leaves the others as they are. Each counts against the limit, and a call for which too little of it is left takes none. */
  readonly 'report-partner-message-statuses': {
    readonly method: 'POST';
    readonly parameters: ReportPartnerMessageStatusesRequest;
    readonly response: ReportPartnerMessageStatusesResponse;
  };
  /** Delivery events, newest first: any page of any scope and range for the same few reads. */
  readonly 'search-partner-delivery-events': {
    readonly method: 'GET';
    readonly parameters: SearchPartnerDeliveryEventsQuery;
    readonly response: SearchPartnerDeliveryEventsResponse;
  };
  /** How the messages of a scope fared within the last hours. */
  readonly 'get-partner-delivery-health': {
    readonly method: 'GET';
    readonly parameters: GetPartnerDeliveryHealthQuery;
    readonly response: GetPartnerDeliveryHealthResponse;
  };
  /** What the calling member was told, newest first, of the categories that the member wants. */
  readonly 'list-partner-notifications': {
    readonly method: 'GET';
    readonly parameters: ListPartnerNotificationsQuery;
    readonly response: ListPartnerNotificationsResponse;
  };
  /** Marks one notification as read by the calling member; again, it says when that was. */
  readonly 'mark-partner-notification-read': {
    readonly method: 'POST';
    readonly parameters: MarkPartnerNotificationReadRequest;
    readonly response: MarkPartnerNotificationReadResponse;
  };
  /** Marks everything there is as read by the calling member: a time is written, not each notification. */
  readonly 'mark-all-partner-notifications-read': {
    readonly method: 'POST';
    readonly parameters: MarkAllPartnerNotificationsReadRequest;
    readonly response: MarkAllPartnerNotificationsReadResponse;
  };
  /** What the calling member wants to be told. */
  readonly 'get-partner-notification-preferences': {
    readonly method: 'GET';
    readonly parameters: GetPartnerNotificationPreferencesQuery;
    readonly response: GetPartnerNotificationPreferencesResponse;
  };
  /** Changes what the calling member wants to be told; a preference left out is kept. */
  readonly 'update-partner-notification-preferences': {
    readonly method: 'PATCH';
    readonly parameters: UpdatePartnerNotificationPreferencesRequest;
    readonly response: UpdatePartnerNotificationPreferencesResponse;
  };
}

export type RouteName = keyof Routes;

/** The items of the lists. */
export interface Items {
  readonly 'list-partner-customers': Customer;
  readonly 'get-partner-customer-history': HistoryEntry;
  readonly 'list-partner-instances': InstanceListItem;
  readonly 'list-partner-platform-templates': Template;
  readonly 'search-partner-delivery-events': DeliveryEvent;
  readonly 'list-partner-notifications': Notification;
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
  'deactivate-partner-customer': ['POST', 'PATCH', 'DELETE'],
  'reactivate-partner-customer': ['POST'],
  'create-customer-instance': ['POST'],
  'create-connect-session': ['POST'],
  'list-partner-instances': ['GET'],
  'get-partner-instance': ['GET'],
  'update-partner-instance-label': ['PATCH'],
  'refresh-partner-instance-platform': ['POST'],
  'reveal-partner-instance-platform-token': ['POST'],
  'move-partner-instance-to-customer': ['POST'],
  'deactivate-partner-instance': ['POST', 'PATCH', 'DELETE'],
  'validate-partner-webhook-endpoint': ['POST'],
  'update-partner-webhook-endpoint': ['POST'],
  'get-partner-webhook-endpoint': ['GET'],
  'get-partner-webhook-migration': ['GET'],
  'retry-partner-webhook-migration': ['POST'],
  'list-partner-platform-templates': ['GET'],
  'get-partner-platform-template': ['GET'],
  'refresh-partner-platform-templates': ['POST'],
  'get-partner-platform-template-sync': ['GET'],
  'report-partner-message-status': ['POST'],
  'report-partner-message-delivery-failure': ['POST'],
  'report-partner-message-statuses': ['POST'],
  'search-partner-delivery-events': ['GET'],
  'get-partner-delivery-health': ['GET'],
  'list-partner-notifications': ['GET'],
  'mark-partner-notification-read': ['POST'],
  'mark-all-partner-notifications-read': ['POST'],
  'get-partner-notification-preferences': ['GET'],
  'update-partner-notification-preferences': ['PATCH'],
} as const satisfies { readonly [Name in RouteName]: readonly Routes[Name]['method'][] };
