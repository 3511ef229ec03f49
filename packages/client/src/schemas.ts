// Made by `npm run docs` from the code; a test compares them.

/** Creates the customer of an external id, or brings the one there is up to date; a field left out is kept. */
export interface UpsertPartnerCustomerRequest {
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id: string;
  /** The customer's name, for the partner's own use. */
  readonly customer_name: string;
  /** Contact data; null for none. Must be an e-mail address. */
  readonly customer_email?: string | null | undefined;
  /** Contact data; null for none. */
  readonly customer_phone?: string | null | undefined;
  /** The partner's own keys. A customer's are replaced whole when they are given again; a line's are set when it is created. Must have at most 8192 bytes as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The partner's customers, newest first. */
export interface ListPartnerCustomersQuery {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** How many items a page has. */
  readonly page_size?: number | undefined;
  /** Any part of name, e-mail or external id, accents and case aside; three digits or more also find phone numbers. */
  readonly search?: string | undefined;
  /** Its state. */
  readonly status?: 'active' | 'inactive' | 'merged' | 'erasing' | 'erased' | 'erasure_failed' | undefined;
  /** Merged customers as well. `1` and `0` are understood too. */
  readonly include_merged?: boolean | undefined;
  /** Erased customers as well. `1` and `0` are understood too. */
  readonly include_erased?: boolean | undefined;
}

/** One customer with what belongs to it: its lines, its slots, its latest history, its risk and its last deactivation. Needs customer_id or external_customer_id. */
export interface GetPartnerCustomerQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
}

/** Changes contact data. An update that changes nothing leaves no trace. Needs customer_id or external_customer_id. Needs changes, or the editable fields at the root. Must not have changes beside editable fields at the root. */
export interface UpdatePartnerCustomerRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** The fields to change; a field left out is kept, null clears it. Must name at least one field. */
  readonly changes?:
    | {
        /** The customer's name, for the partner's own use. */
        readonly customer_name?: string | undefined;
        /** Contact data; null for none. Must be an e-mail address. */
        readonly customer_email?: string | null | undefined;
        /** Contact data; null for none. */
        readonly customer_phone?: string | null | undefined;
      }
    | undefined;
  /** The customer's name, for the partner's own use. */
  readonly customer_name?: string | undefined;
  /** Contact data; null for none. Must be an e-mail address. */
  readonly customer_email?: string | null | undefined;
  /** Contact data; null for none. */
  readonly customer_phone?: string | null | undefined;
  /** The `updated_at` that was read: refused with `stale_update` when the customer has changed since. */
  readonly expected_updated_at?: string | null | undefined;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** The change history of a customer, newest first. Needs customer_id or external_customer_id. */
export interface GetPartnerCustomerHistoryQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** How many items a page has. */
  readonly page_size?: number | undefined;
}

/** Archives one customer and gives its lines to another, in one commit. */
export interface MergePartnerCustomersRequest {
  /** The customer that gives its lines away. */
  readonly source_customer_id: string;
  /** The customer that gets the lines. */
  readonly target_customer_id: string;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Closes a customer to new lines and takes its lines down; what takes long goes on in the background. Needs customer_id or external_customer_id. */
export interface DeactivatePartnerCustomerRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Lets a deactivated customer take on lines again; the lines it had stay inactive. Needs customer_id or external_customer_id. */
export interface ReactivatePartnerCustomerRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** A new line of a customer, with a slot from the start and, unless it is not wanted, the link that connects it. Needs customer_id or external_customer_id. */
export interface CreateCustomerInstanceRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** The partner's own key of the line: immutable, and never used again. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key: string;
  /** A label for the partner's own use, or null. */
  readonly instance_name?: string | null | undefined;
  /** Whether the link that connects the line is made as well. */
  readonly create_connect_session?: boolean | undefined;
  /** Where the browser goes after connecting, however it ended. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly return_url?: string | null | undefined;
  /** Where the browser goes when the person gave up; else `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly cancel_url?: string | null | undefined;
  /** Where the browser goes when the line is connected; else `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly success_url?: string | null | undefined;
  /** Where the browser goes when connecting failed; else `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly error_url?: string | null | undefined;
  /** The partner's own keys. A customer's are replaced whole when they are given again; a line's are set when it is created. Must have at most 8192 bytes as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A new link that connects a line, or connects it again; the line's link before it is revoked. Needs instance_id or instance_key. */
export interface CreateConnectSessionRequest {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** The partner's own key of the line: immutable, and never used again. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
  /** `reconnect` renews the connection of a line that is connected, with the same number. */
  readonly mode?: 'connect' | 'reconnect' | undefined;
  /** Where the browser goes after connecting, however it ended. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly return_url?: string | null | undefined;
  /** Where the browser goes when the person gave up; else `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly cancel_url?: string | null | undefined;
  /** For how many hours the link is good. */
  readonly ttl_hours?: number | null | undefined;
}

/** The partner's lines, or one customer's, newest first. */
export interface ListPartnerInstancesQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** How many items a page has. */
  readonly page_size?: number | undefined;
  /** Its state. */
  readonly status?:
    | 'created'
    | 'awaiting_connection'
    | 'connecting'
    | 'connected'
    | 'degraded'
    | 'reconnect_required'
    | 'deactivating'
    | 'deactivation_failed'
    | 'inactive'
    | undefined;
}

/** One line in detail. Needs instance_id or instance_key. */
export interface GetPartnerInstanceQuery {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** The partner's own key of the line: immutable, and never used again. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
}

/** Names a line inside the partner's team; the empty string takes the name away. */
export interface UpdatePartnerInstanceLabelRequest {
  /** Id of the line at the service. */
  readonly instance_id: string;
  /** A label for the partner's own use, or null. */
  readonly instance_name: string;
}

/** Asks the platform for a line's facts and callback now. Needs instance_id or instance_key. */
export interface RefreshPartnerInstancePlatformRequest {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** The partner's own key of the line: immutable, and never used again. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
}

/** Shows a line's platform token. The customer's history and the audit trail say that it was shown before it is. Needs instance_id or instance_key. */
export interface RevealPartnerInstancePlatformTokenRequest {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** The partner's own key of the line: immutable, and never used again. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
}

/** Gives a line to another customer; nothing of the line changes but its owner. */
export interface MovePartnerInstanceToCustomerRequest {
  /** Id of the line at the service. */
  readonly instance_id: string;
  /** The customer that gets the lines. */
  readonly target_customer_id: string;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Takes a line down: its callback at the platform first, then its slot. Needs instance_id or instance_key. */
export interface DeactivatePartnerInstanceRequest {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** The partner's own key of the line: immutable, and never used again. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Tries an endpoint, and changes nothing. */
export interface ValidatePartnerWebhookEndpointRequest {
  /** The https address that callbacks and events are sent to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must have at most 200 characters. Must start with https://. Must not hold a user name or a password. Must not have a fragment. */
  readonly webhook_url: string;
  /** What the endpoint expects as `hub.verify_token`. Null keeps the stored one for a URL of the same origin; a first endpoint, or another origin, needs one. */
  readonly platform_verify_token?: string | null | undefined;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Takes a new endpoint, once it has proved to be the partner's, and has every connected line's callback moved to it. */
export interface UpdatePartnerWebhookEndpointRequest {
  /** The https address that callbacks and events are sent to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must have at most 200 characters. Must start with https://. Must not hold a user name or a password. Must not have a fragment. */
  readonly webhook_url: string;
  /** What the endpoint expects as `hub.verify_token`. Null keeps the stored one for a URL of the same origin; a first endpoint, or another origin, needs one. */
  readonly platform_verify_token?: string | null | undefined;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** The endpoint, without its secrets. */
export type GetPartnerWebhookEndpointQuery = Readonly<Record<string, never>>;

/** The latest migration, or one by its id, with a page of its lines. */
export interface GetPartnerWebhookMigrationQuery {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** How many items a page has. */
  readonly page_size?: number | undefined;
  /** A certain migration; the latest when left out. */
  readonly migration_id?: string | undefined;
}

/** Tries the lines again whose callback could not be moved. */
export interface RetryPartnerWebhookMigrationRequest {
  /** A certain migration; the latest when left out. */
  readonly migration_id?: string | undefined;
}

/** A business account's templates, by name, then language, then id. Is required beside template_name. Must not stand beside template_id. */
export interface ListPartnerPlatformTemplatesQuery {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | undefined;
  /** Business account at the platform; in requests another name of `platform_waba_id`. */
  readonly waba_id?: string | undefined;
  /** Id of the message template at the platform. */
  readonly template_id?: string | undefined;
  /** Name of the message template; needs `language` in queries. */
  readonly template_name?: string | undefined;
  /** The template's language, as the platform writes it. */
  readonly language?: string | undefined;
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** How many items a page has. */
  readonly page_size?: number | undefined;
  /** Its state. */
  readonly status?: string | undefined;
}

/** One template: by its id, or by its name in a language. Needs template_id, or template_name with language. Is required beside template_name. Must not stand beside template_id. */
export interface GetPartnerPlatformTemplateQuery {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | undefined;
  /** Business account at the platform; in requests another name of `platform_waba_id`. */
  readonly waba_id?: string | undefined;
  /** Id of the message template at the platform. */
  readonly template_id?: string | undefined;
  /** Name of the message template; needs `language` in queries. */
  readonly template_name?: string | undefined;
  /** The template's language, as the platform writes it. */
  readonly language?: string | undefined;
}

/** Brings a business account's templates up to date, in the background. */
export interface RefreshPartnerPlatformTemplatesRequest {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | null | undefined;
  /** Business account at the platform; in requests another name of `platform_waba_id`. */
  readonly waba_id?: string | null | undefined;
  /** Even when the last synchronisation is younger than 10 minutes; once a minute. */
  readonly force?: boolean | undefined;
}

/** How far a pass over a business account's templates is: the latest, or the one that is named. */
export interface GetPartnerPlatformTemplateSyncQuery {
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | undefined;
  /** Business account at the platform; in requests another name of `platform_waba_id`. */
  readonly waba_id?: string | undefined;
  /** A certain synchronisation; the latest when left out. */
  readonly sync_id?: string | undefined;
}

/** Records a status of a message, once; the first report of a status stands. */
export interface ReportPartnerMessageStatusRequest {
  /** Id of the phone number at the platform that the message was sent from. */
  readonly phone_number_id: string;
  /** Its state. */
  readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
  /** The platform's id of the message. */
  readonly message_id?: string | null | undefined;
  /** The partner's own id of the message. */
  readonly client_message_id?: string | null | undefined;
  /** In a history: the `x-request-id` of the call. In a report: the id of the request to the platform. */
  readonly request_id?: string | null | undefined;
  /** Id of the message template at the platform. */
  readonly template_id?: string | null | undefined;
  /** Name of the message template; needs `language` in queries. */
  readonly template_name?: string | null | undefined;
  /** The partner's own id of the campaign. */
  readonly campaign_id?: string | null | undefined;
  /** A hash of the recipient: 64 hexadecimal characters. Must have exactly 64 hexadecimal characters. */
  readonly recipient_hash?: string | null | undefined;
  /** Opaque user id of the platform; kept byte for byte. */
  readonly recipient_user_id?: string | null | undefined;
  /** Opaque user id of the platform; kept byte for byte. */
  readonly user_id?: string | null | undefined;
  /** Opaque recipient id of the platform; kept byte for byte. */
  readonly recipient?: string | null | undefined;
  /** The platform's error code, a number or a text. Must have at most 512 bytes as JSON. */
  readonly error_code?: number | string | null | undefined;
  /** The platform's error title; at most 512 bytes as JSON. */
  readonly error_title?: string | null | undefined;
  /** The platform's error message; at most 2,048 bytes as JSON. */
  readonly error_message?: string | null | undefined;
  /** The platform's error details; at most 4,096 bytes as JSON. */
  readonly error_details?: string | null | undefined;
  /** When it happened: ISO 8601 with a time zone, or Unix seconds; when left out, now. */
  readonly occurred_at?: string | number | null | undefined;
}

/** Records a status of a message, once; the first report of a status stands. */
export interface ReportPartnerMessageDeliveryFailureRequest {
  /** Id of the phone number at the platform that the message was sent from. */
  readonly phone_number_id: string;
  /** Its state. */
  readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
  /** The platform's id of the message. */
  readonly message_id?: string | null | undefined;
  /** The partner's own id of the message. */
  readonly client_message_id?: string | null | undefined;
  /** In a history: the `x-request-id` of the call. In a report: the id of the request to the platform. */
  readonly request_id?: string | null | undefined;
  /** Id of the message template at the platform. */
  readonly template_id?: string | null | undefined;
  /** Name of the message template; needs `language` in queries. */
  readonly template_name?: string | null | undefined;
  /** The partner's own id of the campaign. */
  readonly campaign_id?: string | null | undefined;
  /** A hash of the recipient: 64 hexadecimal characters. Must have exactly 64 hexadecimal characters. */
  readonly recipient_hash?: string | null | undefined;
  /** Opaque user id of the platform; kept byte for byte. */
  readonly recipient_user_id?: string | null | undefined;
  /** Opaque user id of the platform; kept byte for byte. */
  readonly user_id?: string | null | undefined;
  /** Opaque recipient id of the platform; kept byte for byte. */
  readonly recipient?: string | null | undefined;
  /** The platform's error code, a number or a text. Must have at most 512 bytes as JSON. */
  readonly error_code?: number | string | null | undefined;
  /** The platform's error title; at most 512 bytes as JSON. */
  readonly error_title?: string | null | undefined;
  /** The platform's error message; at most 2,048 bytes as JSON. */
  readonly error_message?: string | null | undefined;
  /** The platform's error details; at most 4,096 bytes as JSON. */
  readonly error_details?: string | null | undefined;
  /** When it happened: ISO 8601 with a time zone, or Unix seconds; when left out, now. */
  readonly occurred_at?: string | number | null | undefined;
}

/** Records up to 500 statuses of messages in one call, each as if it had been sent alone: a refused one leaves the others as they are. Each counts against the limit, and a call for which too little of it is left takes none. */
export interface ReportPartnerMessageStatusesRequest {
  /** Reports of message statuses, each as it would be sent alone. */
  readonly reports: readonly {
    /** Id of the phone number at the platform that the message was sent from. */
    readonly phone_number_id: string;
    /** Its state. */
    readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
    /** The platform's id of the message. */
    readonly message_id?: string | null | undefined;
    /** The partner's own id of the message. */
    readonly client_message_id?: string | null | undefined;
    /** In a history: the `x-request-id` of the call. In a report: the id of the request to the platform. */
    readonly request_id?: string | null | undefined;
    /** Id of the message template at the platform. */
    readonly template_id?: string | null | undefined;
    /** Name of the message template; needs `language` in queries. */
    readonly template_name?: string | null | undefined;
    /** The partner's own id of the campaign. */
    readonly campaign_id?: string | null | undefined;
    /** A hash of the recipient: 64 hexadecimal characters. Must have exactly 64 hexadecimal characters. */
    readonly recipient_hash?: string | null | undefined;
    /** Opaque user id of the platform; kept byte for byte. */
    readonly recipient_user_id?: string | null | undefined;
    /** Opaque user id of the platform; kept byte for byte. */
    readonly user_id?: string | null | undefined;
    /** Opaque recipient id of the platform; kept byte for byte. */
    readonly recipient?: string | null | undefined;
    /** The platform's error code, a number or a text. Must have at most 512 bytes as JSON. */
    readonly error_code?: number | string | null | undefined;
    /** The platform's error title; at most 512 bytes as JSON. */
    readonly error_title?: string | null | undefined;
    /** The platform's error message; at most 2,048 bytes as JSON. */
    readonly error_message?: string | null | undefined;
    /** The platform's error details; at most 4,096 bytes as JSON. */
    readonly error_details?: string | null | undefined;
    /** When it happened: ISO 8601 with a time zone, or Unix seconds; when left out, now. */
    readonly occurred_at?: string | number | null | undefined;
    /** Chooses the operation. */
    readonly route?: 'report-partner-message-status' | 'report-partner-message-delivery-failure' | undefined;
    /** The partner that the call acted for. */
    readonly partner_id?: string | undefined;
  }[];
}

/** Delivery events, newest first: any page of any scope and range for the same few reads. */
export interface SearchPartnerDeliveryEventsQuery {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** How many items a page has. */
  readonly page_size?: number | undefined;
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** Another name of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** From this time on: a day (UTC), or a date-time with a time zone. 24 hours ago when left out. */
  readonly date_from?: string | undefined;
  /** Up to this time, inclusive: a day (UTC), or a date-time with a time zone. */
  readonly date_to?: string | undefined;
}

/** How the messages of a scope fared within the last hours. */
export interface GetPartnerDeliveryHealthQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Id of the line at the service. */
  readonly instance_id?: string | undefined;
  /** Another name of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** How many hours back. */
  readonly window_hours?: number | undefined;
}

/** What the calling member was told, newest first, of the categories that the member wants. */
export interface ListPartnerNotificationsQuery {
  /** Which page, from 1. A page past the end is empty. */
  readonly page?: number | undefined;
  /** How many items a page has. */
  readonly page_size?: number | undefined;
  /** Its state. */
  readonly status?: 'unread' | 'read' | 'all' | undefined;
}

/** Marks one notification as read by the calling member; again, it says when that was. */
export interface MarkPartnerNotificationReadRequest {
  /** Id of the notification. */
  readonly notification_id: string;
}

/** Marks everything there is as read by the calling member: a time is written, not each notification. */
export type MarkAllPartnerNotificationsReadRequest = Readonly<Record<string, never>>;

/** What the calling member wants to be told. */
export type GetPartnerNotificationPreferencesQuery = Readonly<Record<string, never>>;

/** Changes what the calling member wants to be told; a preference left out is kept. */
export interface UpdatePartnerNotificationPreferencesRequest {
  /** Courses and guides. */
  readonly notify_academy?: boolean | undefined;
  /** Numbers flagged, accounts restricted, lines that need reconnecting. */
  readonly notify_platform_alerts?: boolean | undefined;
  /** Templates rejected, paused or disabled. */
  readonly notify_templates?: boolean | undefined;
  /** Delivery that turned worse. */
  readonly notify_delivery_health?: boolean | undefined;
  /** Invoices and payments. */
  readonly notify_billing?: boolean | undefined;
  /** Reminders of payments. */
  readonly notify_billing_reminders?: boolean | undefined;
  /** Endpoints, removals and migrations that fail. */
  readonly notify_system?: boolean | undefined;
  /** Whether the portal shows new notifications at once. */
  readonly popup_enabled?: boolean | undefined;
}

export interface CustomerLifecycle {
  /** Its state. */
  readonly status: 'completed' | 'in_progress' | 'incomplete' | 'already_inactive';
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** How many are completed. */
  readonly completed: number;
  /** How many failed. */
  readonly failed: number;
}

export interface Customer {
  /** Id of the customer at the service. */
  readonly customer_id: string;
  /** The customer's stable identifier in the partner's own system. */
  readonly external_customer_id: string;
  /** The customer's name, for the partner's own use. */
  readonly customer_name: string;
  /** Contact data; null for none. */
  readonly customer_email: string | null;
  /** Contact data; null for none. */
  readonly customer_phone: string | null;
  /** The partner's own keys. A customer's are replaced whole when they are given again; a line's are set when it is created. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Its state. */
  readonly status: 'active' | 'inactive' | 'merged' | 'erasing' | 'erased' | 'erasure_failed';
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed; strictly increases. */
  readonly updated_at: string;
  /** When it was deactivated, or null. */
  readonly deactivated_at: string | null;
  /** The customer that this one was merged into, or null. */
  readonly merged_into: string | null;
  /** How many lines it has, inactive ones too. */
  readonly instance_count: number;
}

export interface HistoryEntry {
  /** Its id. */
  readonly id: string;
  /** What happened. */
  readonly event:
    | 'customer_created'
    | 'customer_updated'
    | 'customer_deactivated'
    | 'customer_reactivated'
    | 'customer_merged'
    | 'instance_created'
    | 'instance_connected'
    | 'instance_moved'
    | 'instance_deactivated'
    | 'platform_token_revealed'
    | 'customer_erasure_started'
    | 'customer_erased'
    | 'customer_erasure_failed';
  /** Where the change came from. */
  readonly origin: 'api' | 'portal' | 'operator' | 'system';
  /** Who made the change. */
  readonly actor: {
    readonly type: 'partner_key' | 'member' | 'operator' | 'service';
    /** Its id. */
    readonly id: string;
  };
  /** The names of the fields that changed; none when a token was shown. */
  readonly changed_fields: readonly string[];
  /** The values before; null for a field of a record that did not exist. */
  readonly previous: Readonly<Record<string, unknown>>;
  /** The values after. */
  readonly new: Readonly<Record<string, unknown>>;
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason: string | null;
  /** Other records that took part. */
  readonly related: {
    /** The customer that gives its lines away. */
    readonly source_customer_id?: string | undefined;
    /** The customer that gets the lines. */
    readonly target_customer_id?: string | undefined;
    /** Id of the line at the service. */
    readonly instance_id?: string | undefined;
  };
  /** In a history: the `x-request-id` of the call. In a report: the id of the request to the platform. */
  readonly request_id: string;
  /** When it was made. */
  readonly created_at: string;
}

export interface DeliveryEvent {
  /** Its id. */
  readonly id: string;
  /** Id of the line at the service. */
  readonly instance_id: string;
  /** Id of the customer at the service. */
  readonly customer_id: string;
  /** Id of the phone number at the platform that the message was sent from. */
  readonly phone_number_id: string;
  /** Its state. */
  readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
  /** The platform's id of the message. */
  readonly message_id: string | null;
  /** The partner's own id of the message. */
  readonly client_message_id: string | null;
  /** In a history: the `x-request-id` of the call. In a report: the id of the request to the platform. */
  readonly request_id: string | null;
  /** Id of the message template at the platform. */
  readonly template_id: string | null;
  /** Name of the message template; needs `language` in queries. */
  readonly template_name: string | null;
  /** The partner's own id of the campaign. */
  readonly campaign_id: string | null;
  /** A hash of the recipient: 64 hexadecimal characters. */
  readonly recipient_hash: string | null;
  /** Opaque user id of the platform; kept byte for byte. */
  readonly recipient_user_id: string | null;
  /** Opaque user id of the platform; kept byte for byte. */
  readonly user_id: string | null;
  /** Opaque recipient id of the platform; kept byte for byte. */
  readonly recipient: string | null;
  readonly error: {
    /** For programs. */
    readonly code: number | string | null;
    /** In a few words. */
    readonly title: string | null;
    /** For people: names the field and the rule. */
    readonly message: string | null;
    readonly details: string | null;
  } | null;
  /** When it happened: ISO 8601 with a time zone, or Unix seconds; when left out, now. */
  readonly occurred_at: string;
  /** When the service was told. */
  readonly received_at: string;
}

export interface DeliveryHealth {
  /** How many hours back. */
  readonly window_hours: number;
  readonly from: string;
  readonly to: string;
  /** Events by status. */
  readonly counts: {
    readonly sent: number;
    readonly delivered: number;
    readonly read: number;
    /** How many failed. */
    readonly failed: number;
    readonly deleted: number;
  };
  /** How many messages they are about. */
  readonly messages: number;
  /** Shares of the messages, 0 to 1; null when there are none. */
  readonly rates: {
    readonly delivered: number | null;
    readonly read: number | null;
    /** How many failed. */
    readonly failed: number | null;
  };
  /** What the figures amount to. */
  readonly verdict: 'insufficient_data' | 'healthy' | 'degraded' | 'critical';
  /** The errors seen most. */
  readonly top_errors: readonly {
    /** For programs. */
    readonly code: number | string | null;
    /** In a few words. */
    readonly title: string | null;
    readonly count: number;
  }[];
  /** Counts over time, without holes: by the hour up to 72 hours, by the day beyond. */
  readonly series: readonly {
    readonly at: string;
    /** Events by status. */
    readonly counts: {
      readonly sent: number;
      readonly delivered: number;
      readonly read: number;
      /** How many failed. */
      readonly failed: number;
      readonly deleted: number;
    };
  }[];
  /** The same for each line, 200 at most. */
  readonly by_instance?:
    | readonly {
        /** Id of the line at the service. */
        readonly instance_id: string;
        /** Events by status. */
        readonly counts: {
          readonly sent: number;
          readonly delivered: number;
          readonly read: number;
          /** How many failed. */
          readonly failed: number;
          readonly deleted: number;
        };
        /** How many messages they are about. */
        readonly messages: number;
        /** Shares of the messages, 0 to 1; null when there are none. */
        readonly rates: {
          readonly delivered: number | null;
          readonly read: number | null;
          /** How many failed. */
          readonly failed: number | null;
        };
        /** What the figures amount to. */
        readonly verdict: 'insufficient_data' | 'healthy' | 'degraded' | 'critical';
      }[]
    | undefined;
}

export interface InstanceLifecycle {
  /** Its state. */
  readonly status: 'completed' | 'already_inactive';
  /** What became of the line's callback at the platform. */
  readonly callback_state: 'none' | 'pending' | 'active' | 'drifted' | 'removing' | 'removed' | 'remove_failed';
  /** The state of its slot; null when it never took one. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
}

export interface InstanceListItem {
  /** Its id. */
  readonly id: string;
  /** The partner's own key of the line: immutable, and never used again. */
  readonly instance_key: string;
  /** Its state. */
  readonly status:
    | 'created'
    | 'awaiting_connection'
    | 'connecting'
    | 'connected'
    | 'degraded'
    | 'reconnect_required'
    | 'deactivating'
    | 'deactivation_failed'
    | 'inactive';
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id: string | null;
  /** Business account at the platform. */
  readonly platform_waba_id: string | null;
  /** Whether the line counts against the partner's slot limit. */
  readonly occupies_slot: boolean;
  /** The state of its slot; null when it never took one. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
}

export interface Instance {
  /** Its id. */
  readonly id: string;
  /** The partner's own key of the line: immutable, and never used again. */
  readonly instance_key: string;
  /** Its state. */
  readonly status:
    | 'created'
    | 'awaiting_connection'
    | 'connecting'
    | 'connected'
    | 'degraded'
    | 'reconnect_required'
    | 'deactivating'
    | 'deactivation_failed'
    | 'inactive';
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id: string | null;
  /** Business account at the platform. */
  readonly platform_waba_id: string | null;
  /** Whether the line counts against the partner's slot limit. */
  readonly occupies_slot: boolean;
  /** The state of its slot; null when it never took one. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
  /** A label for the partner's own use, or null. */
  readonly instance_name: string | null;
  /** Id of the customer at the service; in requests another name of `customer_id`. */
  readonly partner_customer_id: string;
  /** The partner's own keys. A customer's are replaced whole when they are given again; a line's are set when it is created. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The number as people read it. */
  readonly display_phone_number: string | null;
  /** The official name that the platform returned. */
  readonly verified_name: string | null;
  /** The platform's verdict on the name. */
  readonly name_status: string | null;
  /** The platform's rating of the number. */
  readonly quality_rating: string | null;
  /** The platform's limit of conversations a day. */
  readonly messaging_limit: string | null;
  /** The platform's level of messages a second. */
  readonly throughput_level: string | null;
  /** The number's status at the platform. */
  readonly platform_status: string | null;
  /** The line's callback at the platform. */
  readonly callback: {
    readonly state: 'none' | 'pending' | 'active' | 'drifted' | 'removing' | 'removed' | 'remove_failed';
    /** When it was last read back. */
    readonly verified_at: string | null;
    /** What went wrong last, or null. */
    readonly last_error: {
      /** For programs. */
      readonly code: string;
      /** For people: names the field and the rule. */
      readonly message: string;
      readonly at: string;
    } | null;
  };
  /** The connection to the platform. */
  readonly connection: {
    /** When the line was connected. */
    readonly connected_at: string | null;
    /** When the platform token ends, or null. */
    readonly token_expires_at: string | null;
    /** What went wrong last, or null. */
    readonly last_error: {
      /** For programs. */
      readonly code: string;
      /** For people: names the field and the rule. */
      readonly message: string;
      readonly at: string;
    } | null;
  };
  /** The latest connect session, or null. */
  readonly session: ConnectSession | null;
  /** What the platform's signals amount to. */
  readonly risk: PlatformRisk;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed; strictly increases. */
  readonly updated_at: string;
}

export interface NewConnectSession {
  /** Its id. */
  readonly id: string;
  /** Id of the line at the service. */
  readonly instance_id: string;
  /** `reconnect` renews the connection of a line that is connected, with the same number. */
  readonly mode: 'connect' | 'reconnect';
  /** Its state. */
  readonly status: 'open' | 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'expired' | 'revoked';
  /** Until when it is good. */
  readonly expires_at: string;
  readonly error: {
    /** For programs. */
    readonly code: string;
    /** For people: names the field and the rule. */
    readonly message: string;
  } | null;
  /** Address of the page, endpoint or link. */
  readonly url: string;
}

export interface PlatformRisk {
  readonly level: 'ok' | 'unknown' | 'watch' | 'restricted' | 'blocked';
  /** What it is based on. */
  readonly reasons: readonly string[];
  /** When it was last looked at. */
  readonly checked_at: string | null;
}

export interface ConnectSession {
  /** Its id. */
  readonly id: string;
  /** Id of the line at the service. */
  readonly instance_id: string;
  /** `reconnect` renews the connection of a line that is connected, with the same number. */
  readonly mode: 'connect' | 'reconnect';
  /** Its state. */
  readonly status: 'open' | 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'expired' | 'revoked';
  /** Until when it is good. */
  readonly expires_at: string;
  readonly error: {
    /** For programs. */
    readonly code: string;
    /** For people: names the field and the rule. */
    readonly message: string;
  } | null;
}

export interface Notification {
  /** Its id. */
  readonly id: string;
  /** What it is about. */
  readonly category:
    'academy' | 'platform_alerts' | 'templates' | 'delivery_health' | 'billing' | 'billing_reminders' | 'system';
  /** How much it matters. */
  readonly severity: 'info' | 'warning' | 'critical';
  /** In a few words. */
  readonly title: string;
  /** In a sentence or two. */
  readonly body: string;
  /** The record that it is about. */
  readonly entity: {
    readonly type: string;
    /** Its id. */
    readonly id: string;
  };
  /** When it was made. */
  readonly created_at: string;
  /** When the member read it, or null. */
  readonly read_at: string | null;
}

export interface Preferences {
  /** Courses and guides. */
  readonly notify_academy: boolean;
  /** Numbers flagged, accounts restricted, lines that need reconnecting. */
  readonly notify_platform_alerts: boolean;
  /** Templates rejected, paused or disabled. */
  readonly notify_templates: boolean;
  /** Delivery that turned worse. */
  readonly notify_delivery_health: boolean;
  /** Invoices and payments. */
  readonly notify_billing: boolean;
  /** Reminders of payments. */
  readonly notify_billing_reminders: boolean;
  /** Endpoints, removals and migrations that fail. */
  readonly notify_system: boolean;
  /** Whether the portal shows new notifications at once. */
  readonly popup_enabled: boolean;
}

export interface TemplateSync {
  /** Its id. */
  readonly id: string;
  /** Business account at the platform; in requests another name of `platform_waba_id`. */
  readonly waba_id: string;
  readonly trigger: 'request' | 'schedule' | 'platform';
  /** Its state. */
  readonly status: 'queued' | 'running' | 'rate_limited' | 'succeeded' | 'partial' | 'failed';
  /** Templates that the platform showed. */
  readonly fetched: number;
  /** Templates that were new. */
  readonly created: number;
  /** Templates that had changed. */
  readonly updated: number;
  /** Templates that were gone. */
  readonly removed: number;
  /** How many pages there are; 0 when there are no items. */
  readonly pages: number;
  /** When it began. */
  readonly started_at: string;
  /** When it ended, or null. */
  readonly finished_at: string | null;
  /** From when on a refresh starts a new pass. */
  readonly next_allowed_at: string;
  readonly error: {
    /** For programs. */
    readonly code: string;
    /** For people: names the field and the rule. */
    readonly message: string;
  } | null;
}

export interface Template {
  /** Id of the message template at the platform. */
  readonly template_id: string;
  /** Business account at the platform. */
  readonly platform_waba_id: string;
  /** Its name. */
  readonly name: string;
  /** The template's language, as the platform writes it. */
  readonly language: string;
  /** What it is about. */
  readonly category: string | null;
  /** Its state. */
  readonly status: string | null;
  readonly quality_score: string | null;
  readonly rejected_reason: string | null;
  /** The parts of the template, as the platform describes them. */
  readonly components: readonly unknown[];
  /** When it was last read from the platform. */
  readonly last_synced_at: string | null;
}

export interface WebhookCheck {
  /** Its name. */
  readonly name: 'challenge' | 'wrong_token' | 'ping';
  /** Always true: errors have the envelope `error`. */
  readonly ok: boolean;
  /** What was seen. */
  readonly detail: string | null;
}

export interface WebhookEndpoint {
  /** Its id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Address of the page, endpoint or link. */
  readonly url: string;
  /** False once the endpoint failed for too long, or answered 410; a valid update enables it. */
  readonly enabled: boolean;
  /** Whether it is the endpoint that everything goes to. */
  readonly is_primary: boolean;
  /** Whether a verify token is stored. */
  readonly platform_verify_token_configured: boolean;
}

export interface WebhookMigration {
  /** Its id. */
  readonly id: string;
  /** Its state. */
  readonly status: 'running' | 'completed' | 'partial' | 'failed' | 'superseded';
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** Lines that have moved. */
  readonly done: number;
  /** How many failed. */
  readonly failed: number;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly {
    /** Id of the line at the service. */
    readonly instance_id: string;
    /** Its state. */
    readonly status: 'pending' | 'done' | 'failed' | 'superseded';
    /** How often it was tried. */
    readonly attempts: number;
    /** The platform's error code, a number or a text. */
    readonly error_code: string | null;
  }[];
  /** Why: kept in the history, or with the migration of the endpoint. */
  readonly reason: string | null;
  /** Who changed the endpoint. */
  readonly requested_by: {
    readonly type: 'partner_key' | 'member' | 'operator' | 'service';
    /** Its id. */
    readonly id: string;
  };
  /** When it began. */
  readonly started_at: string;
  /** When it ended, or null. */
  readonly finished_at: string | null;
}

export interface UpsertPartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly customer: Customer;
}

export interface ListPartnerCustomersResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly Customer[];
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** Which page, from 1. A page past the end is empty. */
  readonly page: number;
  /** How many items a page has. */
  readonly page_size: number;
  /** How many pages there are; 0 when there are no items. */
  readonly pages: number;
}

export interface GetPartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly customer: {
    /** Id of the customer at the service. */
    readonly customer_id: string;
    /** The customer's stable identifier in the partner's own system. */
    readonly external_customer_id: string;
    /** The customer's name, for the partner's own use. */
    readonly customer_name: string;
    /** Contact data; null for none. */
    readonly customer_email: string | null;
    /** Contact data; null for none. */
    readonly customer_phone: string | null;
    /** The partner's own keys. A customer's are replaced whole when they are given again; a line's are set when it is created. */
    readonly metadata: Readonly<Record<string, unknown>>;
    /** Its state. */
    readonly status: 'active' | 'inactive' | 'merged' | 'erasing' | 'erased' | 'erasure_failed';
    /** When it was made. */
    readonly created_at: string;
    /** When it last changed; strictly increases. */
    readonly updated_at: string;
    /** When it was deactivated, or null. */
    readonly deactivated_at: string | null;
    /** The customer that this one was merged into, or null. */
    readonly merged_into: string | null;
    /** How many lines it has, inactive ones too. */
    readonly instance_count: number;
    /** Its newest lines, 50 at most. */
    readonly instances: readonly InstanceListItem[];
    /** Whether it has more lines than are shown. */
    readonly instances_truncated: boolean;
    /** The commercial slots that its lines take. */
    readonly slot: {
      readonly state: 'free' | 'occupied' | 'releasing' | 'release_blocked';
      /** Slots that its lines take. */
      readonly occupied: number;
      /** Slots that are being given back. */
      readonly releasing: number;
      /** The partner's slot limit, or null for none. */
      readonly limit: number | null;
    };
    /** The latest ten entries of its history. */
    readonly history: readonly HistoryEntry[];
    /** The worst risk of its lines. */
    readonly platform_risk: PlatformRisk;
    /** What became of a deactivation. */
    readonly lifecycle: CustomerLifecycle | null;
  };
}

export interface UpdatePartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly customer: Customer;
}

export interface GetPartnerCustomerHistoryResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly HistoryEntry[];
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** Which page, from 1. A page past the end is empty. */
  readonly page: number;
  /** How many items a page has. */
  readonly page_size: number;
  /** How many pages there are; 0 when there are no items. */
  readonly pages: number;
}

export interface MergePartnerCustomersResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly customer: Customer;
  /** The customer that gave its lines away. */
  readonly source_customer: Customer;
  /** How far the move of the lines is. */
  readonly merge: {
    /** Its state. */
    readonly status: 'completed' | 'in_progress';
    /** Lines moved so far. */
    readonly moved: number;
    /** How many there are on all pages, or in all. */
    readonly total: number;
  };
}

export interface DeactivatePartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly customer: Customer;
  /** What became of a deactivation. */
  readonly lifecycle: CustomerLifecycle;
}

export interface ReactivatePartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly customer: Customer;
}

export interface CreateCustomerInstanceResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly instance: Instance;
  /** The latest connect session, or null. */
  readonly session: NewConnectSession | null;
}

export interface CreateConnectSessionResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The latest connect session, or null. */
  readonly session: NewConnectSession;
}

export interface ListPartnerInstancesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly InstanceListItem[];
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** Which page, from 1. A page past the end is empty. */
  readonly page: number;
  /** How many items a page has. */
  readonly page_size: number;
  /** How many pages there are; 0 when there are no items. */
  readonly pages: number;
}

export interface GetPartnerInstanceResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly instance: Instance;
}

export interface UpdatePartnerInstanceLabelResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly instance: Instance;
}

export interface RefreshPartnerInstancePlatformResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly instance: Instance;
}

export interface RevealPartnerInstancePlatformTokenResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Id of the line at the service. */
  readonly instance_id: string;
  /** The line's access token at the platform. Keep it secret. */
  readonly platform_access_token: string;
  /** Until when it is good. */
  readonly expires_at: string | null;
}

export interface MovePartnerInstanceToCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly instance: Instance;
}

export interface DeactivatePartnerInstanceResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly instance: Instance;
  /** What became of a deactivation. */
  readonly lifecycle: InstanceLifecycle;
}

export interface ValidatePartnerWebhookEndpointResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Whether every check was passed. */
  readonly valid: boolean;
  /** What was tried, and how it went. */
  readonly checks: readonly WebhookCheck[];
}

export interface UpdatePartnerWebhookEndpointResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly endpoint: WebhookEndpoint;
  /** The move of all connected lines' callbacks to the endpoint. */
  readonly migration: WebhookMigration;
}

export interface GetPartnerWebhookEndpointResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly endpoint: WebhookEndpoint | null;
}

export interface GetPartnerWebhookMigrationResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The move of all connected lines' callbacks to the endpoint. */
  readonly migration: WebhookMigration;
}

export interface RetryPartnerWebhookMigrationResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The move of all connected lines' callbacks to the endpoint. */
  readonly migration: WebhookMigration;
}

export interface ListPartnerPlatformTemplatesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly Template[];
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** Which page, from 1. A page past the end is empty. */
  readonly page: number;
  /** How many items a page has. */
  readonly page_size: number;
  /** How many pages there are; 0 when there are no items. */
  readonly pages: number;
}

export interface GetPartnerPlatformTemplateResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly template: Template;
}

export interface RefreshPartnerPlatformTemplatesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A pass over the templates of a business account. */
  readonly sync: TemplateSync;
}

export interface GetPartnerPlatformTemplateSyncResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A pass over the templates of a business account. */
  readonly sync: TemplateSync;
}

export interface ReportPartnerMessageStatusResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Id of the recorded event. */
  readonly event_id: string;
  /** Whether the same was reported before; `event_id` is then the first one. */
  readonly duplicate: boolean;
}

export interface ReportPartnerMessageDeliveryFailureResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Id of the recorded event. */
  readonly event_id: string;
  /** Whether the same was reported before; `event_id` is then the first one. */
  readonly duplicate: boolean;
}

export interface ReportPartnerMessageStatusesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly {
    /** Its state. */
    readonly status: 200 | 201 | 400 | 404;
    /** Id of the recorded event. */
    readonly event_id: string | null;
    /** Whether the same was reported before; `event_id` is then the first one. */
    readonly duplicate: boolean;
    readonly error: {
      /** For programs. */
      readonly code: 'validation_failed' | 'not_found';
      /** For people: names the field and the rule. */
      readonly message: string;
      readonly details?:
        | readonly {
            readonly path: string;
            readonly rule: string;
            /** For people: names the field and the rule. */
            readonly message: string;
          }[]
        | undefined;
    } | null;
  }[];
}

export interface SearchPartnerDeliveryEventsResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly DeliveryEvent[];
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** Which page, from 1. A page past the end is empty. */
  readonly page: number;
  /** How many items a page has. */
  readonly page_size: number;
  /** How many pages there are; 0 when there are no items. */
  readonly pages: number;
}

export interface GetPartnerDeliveryHealthResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly health: DeliveryHealth;
}

export interface ListPartnerNotificationsResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless said otherwise. */
  readonly items: readonly Notification[];
  /** How many there are on all pages, or in all. */
  readonly total: number;
  /** Which page, from 1. A page past the end is empty. */
  readonly page: number;
  /** How many items a page has. */
  readonly page_size: number;
  /** How many pages there are; 0 when there are no items. */
  readonly pages: number;
  /** How many are unread. */
  readonly unread: number;
}

export interface MarkPartnerNotificationReadResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  readonly notification: Notification;
}

export interface MarkAllPartnerNotificationsReadResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** How many are unread. */
  readonly unread: number;
  /** All notifications up to this time count as read. */
  readonly read_until: string;
}

export interface GetPartnerNotificationPreferencesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** What the member wants to be told. */
  readonly preferences: Preferences;
}

export interface UpdatePartnerNotificationPreferencesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** What the member wants to be told. */
  readonly preferences: Preferences;
}

/** A parameter is missing, or breaks a rule. Mend the call: the same one will be refused again. `details` has one entry for each broken rule. */
export interface ValidationFailedError {
  readonly code: 'validation_failed';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | readonly {
        readonly path: string;
        readonly rule: string;
        readonly message: string;
      }[]
    | undefined;
}

/** The body is no JSON object in UTF-8. Mend the call: the same one will be refused again. */
export interface InvalidJsonError {
  readonly code: 'invalid_json';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** There is no such route, or not with this method. Mend the call: the same one will be refused again. `details.methods` are the methods that the route has. */
export interface UnknownRouteError {
  readonly code: 'unknown_route';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly methods: readonly string[];
      }
    | undefined;
}

/** `route` stands in the query and in the body, and they differ. Mend the call: the same one will be refused again. */
export interface RouteMismatchError {
  readonly code: 'route_mismatch';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** Two selectors name different records. Mend the call: the same one will be refused again. */
export interface ConflictingSelectorsError {
  readonly code: 'conflicting_selectors';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The partner has several business accounts, and the call names none. Name one by `platform_waba_id` or by a line’s `instance_id`. */
export interface WabaScopeRequiredError {
  readonly code: 'waba_scope_required';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** A credential is missing, unknown, expired or revoked. Check `apikey` and `Authorization`; a member signs in again. */
export interface UnauthenticatedError {
  readonly code: 'unauthenticated';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The partner key does not have the scope of the route. Use a key that has it. */
export interface ForbiddenScopeError {
  readonly code: 'forbidden_scope';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The role of the member does not allow the route, or a key called a route for members. Ask an owner or admin of the partner. */
export interface ForbiddenRoleError {
  readonly code: 'forbidden_role';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** `partner_id` is not the caller’s own. Leave it out. */
export interface PartnerScopeMismatchError {
  readonly code: 'partner_scope_mismatch';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** A member who is not owner, admin or developer reports a delivery. Report from the backend, with a partner key. */
export interface DeliveryReportForbiddenError {
  readonly code: 'delivery_report_forbidden';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The firewall of the stage refused the request before it reached the service, so that it has no `x-request-id`. Tell the operator the `x-amz-cf-id` of the answer. */
export interface RequestBlockedError {
  readonly code: 'request_blocked';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The record does not exist, or is not the partner’s. Check the selector. */
export interface NotFoundError {
  readonly code: 'not_found';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The `Idempotency-Key` was used for a different call within the last 24 hours. Make a new key for every new command. */
export interface IdempotencyKeyReusedError {
  readonly code: 'idempotency_key_reused';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The same call is being carried out just now. Try again with the same `Idempotency-Key`. Wait as long as `Retry-After` says. */
export interface IdempotencyInProgressError {
  readonly code: 'idempotency_in_progress';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The customer has changed since `expected_updated_at`. Read the customer again and decide again. */
export interface StaleUpdateError {
  readonly code: 'stale_update';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly updated_at: string;
      }
    | undefined;
}

/** The record is in a state in which this is not possible. Read the record: its `status` says why. */
export interface InvalidStateError {
  readonly code: 'invalid_state';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly state: string;
      }
    | undefined;
}

/** The customer was merged into another one. Use the customer that `details.merged_into` names. */
export interface CustomerMergedError {
  readonly code: 'customer_merged';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly merged_into: string;
      }
    | undefined;
}

/** A line of the partner has, or had, this `instance_key`. Choose another key: they are never used again. */
export interface InstanceKeyTakenError {
  readonly code: 'instance_key_taken';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** All slots of the partner’s limit are taken. Deactivate a line, or have the limit raised. `details` says how many there are and how many are taken. */
export interface SlotLimitReachedError {
  readonly code: 'slot_limit_reached';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly limit: number;
        readonly occupied: number;
      }
    | undefined;
}

/** The platform did not remove a callback: the slot is not free. Deactivate again, later: it goes on where it stopped. */
export interface RemoteRemovalFailedError {
  readonly code: 'remote_removal_failed';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly lifecycle:
          | CustomerLifecycle
          | {
              readonly status: 'failed';
              readonly callback_state: string;
              readonly slot_state: string | null;
            };
        readonly last_error?:
          | {
              readonly code: string;
              readonly message: string;
              readonly at: string;
            }
          | null
          | undefined;
      }
    | undefined;
}

/** The endpoint did not pass a check. `details.checks` says which one, and what was seen. Mend the endpoint and try again. */
export interface WebhookValidationFailedError {
  readonly code: 'webhook_validation_failed';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly checks: readonly WebhookCheck[];
      }
    | undefined;
}

/** The platform refused, or could not be asked. `details` has the platform’s own code. Try again with the same `Idempotency-Key`. */
export interface PlatformErrorError {
  readonly code: 'platform_error';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly kind: string;
        readonly code: number | null;
        readonly subcode: number | null;
      }
    | undefined;
}

/** The body has more than 256 KiB; or the answer has more than 6 MB and the call does not accept gzip. Send a smaller body. For a large page send `Accept-Encoding: gzip`, or a smaller `page_size`. */
export interface PayloadTooLargeError {
  readonly code: 'payload_too_large';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** There is a body, and its `Content-Type` is not `application/json`. Mend the call: the same one will be refused again. */
export interface UnsupportedMediaTypeError {
  readonly code: 'unsupported_media_type';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** More calls than the limit allows, or a forced refresh too soon after the last. Wait as long as `Retry-After` says. Try again with the same `Idempotency-Key`. */
export interface RateLimitedError {
  readonly code: 'rate_limited';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly next_allowed_at: string;
      }
    | undefined;
}

/** The platform takes no more calls for now. Wait as long as `Retry-After` says. Try again with the same `Idempotency-Key`. */
export interface PlatformRateLimitedError {
  readonly code: 'platform_rate_limited';
  /** For people: names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly kind: string;
        readonly code: number | null;
        readonly subcode: number | null;
      }
    | undefined;
}

/** Something went wrong on our side. Try again with the same `Idempotency-Key`. When it lasts, tell us the `x-request-id`. */
export interface InternalErrorError {
  readonly code: 'internal_error';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** The service is busy. Wait as long as `Retry-After` says. Try again with the same `Idempotency-Key`. */
export interface TemporarilyUnavailableError {
  readonly code: 'temporarily_unavailable';
  /** For people: names the field and the rule. */
  readonly message: string;
}

/** Every error that the service answers with. */
export type ErrorBody =
  | ValidationFailedError
  | InvalidJsonError
  | UnknownRouteError
  | RouteMismatchError
  | ConflictingSelectorsError
  | WabaScopeRequiredError
  | UnauthenticatedError
  | ForbiddenScopeError
  | ForbiddenRoleError
  | PartnerScopeMismatchError
  | DeliveryReportForbiddenError
  | RequestBlockedError
  | NotFoundError
  | IdempotencyKeyReusedError
  | IdempotencyInProgressError
  | StaleUpdateError
  | InvalidStateError
  | CustomerMergedError
  | InstanceKeyTakenError
  | SlotLimitReachedError
  | RemoteRemovalFailedError
  | WebhookValidationFailedError
  | PlatformErrorError
  | PayloadTooLargeError
  | UnsupportedMediaTypeError
  | RateLimitedError
  | PlatformRateLimitedError
  | InternalErrorError
  | TemporarilyUnavailableError;

export interface PingEvent {
  /** Id of the event, the same on every attempt: by it a repetition is told. */
  readonly id: string;
  readonly type: 'service.ping';
  readonly api_version: '1.1.0';
  /** When it happened. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  readonly data: Readonly<Record<string, never>>;
}

export interface PartnerCustomerUpdatedEvent {
  /** Id of the event, the same on every attempt: by it a repetition is told. */
  readonly id: string;
  readonly type: 'service.partner.customer.updated';
  readonly api_version: '1.1.0';
  /** When it happened. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer; events of a customer come in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer: Customer;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
}

export interface PartnerCustomerMergedEvent {
  /** Id of the event, the same on every attempt: by it a repetition is told. */
  readonly id: string;
  readonly type: 'service.partner.customer.merged';
  readonly api_version: '1.1.0';
  /** When it happened. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer; events of a customer come in this order. */
  readonly sequence: number;
  readonly data: {
    readonly source_customer: Customer;
    readonly target_customer: Customer;
    readonly moved_instances: number;
    readonly reason: string | null;
  };
}

export interface PartnerInstanceMovedEvent {
  /** Id of the event, the same on every attempt: by it a repetition is told. */
  readonly id: string;
  readonly type: 'service.partner.instance.moved';
  readonly api_version: '1.1.0';
  /** When it happened. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer; events of a customer come in this order. */
  readonly sequence: number;
  readonly data: {
    readonly instance: InstanceListItem;
    readonly from_customer_id: string;
    readonly to_customer_id: string;
    readonly reason: string | null;
  };
}

export interface PartnerCustomerErasureStartedEvent {
  /** Id of the event, the same on every attempt: by it a repetition is told. */
  readonly id: string;
  readonly type: 'service.partner.customer.erasure_started';
  readonly api_version: '1.1.0';
  /** When it happened. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer; events of a customer come in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer_id: string;
  };
}

export interface PartnerCustomerErasedEvent {
  /** Id of the event, the same on every attempt: by it a repetition is told. */
  readonly id: string;
  readonly type: 'service.partner.customer.erased';
  readonly api_version: '1.1.0';
  /** When it happened. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer; events of a customer come in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer_id: string;
  };
}

export interface PartnerCustomerErasureFailedEvent {
  /** Id of the event, the same on every attempt: by it a repetition is told. */
  readonly id: string;
  readonly type: 'service.partner.customer.erasure_failed';
  readonly api_version: '1.1.0';
  /** When it happened. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer; events of a customer come in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer_id: string;
  };
}

/** Everything that the service sends to the partner's endpoint. */
export type ReceivedEvent =
  | PingEvent
  | PartnerCustomerUpdatedEvent
  | PartnerCustomerMergedEvent
  | PartnerInstanceMovedEvent
  | PartnerCustomerErasureStartedEvent
  | PartnerCustomerErasedEvent
  | PartnerCustomerErasureFailedEvent;
