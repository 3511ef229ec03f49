// Made by `npm run docs` from the code; a test compares them.

/** Creates the customer with an external id, or updates the existing one. Omitted fields are not changed. */
export interface UpsertPartnerCustomerRequest {
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id: string;
  /** The customer's name, for the partner's own use. Must not contain control characters. */
  readonly customer_name: string;
  /** Contact data; null for none. Must not contain control characters. Must be one e-mail address. */
  readonly customer_email?: string | null | undefined;
  /** Contact data; null for none. */
  readonly customer_phone?: string | null | undefined;
  /** The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. Must have at most 8192 bytes as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns a page of the partner's customers, newest first. */
export interface ListPartnerCustomersQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** A part of a customer's name, e-mail or external id, or of an instance's name, label or key, without regard to accents and case. Three or more digits also match phone numbers. */
  readonly search?: string | undefined;
  /** Only customers in this state. */
  readonly status?: 'active' | 'inactive' | 'merged' | 'erasing' | 'erased' | 'erasure_failed' | undefined;
  /** Whether to include merged customers. `1` and `0` are also accepted. */
  readonly include_merged?: boolean | undefined;
  /** Whether to include erased customers. `1` and `0` are also accepted. */
  readonly include_erased?: boolean | undefined;
}

/** Returns a customer with its instances, slots, latest history, risk and last deactivation. Needs customer_id or external_customer_id. */
export interface GetPartnerCustomerQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
}

/** Updates the contact data of a customer. An update without a change writes no history and sends no event. Needs customer_id or external_customer_id. Needs changes, or the editable fields at the root. Must not have changes beside editable fields at the root. */
export interface UpdatePartnerCustomerRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** The fields to change. An omitted field keeps its value; null clears it. Must name at least one field. */
  readonly changes?:
    | {
        /** The customer's name, for the partner's own use. Must not contain control characters. */
        readonly customer_name?: string | undefined;
        /** Contact data; null for none. Must not contain control characters. Must be one e-mail address. */
        readonly customer_email?: string | null | undefined;
        /** Contact data; null for none. */
        readonly customer_phone?: string | null | undefined;
      }
    | undefined;
  /** The customer's name, for the partner's own use. Must not contain control characters. */
  readonly customer_name?: string | undefined;
  /** Contact data; null for none. Must not contain control characters. Must be one e-mail address. */
  readonly customer_email?: string | null | undefined;
  /** Contact data; null for none. */
  readonly customer_phone?: string | null | undefined;
  /** The `updated_at` that you read. The update is refused with `stale_update` when the customer has changed since. Must be an RFC 3339 date-time with its offset. */
  readonly expected_updated_at?: string | null | undefined;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Returns a page of a customer's change history, newest first. Needs customer_id or external_customer_id. */
export interface GetPartnerCustomerHistoryQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
}

/** Archives a customer and moves its instances to another customer, in one commit. */
export interface MergePartnerCustomersRequest {
  /** The customer that is merged into the target. */
  readonly source_customer_id: string;
  /** The customer that gets the instances. */
  readonly target_customer_id: string;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Returns how far the merge of a customer into another one has moved its instances. */
export interface GetPartnerMergeQuery {
  /** The customer that is merged into the target. */
  readonly source_customer_id: string;
}

/** Deactivates a customer and its instances. Instances that take longer are deactivated in the background. Needs customer_id or external_customer_id. */
export interface DeactivatePartnerCustomerRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
  /** Whether the number is also deregistered at the platform, so that another provider can register it. A number of the business app (`coexistence`) is never deregistered. */
  readonly deregister?: boolean | undefined;
}

/** Reactivates a deactivated customer. Its earlier instances stay inactive. Needs customer_id or external_customer_id. */
export interface ReactivatePartnerCustomerRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Creates or updates up to 1,000 customers in the background. Each row is an upsert, which succeeds or fails by itself. */
export interface ImportPartnerCustomersRequest {
  /** Rows, each in the form of a single upsert. */
  readonly customers: readonly {
    /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
    readonly external_customer_id: string;
    /** The customer's name, for the partner's own use. Must not contain control characters. */
    readonly customer_name: string;
    /** Contact data; null for none. Must not contain control characters. Must be one e-mail address. */
    readonly customer_email?: string | null | undefined;
    /** Contact data; null for none. */
    readonly customer_phone?: string | null | undefined;
    /** The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. Must have at most 8192 bytes as JSON. */
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
    /** The partner that the call acted for. */
    readonly partner_id?: string | undefined;
  }[];
}

/** Returns an import of customers, and its failed rows. */
export interface GetPartnerCustomerImportQuery {
  /** Id of the import. */
  readonly import_id: string;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
}

/** Creates an instance of a customer, which takes a slot, and by default a link to connect it. Needs customer_id or external_customer_id. */
export interface CreateCustomerInstanceRequest {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key: string;
  /** A label for the partner's own use, or null. Must not contain control characters. */
  readonly instance_name?: string | null | undefined;
  /** Whether a connect session is created together with the instance. */
  readonly create_connect_session?: boolean | undefined;
  /** The address that the browser is redirected to after connecting, unless another one applies. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly return_url?: string | null | undefined;
  /** The address after a cancellation. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly cancel_url?: string | null | undefined;
  /** The address after a successful connection. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly success_url?: string | null | undefined;
  /** The address after a failed connection. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly error_url?: string | null | undefined;
  /** Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's. Must be a BCP 47 language tag, such as pt-BR. */
  readonly language?: string | null | undefined;
  /** The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. Must have at most 8192 bytes as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Creates a link to connect or reconnect an instance, and revokes the previous link. Needs instance_id or instance_key. */
export interface CreateConnectSessionRequest {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
  /** `reconnect` renews the connection of a connected instance, with the same number. */
  readonly mode?: 'connect' | 'reconnect' | undefined;
  /** The address that the browser is redirected to after connecting, unless another one applies. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly return_url?: string | null | undefined;
  /** The address after a cancellation. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/. */
  readonly cancel_url?: string | null | undefined;
  /** For how many hours the link is valid. */
  readonly ttl_hours?: number | null | undefined;
  /** Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's. Must be a BCP 47 language tag, such as pt-BR. */
  readonly language?: string | null | undefined;
}

/** Returns a page of the instances of the partner, of one customer, or with a number, newest first. */
export interface ListPartnerInstancesQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id?: string | undefined;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** Only instances in this state. */
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

/** Returns a page of the partner's instances that match all filters, newest first, with the names of their customers. */
export interface SearchPartnerInstancesQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** A part of a customer's name, e-mail or external id, or of an instance's name, label or key, without regard to accents and case. Three or more digits also match phone numbers. */
  readonly search?: string | undefined;
  /** Only instances in this state. */
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
  /** Business account at the platform. */
  readonly platform_waba_id?: string | undefined;
  /** Business account at the platform. In requests an alias of `platform_waba_id`. */
  readonly waba_id?: string | undefined;
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id?: string | undefined;
}

/** Returns an instance with all its details. Needs instance_id, instance_key or platform_phone_number_id. */
export interface GetPartnerInstanceQuery {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id?: string | undefined;
}

/** Sets the internal label of an instance. The empty string removes it. Needs instance_id. */
export interface UpdatePartnerInstanceLabelRequest {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** A label for the partner's own use, or null. Must not contain control characters. */
  readonly instance_name: string;
}

/** Reads the current state and callback of an instance from the platform. Needs instance_id or instance_key. */
export interface RefreshPartnerInstancePlatformRequest {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
}

/** Returns the platform token of an instance. The history entry and the audit entry are written first. Needs instance_id or instance_key. */
export interface RevealPartnerInstancePlatformTokenRequest {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
}

/** Moves an instance to another customer. Nothing else of the instance changes. Needs instance_id. */
export interface MovePartnerInstanceToCustomerRequest {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** The customer that gets the instances. */
  readonly target_customer_id: string;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Deactivates an instance: removes its callback at the platform, then frees its slot. Needs instance_id or instance_key. */
export interface DeactivatePartnerInstanceRequest {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -. */
  readonly instance_key?: string | undefined;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
  /** Whether the number is also deregistered at the platform, so that another provider can register it. A number of the business app (`coexistence`) is never deregistered. */
  readonly deregister?: boolean | undefined;
}

/** Returns what the hosted page of connect sessions shows of the partner. */
export type GetPartnerConnectPageQuery = Readonly<Record<string, never>>;

/** Sets what the hosted page of connect sessions shows of the partner. An omitted field is kept, null clears it. The image of `logo_url` is fetched at each update that gives it, and stored, so that the page loads nothing from elsewhere. */
export interface UpdatePartnerConnectPageRequest {
  /** The name that the hosted page shows. Null shows the partner's name. Must not contain control characters. */
  readonly display_name?: string | null | undefined;
  /** The address of the logo. An update that gives it fetches the image once, and the service keeps it: PNG, JPEG, WebP or GIF, at most 100 KiB. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password. Must not have a fragment. */
  readonly logo_url?: string | null | undefined;
  /** The colour of the buttons of the hosted page. Must be a colour as #rrggbb. */
  readonly color?: string | null | undefined;
  /** The address of the partner's privacy policy, which the hosted page links to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password. */
  readonly privacy_url?: string | null | undefined;
}

/** Validates a webhook endpoint without storing it. */
export interface ValidatePartnerWebhookEndpointRequest {
  /** The https address that callbacks and events are sent to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password. Must not have a fragment. */
  readonly webhook_url: string;
  /** The token that the endpoint expects as `hub.verify_token`. Null keeps the stored token for a URL of the same origin. The first endpoint and another origin require a token. */
  readonly platform_verify_token?: string | null | undefined;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Validates and stores a new webhook endpoint, and starts the migration of the callbacks of all connected instances to it. */
export interface UpdatePartnerWebhookEndpointRequest {
  /** The https address that callbacks and events are sent to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password. Must not have a fragment. */
  readonly webhook_url: string;
  /** The token that the endpoint expects as `hub.verify_token`. Null keeps the stored token for a URL of the same origin. The first endpoint and another origin require a token. */
  readonly platform_verify_token?: string | null | undefined;
  /** The reason. It is stored in the history, or with the migration of the endpoint. */
  readonly reason?: string | null | undefined;
}

/** Returns the webhook endpoint without its secrets, with its health and with what waits for it. */
export type GetPartnerWebhookEndpointQuery = Readonly<Record<string, never>>;

/** Returns the latest webhook migration, or one by its id, with a page of its instances. */
export interface GetPartnerWebhookMigrationQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** Id of a migration. Default: the latest. */
  readonly migration_id?: string | undefined;
}

/** Retries the instances of a migration whose callback could not be moved. */
export interface RetryPartnerWebhookMigrationRequest {
  /** Id of a migration. Default: the latest. */
  readonly migration_id?: string | undefined;
}

/** Returns the types of events, with those that the partner subscribes to. */
export type GetPartnerWebhookEventTypesQuery = Readonly<Record<string, never>>;

/** Sets the optional types of events that are sent to the partner: the given ones and no others. Types that are always sent may be among them. A change that begins after the response has its event, or has none. */
export interface UpdatePartnerWebhookEventTypesRequest {
  /** The types of events. */
  readonly event_types: readonly (
    | 'service.partner.customer.updated'
    | 'service.partner.customer.merged'
    | 'service.partner.instance.moved'
    | 'service.partner.customer.erasure_started'
    | 'service.partner.customer.erased'
    | 'service.partner.customer.erasure_failed'
    | 'service.partner.instance.connected'
    | 'service.partner.instance.reconnect_required'
    | 'service.partner.instance.updated'
    | 'service.partner.instance.deactivated'
    | 'service.partner.connect_session.ended'
    | 'service.partner.template.updated'
  )[];
}

/** Returns a page of the events of the last 30 days, newest first. A change is shown within 15 seconds, and at once with `customer_id`. A number stands for the customer whose line has it. When 30 days have more events than one call reads, the list without `date_from` has the newest, and `date_from` says since when. */
export interface ListPartnerWebhookEventsQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** Only events in this state. */
  readonly status?: 'waiting' | 'delivered' | 'undelivered' | 'all' | undefined;
  /** Only events of this kind. */
  readonly type?:
    | 'service.partner.customer.updated'
    | 'service.partner.customer.merged'
    | 'service.partner.instance.moved'
    | 'service.partner.customer.erasure_started'
    | 'service.partner.customer.erased'
    | 'service.partner.customer.erasure_failed'
    | 'service.partner.instance.connected'
    | 'service.partner.instance.reconnect_required'
    | 'service.partner.instance.updated'
    | 'service.partner.instance.deactivated'
    | 'service.partner.connect_session.ended'
    | 'service.partner.template.updated'
    | undefined;
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id?: string | undefined;
  /** The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed. */
  readonly date_from?: string | undefined;
  /** The end of the range, inclusive: a day (UTC), or a date-time with a time zone. */
  readonly date_to?: string | undefined;
}

/** Returns one event of the last 30 days with the body that is sent and the log of its attempts. It is found as soon as it exists. */
export interface GetPartnerWebhookEventQuery {
  /** Id of the event. */
  readonly event_id: string;
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
}

/** Sends one event again, or all undelivered events since a time, in the background. They keep their ids and their order. Needs either event_id or since. Must not have event_id beside since. `until` needs since. */
export interface ResendPartnerWebhookEventsRequest {
  /** Id of the event. */
  readonly event_id?: string | undefined;
  /** Undelivered events that were created from then on: a day (UTC), or a date-time with a time zone. */
  readonly since?: string | undefined;
  /** Those that were created up to then, inclusive. Default: now. */
  readonly until?: string | undefined;
}

/** Returns the latest resend of events, or one by its id. */
export interface GetPartnerWebhookResendQuery {
  /** Id of a resend. Default: the latest. */
  readonly resend_id?: string | undefined;
}

/** Rotates the signing secret of events and returns the new one. The previous secret signs as well for 24 hours; until then there is no further rotation, except by an owner when another caller made the last one. */
export type RotatePartnerWebhookSecretRequest = Readonly<Record<string, never>>;

/** Returns a test event of the last 30 days with what the endpoint answered to each attempt. */
export interface GetPartnerWebhookTestEventQuery {
  /** Id of the event. */
  readonly event_id: string;
}

/** Sends an event with made-up data to the endpoint. It has `test` in its body, and is in no customer's sequence. */
export interface SendPartnerWebhookTestEventRequest {
  /** The kind of the event; `service.ping` is for tests alone. */
  readonly type:
    | 'service.partner.customer.updated'
    | 'service.partner.customer.merged'
    | 'service.partner.instance.moved'
    | 'service.partner.customer.erasure_started'
    | 'service.partner.customer.erased'
    | 'service.partner.customer.erasure_failed'
    | 'service.partner.instance.connected'
    | 'service.partner.instance.reconnect_required'
    | 'service.partner.instance.updated'
    | 'service.partner.instance.deactivated'
    | 'service.partner.connect_session.ended'
    | 'service.partner.template.updated'
    | 'service.ping';
}

/** Returns a page of a business account's templates, ordered by name, language and id. `language` is required beside template_name. `template_name` must not stand beside template_id. */
export interface ListPartnerPlatformTemplatesQuery {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | undefined;
  /** Business account at the platform. In requests an alias of `platform_waba_id`. */
  readonly waba_id?: string | undefined;
  /** Id of the message template at the platform. */
  readonly template_id?: string | undefined;
  /** Name of the message template; needs `language` in queries. */
  readonly template_name?: string | undefined;
  /** Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's. */
  readonly language?: string | undefined;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** Only templates with this status at the platform, such as `APPROVED`. */
  readonly status?: string | undefined;
}

/** Returns a template, by its id or by its name and language. Needs template_id, or template_name with language. `language` is required beside template_name. `template_name` must not stand beside template_id. */
export interface GetPartnerPlatformTemplateQuery {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | undefined;
  /** Business account at the platform. In requests an alias of `platform_waba_id`. */
  readonly waba_id?: string | undefined;
  /** Id of the message template at the platform. */
  readonly template_id?: string | undefined;
  /** Name of the message template; needs `language` in queries. */
  readonly template_name?: string | undefined;
  /** Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's. */
  readonly language?: string | undefined;
}

/** Starts a template sync of a business account in the background. */
export interface RefreshPartnerPlatformTemplatesRequest {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | null | undefined;
  /** Business account at the platform. In requests an alias of `platform_waba_id`. */
  readonly waba_id?: string | null | undefined;
  /** Whether to synchronise again within 10 minutes of the last synchronisation; at most once a minute. */
  readonly force?: boolean | undefined;
}

/** Returns the progress of a template sync of a business account: the latest, or one by its id. */
export interface GetPartnerPlatformTemplateSyncQuery {
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** Business account at the platform. */
  readonly platform_waba_id?: string | undefined;
  /** Business account at the platform. In requests an alias of `platform_waba_id`. */
  readonly waba_id?: string | undefined;
  /** Id of a synchronisation. Default: the latest. */
  readonly sync_id?: string | undefined;
}

/** Returns a page of the business accounts that the partner has, or had, a connected instance of, ordered by their ids: of all, or of those with troubled templates. */
export interface ListPartnerBusinessAccountsQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** The number of its templates that cannot be sent, or soon not any more: rejected, disabled, paused, flagged or over a limit. */
  readonly troubled?: boolean | undefined;
}

/** Records a status of a message. A status is recorded once: later reports of it are duplicates. */
export interface ReportPartnerMessageStatusRequest {
  /** Id of the phone number at the platform that the message was sent from. */
  readonly phone_number_id: string;
  /** The status of the message at the platform. */
  readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
  /** The platform's id of the message. */
  readonly message_id?: string | null | undefined;
  /** The partner's own id of the message. */
  readonly client_message_id?: string | null | undefined;
  /** In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform. */
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
  /** The platform's error code, a number or a string. A query finds the failures with either. Must have at most 512 characters. */
  readonly error_code?: number | string | null | undefined;
  /** The platform's error title; at most 512 bytes as JSON. */
  readonly error_title?: string | null | undefined;
  /** The platform's error message; at most 2,048 bytes as JSON. */
  readonly error_message?: string | null | undefined;
  /** The platform's error details; at most 4,096 bytes as JSON. */
  readonly error_details?: string | null | undefined;
  /** The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. Must be in Unix seconds, not in milliseconds. Must be an RFC 3339 date-time with its offset, Unix seconds, or null. */
  readonly occurred_at?: string | number | null | undefined;
}

/** Records a status of a message. A status is recorded once: later reports of it are duplicates. */
export interface ReportPartnerMessageDeliveryFailureRequest {
  /** Id of the phone number at the platform that the message was sent from. */
  readonly phone_number_id: string;
  /** The status of the message at the platform. */
  readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
  /** The platform's id of the message. */
  readonly message_id?: string | null | undefined;
  /** The partner's own id of the message. */
  readonly client_message_id?: string | null | undefined;
  /** In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform. */
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
  /** The platform's error code, a number or a string. A query finds the failures with either. Must have at most 512 characters. */
  readonly error_code?: number | string | null | undefined;
  /** The platform's error title; at most 512 bytes as JSON. */
  readonly error_title?: string | null | undefined;
  /** The platform's error message; at most 2,048 bytes as JSON. */
  readonly error_message?: string | null | undefined;
  /** The platform's error details; at most 4,096 bytes as JSON. */
  readonly error_details?: string | null | undefined;
  /** The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. Must be in Unix seconds, not in milliseconds. Must be an RFC 3339 date-time with its offset, Unix seconds, or null. */
  readonly occurred_at?: string | number | null | undefined;
}

/** Records up to 500 statuses of messages in one call. Each report is accepted or refused by itself and counts against the rate limit. A call that exceeds the limit records none. */
export interface ReportPartnerMessageStatusesRequest {
  /** Reports of message statuses, each in the form of a single report. */
  readonly reports: readonly {
    /** Id of the phone number at the platform that the message was sent from. */
    readonly phone_number_id: string;
    /** The status of the message at the platform. */
    readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
    /** The platform's id of the message. */
    readonly message_id?: string | null | undefined;
    /** The partner's own id of the message. */
    readonly client_message_id?: string | null | undefined;
    /** In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform. */
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
    /** The platform's error code, a number or a string. A query finds the failures with either. Must have at most 512 characters. */
    readonly error_code?: number | string | null | undefined;
    /** The platform's error title; at most 512 bytes as JSON. */
    readonly error_title?: string | null | undefined;
    /** The platform's error message; at most 2,048 bytes as JSON. */
    readonly error_message?: string | null | undefined;
    /** The platform's error details; at most 4,096 bytes as JSON. */
    readonly error_details?: string | null | undefined;
    /** The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. Must be in Unix seconds, not in milliseconds. Must be an RFC 3339 date-time with its offset, Unix seconds, or null. */
    readonly occurred_at?: string | number | null | undefined;
    /** The name of the route. */
    readonly route?: 'report-partner-message-status' | 'report-partner-message-delivery-failure' | undefined;
    /** The partner that the call acted for. */
    readonly partner_id?: string | undefined;
  }[];
}

/** Returns a page of delivery events, newest first. Without a filter, the number of reads is the same for each page, scope and range. */
export interface SearchPartnerDeliveryEventsQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id?: string | undefined;
  /** The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed. */
  readonly date_from?: string | undefined;
  /** The end of the range, inclusive: a day (UTC), or a date-time with a time zone. */
  readonly date_to?: string | undefined;
  /** Only reports with this status. */
  readonly status?: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted' | undefined;
  /** The platform's error code, a number or a string. A query finds the failures with either. */
  readonly error_code?: string | undefined;
  /** The platform's id of the message. */
  readonly message_id?: string | undefined;
}

/** Returns the delivery health of a scope over the last hours. */
export interface GetPartnerDeliveryHealthQuery {
  /** Id of the customer at the service. */
  readonly customer_id?: string | undefined;
  /** The customer's stable identifier in the partner's own system. Must not contain control characters. */
  readonly external_customer_id?: string | undefined;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id?: string | undefined;
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id?: string | undefined;
  /** An alias of `instance_id`. */
  readonly partner_instance_id?: string | undefined;
  /** Id of the phone number at the platform, once connected. */
  readonly platform_phone_number_id?: string | undefined;
  /** The length of the window in hours, up to now. */
  readonly window_hours?: number | undefined;
}

/** Returns the usage of UTC days or months, as it is billed. A day is closed some hours after its end; until then its events and reports are up to 15 seconds behind. */
export interface GetPartnerUsageQuery {
  /** The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed. */
  readonly date_from?: string | undefined;
  /** The end of the range, inclusive: a day (UTC), or a date-time with a time zone. */
  readonly date_to?: string | undefined;
  /** Whether an item is a UTC day or a month. */
  readonly granularity?: 'day' | 'month' | undefined;
}

/** Returns a page of the calling member's notifications, newest first, of the categories that the member has enabled. */
export interface ListPartnerNotificationsQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
  /** Only notifications that the member has or has not read. */
  readonly status?: 'unread' | 'read' | 'all' | undefined;
  /** Only notifications of this category, if the member has enabled it. `unread` counts those of the category alone. */
  readonly category?:
    | 'academy'
    | 'platform_alerts'
    | 'templates'
    | 'delivery_health'
    | 'billing'
    | 'billing_reminders'
    | 'system'
    | undefined;
}

/** Marks a notification as read by the calling member. A repetition returns the first time. */
export interface MarkPartnerNotificationReadRequest {
  /** Id of the notification. */
  readonly notification_id: string;
}

/** Marks all current notifications as read by the calling member, with one write. */
export type MarkAllPartnerNotificationsReadRequest = Readonly<Record<string, never>>;

/** Returns the notification preferences of the calling member. */
export type GetPartnerNotificationPreferencesQuery = Readonly<Record<string, never>>;

/** Updates the notification preferences of the calling member. Omitted preferences are not changed. */
export interface UpdatePartnerNotificationPreferencesRequest {
  /** Courses and guides. */
  readonly notify_academy?: boolean | undefined;
  /** Flagged numbers, restricted accounts, instances that must be connected again. */
  readonly notify_platform_alerts?: boolean | undefined;
  /** Rejected, paused or disabled templates. */
  readonly notify_templates?: boolean | undefined;
  /** Delivery that got worse. */
  readonly notify_delivery_health?: boolean | undefined;
  /** Invoices and payments. */
  readonly notify_billing?: boolean | undefined;
  /** Reminders of payments. */
  readonly notify_billing_reminders?: boolean | undefined;
  /** Failing endpoints, removals and migrations. */
  readonly notify_system?: boolean | undefined;
  /** Whether the portal shows new notifications at once. */
  readonly popup_enabled?: boolean | undefined;
}

/** Returns the calling member with its role, its scopes and its partners, the partner of the call with its slots, and the invitations that the member has not accepted. */
export type GetPartnerMemberQuery = Readonly<Record<string, never>>;

/** Returns a page of the partner's members, the newest first. */
export interface ListPartnerMembersQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
}

/** Invites a person to the team, who becomes a member by accepting. A person who has never signed in gets an e-mail. Another invitation before that replaces the first one. */
export interface InvitePartnerMemberRequest {
  /** The member's address, which invitations are sent to and the member signs in with. Must not contain control characters. Must be one e-mail address. */
  readonly email: string;
  /** The member's role at the partner: what the member may do. */
  readonly role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer';
}

/** Changes the role of a member within 60 seconds. The team keeps an owner. */
export interface UpdatePartnerMemberRequest {
  /** Id of the member. */
  readonly member_id: string;
  /** The member's role at the partner: what the member may do. */
  readonly role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer';
}

/** Removes a member from the team within 60 seconds, and deletes the sign-in of a member of no other partner; withdraws an invitation. The team keeps an owner. The answer has the keys that the member issued and that are still active. */
export interface RemovePartnerMemberRequest {
  /** Id of the member. */
  readonly member_id: string;
}

/** Accepts an invitation to the team of a partner. */
export interface AcceptPartnerInvitationRequest {
  /** Must be the caller's own partner, else 403 `partner_scope_mismatch`. */
  readonly partner_id: string;
}

/** Declines an invitation to the team of a partner, and deletes the sign-in of who is a member of no other partner. */
export interface DeclinePartnerInvitationRequest {
  /** Must be the caller's own partner, else 403 `partner_scope_mismatch`. */
  readonly partner_id: string;
}

/** Ends the membership of the calling member, and deletes the sign-in of a member of no other partner. The last owner cannot leave. */
export interface LeavePartnerRequest {
  /** Must be the caller's own partner, else 403 `partner_scope_mismatch`. */
  readonly partner_id: string;
}

/** Returns a page of the partner's API keys, also of those that ended, the newest first. It has no secrets. */
export interface ListPartnerApiKeysQuery {
  /** The page number, from 1. A page after the last one is empty. */
  readonly page?: number | undefined;
  /** The number of items on a page. */
  readonly page_size?: number | undefined;
}

/** Issues an API key with some of the member's scopes. Only this response has the key. */
export interface IssuePartnerApiKeyRequest {
  /** What the key may do. Must not hold a scope twice. */
  readonly scopes: readonly (
    | 'customers.read'
    | 'customers.write'
    | 'instances.read'
    | 'instances.write'
    | 'webhook.read'
    | 'webhook.write'
    | 'templates.read'
    | 'templates.write'
    | 'platform_risk.read'
    | 'usage.read'
    | 'platform_token.reveal'
  )[];
  /** When the key expires; null for never. */
  readonly expires_at?: string | null | undefined;
  /** Must not contain control characters. */
  readonly label?: string | null | undefined;
}

/** Revokes an API key within 60 seconds. A repetition changes nothing. */
export interface RevokePartnerApiKeyRequest {
  /** Id of the API key: the part after `partner_live_` or `partner_test_`. */
  readonly key_id: string;
}

export interface ConnectPage {
  /** The name that the hosted page shows. Null shows the partner's name. */
  readonly display_name: string | null;
  /** The address of the logo. An update that gives it fetches the image once, and the service keeps it: PNG, JPEG, WebP or GIF, at most 100 KiB. */
  readonly logo_url: string | null;
  /** The colour of the buttons of the hosted page. */
  readonly color: string | null;
  /** The address of the partner's privacy policy, which the hosted page links to. */
  readonly privacy_url: string | null;
  /** When these values were last changed. */
  readonly updated_at: string | null;
}

export interface CustomerImport {
  /** Id of the import. */
  readonly id: string;
  /** The state of the import. `failed`: it ended before all rows were read. */
  readonly status: 'running' | 'completed' | 'failed';
  /** The number of rows. */
  readonly total: number;
  /** Rows that created a customer. */
  readonly created: number;
  /** Rows that changed a customer. */
  readonly updated: number;
  /** Rows whose customer had these values. */
  readonly unchanged: number;
  /** Rows that were refused; the items name them. */
  readonly failed: number;
  /** When the import started. */
  readonly started_at: string;
  /** When the import ended, or null. */
  readonly finished_at: string | null;
}

export interface CustomerLifecycle {
  /** How far the deactivation is. `incomplete`: some instances could not be deactivated; call again. */
  readonly status: 'completed' | 'in_progress' | 'incomplete' | 'already_inactive';
  /** The number of instances to deactivate. */
  readonly total: number;
  /** The number of instances that are deactivated. */
  readonly completed: number;
  /** The number of instances whose deactivation failed. */
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
  /** The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The state of the customer. `merged`, `erasing` and `erased` customers take no commands; see the states. */
  readonly status: 'active' | 'inactive' | 'merged' | 'erasing' | 'erased' | 'erasure_failed';
  /** When the customer was created. */
  readonly created_at: string;
  /** When the customer last changed; strictly increases. */
  readonly updated_at: string;
  /** When it was deactivated, or null. */
  readonly deactivated_at: string | null;
  /** The customer that this customer was merged into, or null. */
  readonly merged_into: string | null;
  /** The number of its instances, including inactive ones. */
  readonly instance_count: number;
}

export interface DeliveryEvent {
  /** Id of the report. */
  readonly id: string;
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id: string;
  /** Id of the customer at the service. */
  readonly customer_id: string;
  /** Id of the phone number at the platform that the message was sent from. */
  readonly phone_number_id: string;
  /** The status of the message that was reported. */
  readonly status: 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
  /** The platform's id of the message. */
  readonly message_id: string | null;
  /** The partner's own id of the message. */
  readonly client_message_id: string | null;
  /** In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform. */
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
  /** The error of a failed message, or null. */
  readonly error: {
    /** The platform's error code. */
    readonly code: number | string | null;
    /** The platform's error title. */
    readonly title: string | null;
    /** The platform's error message. */
    readonly message: string | null;
    /** The rules that are broken, by field. */
    readonly details: string | null;
  } | null;
  /** The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. */
  readonly occurred_at: string;
  /** When the service received it. */
  readonly received_at: string;
}

export interface DeliveryHealth {
  /** The length of the window in hours, up to now. */
  readonly window_hours: number;
  /** The beginning of the window. */
  readonly from: string;
  /** The end of the window. */
  readonly to: string;
  /** The number of events by status. */
  readonly counts: {
    /** Reports of the status `sent`. */
    readonly sent: number;
    /** Reports of the status `delivered`. */
    readonly delivered: number;
    /** Reports of the status `read`. */
    readonly read: number;
    /** Reports of the status `failed`. */
    readonly failed: number;
    /** Reports of the status `deleted`. */
    readonly deleted: number;
  };
  /** The number of messages. */
  readonly messages: number;
  /** Shares of the messages, 0 to 1; null when there are none. */
  readonly rates: {
    /** The share of messages that were delivered or read. */
    readonly delivered: number | null;
    /** The share of messages that were read. */
    readonly read: number | null;
    /** The share of messages that failed. */
    readonly failed: number | null;
  };
  /** The verdict on these figures. */
  readonly verdict: 'insufficient_data' | 'healthy' | 'degraded' | 'critical';
  /** The most frequent errors. */
  readonly top_errors: readonly {
    /** The platform's error code. */
    readonly code: number | string | null;
    /** The platform's error title. */
    readonly title: string | null;
    /** The number of messages that failed with this error. */
    readonly count: number;
  }[];
  /** Counts over time, without gaps: by hour for up to 72 hours, else by day. */
  readonly series: readonly {
    /** The beginning of the hour or the day. */
    readonly at: string;
    /** The number of events by status. */
    readonly counts: {
      /** Reports of the status `sent`. */
      readonly sent: number;
      /** Reports of the status `delivered`. */
      readonly delivered: number;
      /** Reports of the status `read`. */
      readonly read: number;
      /** Reports of the status `failed`. */
      readonly failed: number;
      /** Reports of the status `deleted`. */
      readonly deleted: number;
    };
  }[];
  /** The same for each instance, at most 200. */
  readonly by_instance?:
    | readonly {
        /** Id of the instance (messaging line) at the service. */
        readonly instance_id: string;
        /** The number of events by status. */
        readonly counts: {
          /** Reports of the status `sent`. */
          readonly sent: number;
          /** Reports of the status `delivered`. */
          readonly delivered: number;
          /** Reports of the status `read`. */
          readonly read: number;
          /** Reports of the status `failed`. */
          readonly failed: number;
          /** Reports of the status `deleted`. */
          readonly deleted: number;
        };
        /** The number of messages. */
        readonly messages: number;
        /** Shares of the messages, 0 to 1; null when there are none. */
        readonly rates: {
          /** The share of messages that were delivered or read. */
          readonly delivered: number | null;
          /** The share of messages that were read. */
          readonly read: number | null;
          /** The share of messages that failed. */
          readonly failed: number | null;
        };
        /** The verdict on these figures. */
        readonly verdict: 'insufficient_data' | 'healthy' | 'degraded' | 'critical';
      }[]
    | undefined;
}

export interface EventTypeChoice {
  /** The type of the events. */
  readonly type:
    | 'service.partner.customer.updated'
    | 'service.partner.customer.merged'
    | 'service.partner.instance.moved'
    | 'service.partner.customer.erasure_started'
    | 'service.partner.customer.erased'
    | 'service.partner.customer.erasure_failed'
    | 'service.partner.instance.connected'
    | 'service.partner.instance.reconnect_required'
    | 'service.partner.instance.updated'
    | 'service.partner.instance.deactivated'
    | 'service.partner.connect_session.ended'
    | 'service.partner.template.updated';
  /** Whether events of the type are sent to the partner. */
  readonly subscribed: boolean;
  /** Whether the partner chooses. The others are always sent. */
  readonly optional: boolean;
}

export interface EventAttempt {
  /** When the request was sent. */
  readonly at: string;
  /** The status of the response; null when there was none. */
  readonly status: number | null;
  /** How long it took, in milliseconds. */
  readonly duration_ms: number;
  /** The platform's error code, a number or a string. A query finds the failures with either. Of an attempt: `http_` and the status, or why there was no response, such as `timeout`. */
  readonly error_code: string | null;
  /** Whether it tested a paused endpoint. A failed probe is none of the ten attempts of the event. */
  readonly probe: boolean;
  /** The first 1024 bytes of the body of a failed response, as text. Null without one, after an erasure, and for callers without `webhook.write`. */
  readonly answer: string | null;
}

export interface EventDetail {
  /** Id of the event: the `webhook-id` of its requests. */
  readonly id: string;
  /** The kind of the event. */
  readonly type: string;
  /** Id of the customer at the service. Null for an event of a template, which is of a business account. */
  readonly customer_id: string | null;
  /** The number of the event in the sequence of its customer's events. */
  readonly sequence: number;
  /** Whether the endpoint has taken the event. `undelivered`: given up, or there was no endpoint that could take it. */
  readonly status: 'waiting' | 'delivered' | 'undelivered';
  /** The number of requests that were sent. The requests that were made with the event, also before it was sent again: the length of `attempt_log`. While its endpoint is paused, only the oldest event is tried, as the probe. */
  readonly attempts: number;
  /** When the next attempt is due; null when there is none. When the next attempt is due. While the endpoint is paused: the time of its next probe, or later; when the probe is answered with 2xx, the waiting events are sent. Null when the event has ended, or waits for an earlier event of its customer. */
  readonly next_attempt_at: string | null;
  /** Why the last request failed, or null. */
  readonly last_error: {
    /** The reason, for programs. */
    readonly code: string;
    /** The reason, for people. */
    readonly message: string;
    /** When the request was sent. */
    readonly at: string;
  } | null;
  /** When the event was created. */
  readonly created_at: string;
  /** When the endpoint answered with 2xx, or null. */
  readonly delivered_at: string | null;
  /** The body of the requests. Exactly as it is sent. Null when the content was erased, or has expired without delivery. */
  readonly body: string | null;
  /** The attempts of the last 30 days, the oldest first. */
  readonly attempt_log: readonly EventAttempt[];
}

export interface Event {
  /** Id of the event: the `webhook-id` of its requests. */
  readonly id: string;
  /** The kind of the event. */
  readonly type: string;
  /** Id of the customer at the service. Null for an event of a template, which is of a business account. */
  readonly customer_id: string | null;
  /** The number of the event in the sequence of its customer's events. */
  readonly sequence: number;
  /** Whether the endpoint has taken the event. `undelivered`: given up, or there was no endpoint that could take it. */
  readonly status: 'waiting' | 'delivered' | 'undelivered';
  /** The number of requests that were sent. The requests that were made with the event, also before it was sent again: the length of `attempt_log`. While its endpoint is paused, only the oldest event is tried, as the probe. */
  readonly attempts: number;
  /** When the next attempt is due; null when there is none. When the next attempt is due. While the endpoint is paused: the time of its next probe, or later; when the probe is answered with 2xx, the waiting events are sent. Null when the event has ended, or waits for an earlier event of its customer. */
  readonly next_attempt_at: string | null;
  /** Why the last request failed, or null. */
  readonly last_error: {
    /** The reason, for programs. */
    readonly code: string;
    /** The reason, for people. */
    readonly message: string;
    /** When the request was sent. */
    readonly at: string;
  } | null;
  /** When the event was created. */
  readonly created_at: string;
  /** When the endpoint answered with 2xx, or null. */
  readonly delivered_at: string | null;
}

export interface HistoryEntry {
  /** Id of the history entry. */
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
    | 'instance_reconnect_required'
    | 'instance_updated'
    | 'instance_moved'
    | 'instance_label_changed'
    | 'instance_deactivated'
    | 'instance_deactivation_failed'
    | 'connect_session_ended'
    | 'template_updated'
    | 'platform_token_revealed'
    | 'customer_erasure_started'
    | 'customer_erased'
    | 'customer_erasure_failed';
  /** Where the change came from. */
  readonly origin: 'api' | 'portal' | 'operator' | 'system';
  /** Who made the change. */
  readonly actor: {
    /** What kind of caller made the change. */
    readonly type: 'partner_key' | 'member' | 'operator' | 'service';
    /** Id of the key or the member that made the change, or null. */
    readonly id: string;
  };
  /** The names of the changed fields; empty when a token was revealed. */
  readonly changed_fields: readonly string[];
  /** The previous values; null when the record did not exist. */
  readonly previous: Readonly<Record<string, unknown>>;
  /** The new values. */
  readonly new: Readonly<Record<string, unknown>>;
  /** The reason that the caller gave, or null. */
  readonly reason: string | null;
  /** Other records of the change. */
  readonly related: {
    /** The customer that is merged into the target. */
    readonly source_customer_id?: string | undefined;
    /** The customer that gets the instances. */
    readonly target_customer_id?: string | undefined;
    /** Id of the instance (messaging line) at the service. */
    readonly instance_id?: string | undefined;
  };
  /** In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform. */
  readonly request_id: string;
  /** When the change was made. */
  readonly created_at: string;
}

export interface FoundInstance {
  /** Id of the instance (messaging line) at the service. */
  readonly id: string;
  /** The partner's own identifier of the instance: immutable, and unique for ever. */
  readonly instance_key: string;
  /** The state of the instance; see the states. */
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
  /** Whether the instance counts against the partner's slot limit. */
  readonly occupies_slot: boolean;
  /** The state of its slot; null when it never took one. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
  /** A label for the partner's own use, or null. */
  readonly instance_name: string | null;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id: string;
  /** The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The number in a readable form. */
  readonly display_phone_number: string | null;
  /** The official name that the platform returned. */
  readonly verified_name: string | null;
  /** The platform's decision about the name. */
  readonly name_status: string | null;
  /** The platform's rating of the number. */
  readonly quality_rating: string | null;
  /** The platform's limit of conversations a day. */
  readonly messaging_limit: string | null;
  /** The platform's level of messages a second. */
  readonly throughput_level: string | null;
  /** The number's status at the platform. */
  readonly platform_status: string | null;
  /** Whether the number is used in the platform's business app as well. */
  readonly coexistence: boolean;
  /** The instance's callback at the platform. */
  readonly callback: {
    /** The state of the instance's callback at the platform. */
    readonly state: 'none' | 'pending' | 'active' | 'drifted' | 'removing' | 'removed' | 'remove_failed';
    /** When it was last read back. */
    readonly verified_at: string | null;
    /** Why the callback could not be set or removed the last time, or null. */
    readonly last_error: {
      /** The reason, for programs. */
      readonly code: string;
      /** The reason, for people. */
      readonly message: string;
      /** When it failed. */
      readonly at: string;
    } | null;
  };
  /** The connection to the platform. */
  readonly connection: {
    /** When the instance was connected. */
    readonly connected_at: string | null;
    /** When the platform token expires, or null. */
    readonly token_expires_at: string | null;
    /** Why the connection failed the last time, or null. */
    readonly last_error: {
      /** The reason, for programs. */
      readonly code: string;
      /** The reason, for people. */
      readonly message: string;
      /** When it failed. */
      readonly at: string;
    } | null;
  };
  /** The risk according to the platform's signals. */
  readonly risk: PlatformRisk;
  /** When the instance was created. */
  readonly created_at: string;
  /** When the instance last changed; strictly increases. */
  readonly updated_at: string;
  /** The customer's name, for the partner's own use. */
  readonly customer_name: string | null;
}

export interface InstanceLifecycle {
  /** Whether this call deactivated the instance, or it was inactive before. */
  readonly status: 'completed' | 'already_inactive';
  /** The state of the instance's callback at the platform. */
  readonly callback_state: 'none' | 'pending' | 'active' | 'drifted' | 'removing' | 'removed' | 'remove_failed';
  /** The state of its slot; null when it never took one. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
}

export interface InstanceListItem {
  /** Id of the instance (messaging line) at the service. */
  readonly id: string;
  /** The partner's own identifier of the instance: immutable, and unique for ever. */
  readonly instance_key: string;
  /** The state of the instance; see the states. */
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
  /** Whether the instance counts against the partner's slot limit. */
  readonly occupies_slot: boolean;
  /** The state of its slot; null when it never took one. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
}

export interface Instance {
  /** Id of the instance (messaging line) at the service. */
  readonly id: string;
  /** The partner's own identifier of the instance: immutable, and unique for ever. */
  readonly instance_key: string;
  /** The state of the instance; see the states. */
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
  /** Whether the instance counts against the partner's slot limit. */
  readonly occupies_slot: boolean;
  /** The state of its slot; null when it never took one. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
  /** A label for the partner's own use, or null. */
  readonly instance_name: string | null;
  /** Id of the customer at the service. In requests an alias of `customer_id`. */
  readonly partner_customer_id: string;
  /** The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The number in a readable form. */
  readonly display_phone_number: string | null;
  /** The official name that the platform returned. */
  readonly verified_name: string | null;
  /** The platform's decision about the name. */
  readonly name_status: string | null;
  /** The platform's rating of the number. */
  readonly quality_rating: string | null;
  /** The platform's limit of conversations a day. */
  readonly messaging_limit: string | null;
  /** The platform's level of messages a second. */
  readonly throughput_level: string | null;
  /** The number's status at the platform. */
  readonly platform_status: string | null;
  /** Whether the number is used in the platform's business app as well. */
  readonly coexistence: boolean;
  /** The instance's callback at the platform. */
  readonly callback: {
    /** The state of the instance's callback at the platform. */
    readonly state: 'none' | 'pending' | 'active' | 'drifted' | 'removing' | 'removed' | 'remove_failed';
    /** When it was last read back. */
    readonly verified_at: string | null;
    /** Why the callback could not be set or removed the last time, or null. */
    readonly last_error: {
      /** The reason, for programs. */
      readonly code: string;
      /** The reason, for people. */
      readonly message: string;
      /** When it failed. */
      readonly at: string;
    } | null;
  };
  /** The connection to the platform. */
  readonly connection: {
    /** When the instance was connected. */
    readonly connected_at: string | null;
    /** When the platform token expires, or null. */
    readonly token_expires_at: string | null;
    /** Why the connection failed the last time, or null. */
    readonly last_error: {
      /** The reason, for programs. */
      readonly code: string;
      /** The reason, for people. */
      readonly message: string;
      /** When it failed. */
      readonly at: string;
    } | null;
  };
  /** The latest connect session, or null. */
  readonly session: ConnectSession | null;
  /** The risk according to the platform's signals. */
  readonly risk: PlatformRisk;
  /** When the instance was created. */
  readonly created_at: string;
  /** When the instance last changed; strictly increases. */
  readonly updated_at: string;
}

export interface NewConnectSession {
  /** Id of the connect session. */
  readonly id: string;
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id: string;
  /** `reconnect` renews the connection of a connected instance, with the same number. */
  readonly mode: 'connect' | 'reconnect';
  /** The state of the connect session; see the states. */
  readonly status: 'open' | 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'expired' | 'revoked';
  /** Until when the link is valid. */
  readonly expires_at: string;
  /** Why the sign-up failed, or null. */
  readonly error: {
    /** Why the sign-up failed, for programs. */
    readonly code: string;
    /** Why the sign-up failed, for people. */
    readonly message: string;
  } | null;
  /** The link to give to the customer. */
  readonly url: string;
}

export interface PlatformRisk {
  /** The highest risk of the signals. */
  readonly level: 'ok' | 'unknown' | 'watch' | 'restricted' | 'blocked';
  /** The reasons for it. */
  readonly reasons: readonly string[];
  /** When it was last checked. */
  readonly checked_at: string | null;
}

export interface ConnectSession {
  /** Id of the connect session. */
  readonly id: string;
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id: string;
  /** `reconnect` renews the connection of a connected instance, with the same number. */
  readonly mode: 'connect' | 'reconnect';
  /** The state of the connect session; see the states. */
  readonly status: 'open' | 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'expired' | 'revoked';
  /** Until when the link is valid. */
  readonly expires_at: string;
  /** Why the sign-up failed, or null. */
  readonly error: {
    /** Why the sign-up failed, for programs. */
    readonly code: string;
    /** Why the sign-up failed, for people. */
    readonly message: string;
  } | null;
}

export interface Notification {
  /** Id of the notification. */
  readonly id: string;
  /** What the notification is about. Members choose the categories that they get. */
  readonly category:
    'academy' | 'platform_alerts' | 'templates' | 'delivery_health' | 'billing' | 'billing_reminders' | 'system';
  /** How urgent the notification is. */
  readonly severity: 'info' | 'warning' | 'critical';
  /** The title, in a few words. */
  readonly title: string;
  /** The text of the notification. */
  readonly body: string;
  /** The record that it is about. */
  readonly entity: {
    /** What kind of record the notification is about. */
    readonly type: string;
    /** Id of the record that the notification is about. */
    readonly id: string;
  };
  /** When the notification was created. */
  readonly created_at: string;
  /** When the member read it, or null. */
  readonly read_at: string | null;
}

export interface Preferences {
  /** Courses and guides. */
  readonly notify_academy: boolean;
  /** Flagged numbers, restricted accounts, instances that must be connected again. */
  readonly notify_platform_alerts: boolean;
  /** Rejected, paused or disabled templates. */
  readonly notify_templates: boolean;
  /** Delivery that got worse. */
  readonly notify_delivery_health: boolean;
  /** Invoices and payments. */
  readonly notify_billing: boolean;
  /** Reminders of payments. */
  readonly notify_billing_reminders: boolean;
  /** Failing endpoints, removals and migrations. */
  readonly notify_system: boolean;
  /** Whether the portal shows new notifications at once. */
  readonly popup_enabled: boolean;
}

export interface Invitation {
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The name of the partner. */
  readonly name: string;
  /** The member's role at the partner: what the member may do. */
  readonly role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer';
  /** When the person was invited last. */
  readonly invited_at: string;
}

export interface Key {
  /** Id of the API key: the part after `partner_live_` or `partner_test_`. */
  readonly id: string;
  /** Whether the key can be used. */
  readonly status: 'active' | 'expired' | 'revoked';
  /** What the key may do. */
  readonly scopes: readonly (
    | 'customers.read'
    | 'customers.write'
    | 'instances.read'
    | 'instances.write'
    | 'webhook.read'
    | 'webhook.write'
    | 'templates.read'
    | 'templates.write'
    | 'platform_risk.read'
    | 'usage.read'
    | 'platform_token.reveal'
  )[];
  /** When the key was issued. */
  readonly created_at: string;
  /** When the key expires, or null. */
  readonly expires_at: string | null;
  /** When it was revoked, or null. */
  readonly revoked_at: string | null;
  /** The UTC day of its last use; null when it was not used yet. */
  readonly last_used_day: string | null;
  /** The label that the key was given when it was issued, or null. */
  readonly label: string | null;
  /** Id of the member that issued the key; null for the operator. */
  readonly issued_by: string | null;
}

export interface Member {
  /** Id of the member. */
  readonly id: string;
  /** The member's address, which invitations are sent to and the member signs in with. */
  readonly email: string;
  /** The member's role at the partner: what the member may do. */
  readonly role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer';
  /** `pending` until the person accepts the invitation. */
  readonly status: 'pending' | 'active';
  /** When the person was invited. */
  readonly created_at: string;
}

export interface OwnMember {
  /** Id of the member. */
  readonly id: string;
  /** The member's address, which invitations are sent to and the member signs in with. */
  readonly email: string;
  /** The member's role at the partner: what the member may do. */
  readonly role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer';
  /** What the role of the member may do. */
  readonly scopes: readonly (
    | 'customers.read'
    | 'customers.write'
    | 'instances.read'
    | 'instances.write'
    | 'webhook.read'
    | 'webhook.write'
    | 'templates.read'
    | 'templates.write'
    | 'platform_risk.read'
    | 'usage.read'
    | 'platform_token.reveal'
    | 'team.write'
    | 'keys.write'
  )[];
  /** The partners that the member belongs to. */
  readonly partners: readonly {
    /** The partner that the call acted for. */
    readonly partner_id: string;
    /** The name of the partner. */
    readonly name: string;
    /** The member's role at the partner: what the member may do. */
    readonly role: 'owner' | 'admin' | 'developer' | 'support' | 'viewer';
  }[];
}

export interface OwnPartner {
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The name of the partner. */
  readonly name: string;
  /** The state of the partner. Calls of a `suspended` partner are refused with 401. */
  readonly status: 'active' | 'suspended';
  /** The partner's slot limit, or null for none. */
  readonly slot_limit: number | null;
  /** Slots that its instances take. */
  readonly slots_occupied: number;
}

export interface BusinessAccount {
  /** Business account at the platform. */
  readonly platform_waba_id: string;
  /** The number of its connected instances. */
  readonly lines: number;
  /** The number of its templates. */
  readonly templates: number;
  /** The number of its templates that cannot be sent, or soon not any more: rejected, disabled, paused, flagged or over a limit. */
  readonly troubled: number;
  /** The latest synchronisation of its templates, or null. */
  readonly last_sync: TemplateSync | null;
}

export interface TemplateSync {
  /** Id of the synchronisation. */
  readonly id: string;
  /** Business account at the platform. In requests an alias of `platform_waba_id`. */
  readonly waba_id: string;
  /** What started the synchronisation. */
  readonly trigger: 'request' | 'schedule' | 'platform';
  /** The state of the synchronisation; see the states. */
  readonly status: 'queued' | 'running' | 'rate_limited' | 'succeeded' | 'partial' | 'failed';
  /** Templates read from the platform. */
  readonly fetched: number;
  /** Templates that are new. */
  readonly created: number;
  /** Templates that have changed. */
  readonly updated: number;
  /** Templates that no longer exist at the platform. */
  readonly removed: number;
  /** Pages read from the platform. */
  readonly pages: number;
  /** When the synchronisation started. */
  readonly started_at: string;
  /** When the synchronisation ended, or null. */
  readonly finished_at: string | null;
  /** The time from which a refresh starts a new synchronisation. */
  readonly next_allowed_at: string;
  /** Why the synchronisation failed, or null. */
  readonly error: {
    /** Why the synchronisation failed, for programs. */
    readonly code: string;
    /** Why the synchronisation failed, for people. */
    readonly message: string;
  } | null;
}

export interface Template {
  /** Id of the message template at the platform. */
  readonly template_id: string;
  /** Business account at the platform. */
  readonly platform_waba_id: string;
  /** The name of the message template. */
  readonly name: string;
  /** Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's. */
  readonly language: string;
  /** The template's category at the platform, such as `MARKETING` or `UTILITY`. */
  readonly category: string | null;
  /** The template's status at the platform, such as `APPROVED` or `REJECTED`. */
  readonly status: string | null;
  /** The platform's rating of the template, or null. */
  readonly quality_score: string | null;
  /** Why the platform rejected the template, or null. */
  readonly rejected_reason: string | null;
  /** What is wrong with a rejected template, and how to mend it, or null. */
  readonly rejection_info: {
    /** What is wrong with the template. */
    readonly reason: string | null;
    /** How to mend it. */
    readonly recommendation: string | null;
  } | null;
  /** When the platform disabled the template, or null. */
  readonly disable_date: string | null;
  /** What the platform says about the last change of the status, or null. */
  readonly other_info: {
    /** The platform's heading of the text. */
    readonly title: string | null;
    /** The platform's text. */
    readonly description: string | null;
  } | null;
  /** The category that the platform is going to give the template, and from when on, or null. */
  readonly category_change: {
    /** The category that the template is going to have. */
    readonly category: string;
    /** When the category changes. */
    readonly at: string;
  } | null;
  /** The category that the platform suggests, or null. */
  readonly correct_category: string | null;
  /** The parts of the template, as the platform describes them. */
  readonly components: readonly unknown[];
  /** When it was last read from the platform. */
  readonly last_synced_at: string | null;
}

export interface Usage {
  /** `test` on every stage but production. */
  readonly billing: 'production' | 'test';
  /** Whether an item is a UTC day or a month. */
  readonly granularity: 'day' | 'month';
  /** The usage of the whole range. */
  readonly totals: {
    /** The most slots that were taken at once. */
    readonly slots_peak: number;
    /** The slots that were taken at any moment of a UTC day; of several days, their sum. */
    readonly slot_days: number;
    /** The instances that were connected at any moment of a UTC day; of several days, the highest number. */
    readonly lines_connected: number;
    /** The active customers at the end of a UTC day; of several days, the highest number. */
    readonly customers_active: number;
    /** The events with their first 2xx. */
    readonly events_delivered: number;
    /** Reports of message statuses, each in the form of a single report. The delivery reports that were taken anew. */
    readonly reports: number;
    /** The calls, without those that were answered with 401 or 429. */
    readonly calls: number;
  };
  /** The days or months of the range, the earliest first. */
  readonly items: readonly {
    /** `YYYY-MM-DD`, or `YYYY-MM` by months. */
    readonly date: string;
    /** The most slots that were taken at once. */
    readonly slots_peak: number;
    /** The slots that were taken at any moment of a UTC day; of several days, their sum. */
    readonly slot_days: number;
    /** The instances that were connected at any moment of a UTC day; of several days, the highest number. */
    readonly lines_connected: number;
    /** The active customers at the end of a UTC day; of several days, the highest number. */
    readonly customers_active: number;
    /** The events with their first 2xx. */
    readonly events_delivered: number;
    /** Reports of message statuses, each in the form of a single report. The delivery reports that were taken anew. */
    readonly reports: number;
    /** The calls, without those that were answered with 401 or 429. */
    readonly calls: number;
  }[];
}

export interface WebhookCheck {
  /** What was checked. */
  readonly name: 'challenge' | 'wrong_token' | 'ping' | 'path';
  /** Whether the check passed. */
  readonly ok: boolean;
  /** The reason for the result. */
  readonly detail: string | null;
  /** The status of the answer; null when there was none, or nothing was asked. */
  readonly status: number | null;
  /** In milliseconds. How long the exchange took; null when nothing was asked. */
  readonly duration_ms: number | null;
  /** The reason, for programs. Why there was no answer, such as `timeout`; null otherwise. */
  readonly error_code: string | null;
}

export interface WebhookEndpointState {
  /** Id of the endpoint. */
  readonly id: string;
  /** The name of the endpoint, for people. */
  readonly name: string;
  /** The https address that callbacks and events are sent to. */
  readonly url: string;
  /** False after the endpoint failed for too long or answered 410. A valid update enables it. */
  readonly enabled: boolean;
  /** Whether events are sent to this endpoint. */
  readonly is_primary: boolean;
  /** Whether a verify token is stored. */
  readonly platform_verify_token_configured: boolean;
  /** The delivery health of the window. `slow`: it answers later than within a second. `failing`: the last attempt failed. `paused`: it keeps failing; its events wait, and a probe tests it from time to time. `disabled`: until it is updated. */
  readonly health: 'healthy' | 'slow' | 'failing' | 'paused' | 'disabled';
  /** Since when no attempt has been answered with 2xx: the end of the first one that failed. Null while it works. */
  readonly failing_since: string | null;
  /** When a paused endpoint gets its next probe; else null. */
  readonly next_probe_at: string | null;
  /** Of the last exchange with this endpoint that failed. It stays after a recovery. */
  readonly last_error: {
    /** The reason, for programs. */
    readonly code: string;
    /** The reason, for people. */
    readonly message: string;
    /** The status of the answer; null when there was none. */
    readonly status: number | null;
    /** When the request was sent. */
    readonly at: string;
  } | null;
  /** When the latest outage began that paused or disabled the endpoint. It stays after the outage. */
  readonly last_outage_at: string | null;
  /** The events that wait for their delivery, as in the list with `status` `waiting`, up to 15 seconds late. */
  readonly waiting: number;
  /** The events that ended without a delivery, as in the list with `status` `undelivered`. */
  readonly undelivered: number;
  /** With very many events, both counts have only those created since then. Null: they have all of the last 30 days. */
  readonly counted_since: string | null;
}

export interface WebhookEndpoint {
  /** Id of the endpoint. */
  readonly id: string;
  /** The name of the endpoint, for people. */
  readonly name: string;
  /** The https address that callbacks and events are sent to. */
  readonly url: string;
  /** False after the endpoint failed for too long or answered 410. A valid update enables it. */
  readonly enabled: boolean;
  /** Whether events are sent to this endpoint. */
  readonly is_primary: boolean;
  /** Whether a verify token is stored. */
  readonly platform_verify_token_configured: boolean;
}

export interface WebhookMigration {
  /** Id of the migration. */
  readonly id: string;
  /** The state of the migration. `superseded`: a later change of the endpoint took its place. */
  readonly status: 'running' | 'completed' | 'partial' | 'failed' | 'superseded';
  /** The number of instances whose callback is moved. */
  readonly total: number;
  /** The number of instances whose callback was moved. */
  readonly done: number;
  /** The number of instances whose callback could not be moved. */
  readonly failed: number;
  /** The instances of the migration. */
  readonly items: readonly {
    /** Id of the instance (messaging line) at the service. */
    readonly instance_id: string;
    /** Whether the callback of the instance was moved. */
    readonly status: 'pending' | 'done' | 'failed' | 'superseded';
    /** How often the move was tried. */
    readonly attempts: number;
    /** The platform's error code, a number or a string. A query finds the failures with either. */
    readonly error_code: string | null;
  }[];
  /** The reason that the caller of the change gave, or null. */
  readonly reason: string | null;
  /** Who changed the endpoint. */
  readonly requested_by: {
    /** What kind of caller changed the endpoint. */
    readonly type: 'partner_key' | 'member' | 'operator' | 'service';
    /** Id of the key or the member that changed the endpoint. */
    readonly id: string;
  };
  /** When the migration started. */
  readonly started_at: string;
  /** When the migration ended, or null. */
  readonly finished_at: string | null;
}

export interface Resend {
  /** Id of the resend. */
  readonly id: string;
  /** The state of the resend. */
  readonly status: 'running' | 'completed' | 'failed';
  /** The number of events that are sent again. */
  readonly total: number;
  /** The number of these events that were delivered or given up again. */
  readonly done: number;
  /** When the resend started. */
  readonly started_at: string;
  /** When the resend ended, or null. */
  readonly finished_at: string | null;
}

export interface TestEventState {
  /** Id of the event: the `webhook-id` of its requests. */
  readonly id: string;
  /** The kind of the event. */
  readonly type:
    | 'service.partner.customer.updated'
    | 'service.partner.customer.merged'
    | 'service.partner.instance.moved'
    | 'service.partner.customer.erasure_started'
    | 'service.partner.customer.erased'
    | 'service.partner.customer.erasure_failed'
    | 'service.partner.instance.connected'
    | 'service.partner.instance.reconnect_required'
    | 'service.partner.instance.updated'
    | 'service.partner.instance.deactivated'
    | 'service.partner.connect_session.ended'
    | 'service.partner.template.updated'
    | 'service.ping';
  /** Whether the endpoint has taken the event. `undelivered`: given up, or there was no endpoint that could take it. */
  readonly status: 'waiting' | 'delivered' | 'undelivered';
  /** The number of requests that were sent. The length of `attempt_log`. */
  readonly attempts: number;
  /** When the next attempt is due; null when there is none. When the next attempt is due; null when the test event has ended. */
  readonly next_attempt_at: string | null;
  /** When the event was created. */
  readonly created_at: string;
  /** When the endpoint answered with 2xx, or null. */
  readonly delivered_at: string | null;
  /** The body of the requests. */
  readonly body: string;
  /** The attempts of the last 30 days, the oldest first. */
  readonly attempt_log: readonly EventAttempt[];
}

export interface TestEvent {
  /** Id of the event: the `webhook-id` of its requests. */
  readonly id: string;
  /** The kind of the event. */
  readonly type:
    | 'service.partner.customer.updated'
    | 'service.partner.customer.merged'
    | 'service.partner.instance.moved'
    | 'service.partner.customer.erasure_started'
    | 'service.partner.customer.erased'
    | 'service.partner.customer.erasure_failed'
    | 'service.partner.instance.connected'
    | 'service.partner.instance.reconnect_required'
    | 'service.partner.instance.updated'
    | 'service.partner.instance.deactivated'
    | 'service.partner.connect_session.ended'
    | 'service.partner.template.updated'
    | 'service.ping';
  /** Whether the endpoint has taken the event. */
  readonly status: 'waiting';
  /** When the event was created. */
  readonly created_at: string;
  /** The body of the requests. */
  readonly body: string;
}

export interface UpsertPartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The customer after the call. */
  readonly customer: Customer;
}

export interface ListPartnerCustomersResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly Customer[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface GetPartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The customer after the call. */
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
    /** The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. */
    readonly metadata: Readonly<Record<string, unknown>>;
    /** The state of the customer. `merged`, `erasing` and `erased` customers take no commands; see the states. */
    readonly status: 'active' | 'inactive' | 'merged' | 'erasing' | 'erased' | 'erasure_failed';
    /** When the customer was created. */
    readonly created_at: string;
    /** When the customer last changed; strictly increases. */
    readonly updated_at: string;
    /** When it was deactivated, or null. */
    readonly deactivated_at: string | null;
    /** The customer that this customer was merged into, or null. */
    readonly merged_into: string | null;
    /** The number of its instances, including inactive ones. */
    readonly instance_count: number;
    /** Its newest instances, at most 50. */
    readonly instances: readonly InstanceListItem[];
    /** Whether it has more instances than are listed. */
    readonly instances_truncated: boolean;
    /** The commercial slots that its instances take. */
    readonly slot: {
      /** Whether the customer takes slots. */
      readonly state: 'free' | 'occupied' | 'releasing' | 'release_blocked';
      /** Slots that its instances take. */
      readonly occupied: number;
      /** Slots that are being released. */
      readonly releasing: number;
      /** The partner's slot limit, or null for none. */
      readonly limit: number | null;
    };
    /** The latest ten history entries. */
    readonly history: readonly HistoryEntry[];
    /** The highest risk of its instances. */
    readonly platform_risk: PlatformRisk;
    /** The progress or the result of a deactivation. */
    readonly lifecycle: CustomerLifecycle | null;
  };
}

export interface UpdatePartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The customer after the call. */
  readonly customer: Customer;
}

export interface GetPartnerCustomerHistoryResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly HistoryEntry[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface MergePartnerCustomersResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The customer after the call. */
  readonly customer: Customer;
  /** The customer that was merged into the target. */
  readonly source_customer: Customer;
  /** The progress of the move of the instances. */
  readonly merge: {
    /** Whether all instances have moved to the target. */
    readonly status: 'completed' | 'in_progress';
    /** Instances moved so far. */
    readonly moved: number;
    /** The number of instances to move. */
    readonly total: number;
  };
}

export interface GetPartnerMergeResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The progress of the move of the instances. */
  readonly merge: {
    /** Whether all instances have moved to the target. */
    readonly status: 'completed' | 'in_progress';
    /** Instances moved so far. */
    readonly moved: number;
    /** The number of instances to move. */
    readonly total: number;
  };
}

export interface DeactivatePartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The customer after the call. */
  readonly customer: Customer;
  /** The progress or the result of a deactivation. */
  readonly lifecycle: CustomerLifecycle;
}

export interface ReactivatePartnerCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The customer after the call. */
  readonly customer: Customer;
}

export interface ImportPartnerCustomersResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** An import of customers. */
  readonly import: CustomerImport;
}

export interface GetPartnerCustomerImportResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly {
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
  }[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
  /** An import of customers. */
  readonly import: CustomerImport;
}

export interface CreateCustomerInstanceResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The instance after the call. */
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
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly InstanceListItem[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface SearchPartnerInstancesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly FoundInstance[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface GetPartnerInstanceResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The instance after the call. */
  readonly instance: Instance;
}

export interface UpdatePartnerInstanceLabelResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The instance after the call. */
  readonly instance: Instance;
}

export interface RefreshPartnerInstancePlatformResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The instance after the call. */
  readonly instance: Instance;
}

export interface RevealPartnerInstancePlatformTokenResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Id of the instance (messaging line) at the service. */
  readonly instance_id: string;
  /** The instance's access token at the platform. Keep it secret. */
  readonly platform_access_token: string;
  /** When the platform token expires, or null. */
  readonly expires_at: string | null;
}

export interface MovePartnerInstanceToCustomerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The instance after the call. */
  readonly instance: Instance;
}

export interface DeactivatePartnerInstanceResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The instance after the call. */
  readonly instance: Instance;
  /** The progress or the result of a deactivation. */
  readonly lifecycle: InstanceLifecycle;
}

export interface GetPartnerConnectPageResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** What the hosted page of connect sessions shows of the partner. */
  readonly connect_page: ConnectPage;
}

export interface UpdatePartnerConnectPageResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** What the hosted page of connect sessions shows of the partner. */
  readonly connect_page: ConnectPage;
}

export interface ValidatePartnerWebhookEndpointResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Whether all checks passed. */
  readonly valid: boolean;
  /** The checks and their results. */
  readonly checks: readonly WebhookCheck[];
}

export interface UpdatePartnerWebhookEndpointResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The endpoint, or null. */
  readonly endpoint: WebhookEndpoint;
  /** The move of the callbacks of all connected instances to the endpoint. */
  readonly migration: WebhookMigration;
}

export interface GetPartnerWebhookEndpointResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The endpoint, or null. */
  readonly endpoint: WebhookEndpointState | null;
}

export interface GetPartnerWebhookMigrationResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The move of the callbacks of all connected instances to the endpoint. */
  readonly migration: WebhookMigration;
}

export interface RetryPartnerWebhookMigrationResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The move of the callbacks of all connected instances to the endpoint. */
  readonly migration: WebhookMigration;
}

export interface GetPartnerWebhookEventTypesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The types of events. */
  readonly event_types: readonly EventTypeChoice[];
}

export interface UpdatePartnerWebhookEventTypesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The types of events. */
  readonly event_types: readonly EventTypeChoice[];
}

export interface ListPartnerWebhookEventsResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly Event[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
  /** The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed. */
  readonly date_from?: string | undefined;
}

export interface GetPartnerWebhookEventResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** What happened. */
  readonly event: EventDetail;
}

export interface ResendPartnerWebhookEventsResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Events that are sent again. */
  readonly resend: Resend;
}

export interface GetPartnerWebhookResendResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Events that are sent again. */
  readonly resend: Resend;
}

export interface RotatePartnerWebhookSecretResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The new signing secret. Only this answer contains it. */
  readonly webhook_secret: string;
  /** Until when the previous secret signs as well; null for the first secret. */
  readonly previous_valid_until: string | null;
}

export interface GetPartnerWebhookTestEventResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** What happened. */
  readonly event: TestEventState;
}

export interface SendPartnerWebhookTestEventResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** What happened. */
  readonly event: TestEvent;
}

export interface ListPartnerPlatformTemplatesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly Template[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface GetPartnerPlatformTemplateResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The message template. */
  readonly template: Template;
}

export interface RefreshPartnerPlatformTemplatesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A synchronisation of the templates of a business account. */
  readonly sync: TemplateSync;
}

export interface GetPartnerPlatformTemplateSyncResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A synchronisation of the templates of a business account. */
  readonly sync: TemplateSync;
}

export interface ListPartnerBusinessAccountsResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly BusinessAccount[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface ReportPartnerMessageStatusResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Id of the event. */
  readonly event_id: string;
  /** Whether the same status was reported before. Then `event_id` is that of the first report. */
  readonly duplicate: boolean;
}

export interface ReportPartnerMessageDeliveryFailureResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** Id of the event. */
  readonly event_id: string;
  /** Whether the same status was reported before. Then `event_id` is that of the first report. */
  readonly duplicate: boolean;
}

export interface ReportPartnerMessageStatusesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The results of the reports, in the order of the call. */
  readonly items: readonly {
    /** The status that a single report would have been answered with: 201 for a new one, 200 for a repetition. */
    readonly status: 200 | 201 | 400 | 404;
    /** Id of the event. */
    readonly event_id: string | null;
    /** Whether the same status was reported before. Then `event_id` is that of the first report. */
    readonly duplicate: boolean;
    /** Why the report was refused, or null. */
    readonly error: {
      /** Why the report was refused, for programs. */
      readonly code: 'validation_failed' | 'not_found';
      /** Why the report was refused, for people. */
      readonly message: string;
      /** The rules that are broken, by field. */
      readonly details?:
        | readonly {
            /** The field, with dots between its names. */
            readonly path: string;
            /** The rule that the field breaks, for programs. */
            readonly rule: string;
            /** The rule that the field breaks. */
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
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly DeliveryEvent[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface GetPartnerDeliveryHealthResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The delivery health of the window. */
  readonly health: DeliveryHealth;
}

export interface GetPartnerUsageResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The usage of the range. */
  readonly usage: Usage;
}

export interface ListPartnerNotificationsResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly Notification[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
  /** The number of unread notifications. */
  readonly unread: number;
}

export interface MarkPartnerNotificationReadResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The notification after the call. */
  readonly notification: Notification;
}

export interface MarkAllPartnerNotificationsReadResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The number of unread notifications. */
  readonly unread: number;
  /** All notifications up to this time count as read. */
  readonly read_until: string;
}

export interface GetPartnerNotificationPreferencesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The member's notification preferences. */
  readonly preferences: Preferences;
}

export interface UpdatePartnerNotificationPreferencesResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The member's notification preferences. */
  readonly preferences: Preferences;
}

export interface GetPartnerMemberResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A member of the team. */
  readonly member: OwnMember;
  /** The partner of the call. */
  readonly partner: OwnPartner;
  /** The invitations that the member has not accepted. */
  readonly invitations: readonly Invitation[];
}

export interface ListPartnerMembersResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly Member[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface InvitePartnerMemberResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A member of the team. */
  readonly member: Member;
}

export interface UpdatePartnerMemberResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A member of the team. */
  readonly member: Member;
}

export interface RemovePartnerMemberResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A member of the team. */
  readonly member: Member;
  /** The active keys that the member issued. They stay valid until they are revoked. */
  readonly keys: readonly Key[];
}

export interface AcceptPartnerInvitationResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A member of the team. */
  readonly member: Member;
}

export interface DeclinePartnerInvitationResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** An invitation to the team of a partner. */
  readonly invitation: Invitation;
}

export interface LeavePartnerResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** A member of the team. */
  readonly member: Member;
}

export interface ListPartnerApiKeysResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** The items of the page, newest first unless the route says otherwise. */
  readonly items: readonly Key[];
  /** The number of items of all pages. */
  readonly total: number;
  /** The page number, from 1. A page after the last one is empty. */
  readonly page: number;
  /** The number of items on a page. */
  readonly page_size: number;
  /** The number of pages; 0 without items. */
  readonly pages: number;
}

export interface IssuePartnerApiKeyResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** An API key, without its secret. */
  readonly key: Key;
  /** The new API key. Only this answer contains it. */
  readonly api_key: string;
}

export interface RevokePartnerApiKeyResponse {
  /** Always true: errors have the envelope `error`. */
  readonly ok: true;
  /** The partner that the call acted for. */
  readonly partner_id: string;
  /** An API key, without its secret. */
  readonly key: Key;
}

/** A parameter is missing or breaks a rule. Correct the call. The same call would be refused again. `details` has one entry for each broken rule. */
export interface ValidationFailedError {
  readonly code: 'validation_failed';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | readonly {
        readonly path: string;
        readonly rule: string;
        readonly message: string;
      }[]
    | undefined;
}

/** The body is not a JSON object in UTF-8. Correct the call. The same call would be refused again. */
export interface InvalidJsonError {
  readonly code: 'invalid_json';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The route does not exist, or not with this method. Correct the call. The same call would be refused again. `details.methods` are the methods that the route has. */
export interface UnknownRouteError {
  readonly code: 'unknown_route';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly methods: readonly string[];
      }
    | undefined;
}

/** `route` is in the query and in the body, and the two differ. Correct the call. The same call would be refused again. */
export interface RouteMismatchError {
  readonly code: 'route_mismatch';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** Two selectors name different records. Correct the call. The same call would be refused again. */
export interface ConflictingSelectorsError {
  readonly code: 'conflicting_selectors';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The partner has several business accounts, and the call does not name one. Name one by `platform_waba_id` or by an instance’s `instance_id`. */
export interface WabaScopeRequiredError {
  readonly code: 'waba_scope_required';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** A credential is missing, unknown, expired or revoked. Check `apikey` and `Authorization`. A member must sign in again. */
export interface UnauthenticatedError {
  readonly code: 'unauthenticated';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The partner key does not have the scope of the route. Use a key with that scope. */
export interface ForbiddenScopeError {
  readonly code: 'forbidden_scope';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The role of the member does not allow the route, or the route is for members and was called with a key. Ask an owner or admin of the partner. */
export interface ForbiddenRoleError {
  readonly code: 'forbidden_role';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** `partner_id` is not the caller’s own partner. Omit `partner_id`. */
export interface PartnerScopeMismatchError {
  readonly code: 'partner_scope_mismatch';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** A member who is not owner, admin or developer reported a message status. Report from the backend, with a partner key. */
export interface DeliveryReportForbiddenError {
  readonly code: 'delivery_report_forbidden';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The person was invited, and has not accepted. The invitation opens nothing before that. Accept an invitation of `details.invitations` with `accept-partner-invitation`. */
export interface InvitationPendingError {
  readonly code: 'invitation_pending';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly invitations: readonly Invitation[];
      }
    | undefined;
}

/** The firewall of the stage refused the request before it reached the service. The answer has no `x-request-id`. Tell the operator the `x-amz-cf-id` of the answer. */
export interface RequestBlockedError {
  readonly code: 'request_blocked';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The record does not exist, or is not the partner’s. Check the selector. */
export interface NotFoundError {
  readonly code: 'not_found';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The `Idempotency-Key` was used for a different call within the last 24 hours. Use a new key for every new command. */
export interface IdempotencyKeyReusedError {
  readonly code: 'idempotency_key_reused';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The same call is being carried out. Try again with the same `Idempotency-Key`. Wait for the time in `Retry-After` first. */
export interface IdempotencyInProgressError {
  readonly code: 'idempotency_in_progress';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The customer has changed since `expected_updated_at`. Read the customer again and decide again. */
export interface StaleUpdateError {
  readonly code: 'stale_update';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly updated_at: string;
      }
    | undefined;
}

/** The state of the record does not allow this. Read the record: its `status` shows the reason. */
export interface InvalidStateError {
  readonly code: 'invalid_state';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly state: string;
      }
    | undefined;
}

/** The customer was merged into another customer. Use the customer that `details.merged_into` names. */
export interface CustomerMergedError {
  readonly code: 'customer_merged';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly merged_into: string;
      }
    | undefined;
}

/** An instance of the partner has, or had, this `instance_key`. Choose another key: a key can be used only once. */
export interface InstanceKeyTakenError {
  readonly code: 'instance_key_taken';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** All slots of the partner’s limit are taken. Deactivate an instance, or ask the operator to raise the limit. `details` has the limit and the occupied slots. */
export interface SlotLimitReachedError {
  readonly code: 'slot_limit_reached';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        /** The slot limit when the call was refused. */
        readonly limit: number;
        /** The slots that were taken then. More than the limit after the limit was lowered. */
        readonly occupied: number;
      }
    | undefined;
}

/** The platform did not remove a callback, so the slot is not released. Deactivate again later: the call continues at the step that failed. */
export interface RemoteRemovalFailedError {
  readonly code: 'remote_removal_failed';
  /** The message for people, which names the field and the rule. */
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

/** The endpoint did not pass a check. `details.checks` has the failed check and its reason. Correct the endpoint and try again. */
export interface WebhookValidationFailedError {
  readonly code: 'webhook_validation_failed';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly checks: readonly WebhookCheck[];
      }
    | undefined;
}

/** The platform refused the request, or could not be reached. `details` has the platform’s own code. Try again with the same `Idempotency-Key`. */
export interface PlatformErrorError {
  readonly code: 'platform_error';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly kind: string;
        readonly code: number | null;
        readonly subcode: number | null;
      }
    | undefined;
}

/** The body has more than 256 KiB, or the answer has more than 6 MB and the call does not accept gzip. Send a smaller body. For a large page send `Accept-Encoding: gzip`, or a smaller `page_size`. */
export interface PayloadTooLargeError {
  readonly code: 'payload_too_large';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** There is a body, and its `Content-Type` is not `application/json`, its charset is not UTF-8, or it has a `Content-Encoding`. Correct the call. The same call would be refused again. */
export interface UnsupportedMediaTypeError {
  readonly code: 'unsupported_media_type';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The caller made more calls than the limit allows, or a forced refresh too soon after the last one. Wait for the time in `Retry-After`. Try again with the same `Idempotency-Key`. */
export interface RateLimitedError {
  readonly code: 'rate_limited';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly next_allowed_at: string;
      }
    | undefined;
}

/** The platform does not accept further calls at the moment. Wait for the time in `Retry-After`. Try again with the same `Idempotency-Key`. */
export interface PlatformRateLimitedError {
  readonly code: 'platform_rate_limited';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
  readonly details?:
    | {
        readonly kind: string;
        readonly code: number | null;
        readonly subcode: number | null;
      }
    | undefined;
}

/** An internal error occurred. Try again with the same `Idempotency-Key`. If the error persists, tell the operator the `x-request-id`. */
export interface InternalErrorError {
  readonly code: 'internal_error';
  /** The message for people, which names the field and the rule. */
  readonly message: string;
}

/** The service is busy. Wait for the time in `Retry-After`. Try again with the same `Idempotency-Key`. */
export interface TemporarilyUnavailableError {
  readonly code: 'temporarily_unavailable';
  /** The message for people, which names the field and the rule. */
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
  | InvitationPendingError
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

export interface EventInstance {
  /** Id of the line. */
  readonly id: string;
  /** The partner's own identifier of the line. */
  readonly instance_key: string;
  /** The customer that has the line. */
  readonly partner_customer_id: string;
  /** The state of the line after the change. */
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
  /** Id of the phone number at the platform. */
  readonly platform_phone_number_id: string | null;
  /** Id of the business account at the platform. */
  readonly platform_waba_id: string | null;
  /** Whether the line takes a slot. */
  readonly occupies_slot: boolean;
  /** The state of the slot of the line. */
  readonly slot_state: 'reserved' | 'occupied' | 'releasing' | 'release_blocked' | 'released' | null;
  /** The phone number as the platform shows it. */
  readonly display_phone_number: string | null;
  /** The name that the platform shows for the number. */
  readonly verified_name: string | null;
  /** How far the platform has reviewed the name. */
  readonly name_status: string | null;
  /** The platform's rating of the number's messages. */
  readonly quality_rating: string | null;
  /** How many conversations the number may begin in a day. */
  readonly messaging_limit: string | null;
  /** How fast the number may send. */
  readonly throughput_level: string | null;
  /** The state of the number at the platform. */
  readonly platform_status: string | null;
  /** When the line was last connected. */
  readonly connected_at: string | null;
  /** When the platform token expires; null for never. */
  readonly token_expires_at: string | null;
  /** 14, 7 or 1 from so many days before the end of the platform token on; null before. */
  readonly token_expires_within_days: number | null;
  /** Why the line broke; null while it works. */
  readonly last_error: {
    /** The reason, for programs. */
    readonly code: string;
    /** The reason, for people. */
    readonly message: string;
    /** When the line broke. */
    readonly at: string;
  } | null;
}

export interface EventTemplate {
  /** Id of the template at the platform. */
  readonly template_id: string;
  /** The business account that has the template. */
  readonly platform_waba_id: string;
  /** The name of the template. Templates of several languages share one. */
  readonly name: string;
  /** The language of the template, as the platform writes it. */
  readonly language: string;
  /** The category of the template, by which the platform prices its messages. */
  readonly category: string | null;
  /** The template's status at the platform, such as `APPROVED`. */
  readonly status: string | null;
  /** The platform's rating of the template. */
  readonly quality_score: string | null;
  /** Why the platform rejected the template. */
  readonly rejected_reason: string | null;
  /** The category that the platform is going to give the template, and from when on; null without such a notice. */
  readonly category_change: {
    /** The category that the template is going to have. */
    readonly category: string;
    /** When the category changes. */
    readonly at: string;
  } | null;
}

export interface PingEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.ping';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  readonly data: Readonly<Record<string, never>>;
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerCustomerUpdatedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.customer.updated';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer: Customer;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerCustomerMergedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.customer.merged';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly source_customer: Customer;
    readonly target_customer: Customer;
    readonly moved_instances: number;
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerInstanceMovedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.instance.moved';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly instance: InstanceListItem;
    readonly from_customer_id: string;
    readonly to_customer_id: string;
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerCustomerErasureStartedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.customer.erasure_started';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer_id: string;
    readonly erasure_id: string;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerCustomerErasedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.customer.erased';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer_id: string;
    readonly erasure_id: string;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerCustomerErasureFailedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.customer.erasure_failed';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly customer_id: string;
    readonly erasure_id: string;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerInstanceConnectedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.instance.connected';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly instance: EventInstance;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerInstanceReconnectRequiredEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.instance.reconnect_required';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly instance: EventInstance;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerInstanceUpdatedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.instance.updated';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly instance: EventInstance;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerInstanceDeactivatedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.instance.deactivated';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly instance: EventInstance;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerConnectSessionEndedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.connect_session.ended';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly session: ConnectSession;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

export interface PartnerTemplateUpdatedEvent {
  /** Id of the event, the same in every attempt. It identifies repetitions. */
  readonly id: string;
  readonly type: 'service.partner.template.updated';
  readonly api_version: '1.1.0';
  /** The time of the change. */
  readonly timestamp: string;
  readonly partner_id: string;
  readonly environment: 'local' | 'staging' | 'production';
  /** Rises by one with each event of the same customer, or, for events of templates, of the same business account. They are sent in this order. */
  readonly sequence: number;
  readonly data: {
    readonly template: EventTemplate;
    readonly previous: Readonly<Record<string, unknown>>;
    readonly changed_fields: readonly string[];
    readonly reason: string | null;
  };
  /** Only in a test event, whose data is made up. Its `sequence` is that of no customer. */
  readonly test?: true | undefined;
}

/** The events that the service sends to the partner's endpoint. */
export type ReceivedEvent =
  | PingEvent
  | PartnerCustomerUpdatedEvent
  | PartnerCustomerMergedEvent
  | PartnerInstanceMovedEvent
  | PartnerCustomerErasureStartedEvent
  | PartnerCustomerErasedEvent
  | PartnerCustomerErasureFailedEvent
  | PartnerInstanceConnectedEvent
  | PartnerInstanceReconnectRequiredEvent
  | PartnerInstanceUpdatedEvent
  | PartnerInstanceDeactivatedEvent
  | PartnerConnectSessionEndedEvent
  | PartnerTemplateUpdatedEvent;
