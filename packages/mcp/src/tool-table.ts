// Made by `npm run docs` from the code; a test compares them.

import type { Tool } from './tool.ts';

/** The routes as tools, but those whose answer has a secret. */
export const tools: readonly Tool[] = [
  {
    route: 'upsert-partner-customer',
    description:
      'Creates the customer with an external id, or updates the existing one. Omitted fields are not changed.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        customer_name: {
          type: 'string',
          minLength: 2,
          maxLength: 200,
          description: "The customer's name, for the partner's own use. Must not contain control characters.",
        },
        customer_email: {
          type: ['string', 'null'],
          format: 'idn-email',
          minLength: 3,
          maxLength: 320,
          description: 'Contact data; null for none. Must not contain control characters. Must be one e-mail address.',
        },
        customer_phone: {
          type: ['string', 'null'],
          minLength: 6,
          maxLength: 40,
          description: 'Contact data; null for none.',
        },
        metadata: {
          type: 'object',
          additionalProperties: true,
          description:
            "The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. Must have at most 8192 bytes as JSON.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['external_customer_id', 'customer_name'],
    },
  },
  {
    route: 'list-partner-customers',
    description: "Returns a page of the partner's customers, newest first.",
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        search: {
          type: 'string',
          description:
            "A part of a customer's name, e-mail or external id, or of an instance's name, label or key, without regard to accents and case. Three or more digits also match phone numbers.",
        },
        status: {
          type: 'string',
          enum: ['active', 'inactive', 'merged', 'erasing', 'erased', 'erasure_failed'],
          description: 'Only customers in this state.',
        },
        include_merged: {
          type: 'boolean',
          default: false,
          description: 'Whether to include merged customers. `1` and `0` are also accepted.',
        },
        include_erased: {
          type: 'boolean',
          default: false,
          description: 'Whether to include erased customers. `1` and `0` are also accepted.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-customer',
    description: 'Returns a customer with its instances, slots, latest history, risk and last deactivation.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'update-partner-customer',
    description:
      'Updates the contact data of a customer. An update without a change writes no history and sends no event.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        changes: {
          type: 'object',
          properties: {
            customer_name: {
              type: 'string',
              minLength: 2,
              maxLength: 200,
              description: "The customer's name, for the partner's own use. Must not contain control characters.",
            },
            customer_email: {
              type: ['string', 'null'],
              format: 'idn-email',
              minLength: 3,
              maxLength: 320,
              description:
                'Contact data; null for none. Must not contain control characters. Must be one e-mail address.',
            },
            customer_phone: {
              type: ['string', 'null'],
              minLength: 6,
              maxLength: 40,
              description: 'Contact data; null for none.',
            },
          },
          additionalProperties: false,
          description:
            'The fields to change. An omitted field keeps its value; null clears it. Must name at least one field.',
        },
        customer_name: {
          type: 'string',
          minLength: 2,
          maxLength: 200,
          description: "The customer's name, for the partner's own use. Must not contain control characters.",
        },
        customer_email: {
          type: ['string', 'null'],
          format: 'idn-email',
          minLength: 3,
          maxLength: 320,
          description: 'Contact data; null for none. Must not contain control characters. Must be one e-mail address.',
        },
        customer_phone: {
          type: ['string', 'null'],
          minLength: 6,
          maxLength: 40,
          description: 'Contact data; null for none.',
        },
        expected_updated_at: {
          type: ['string', 'null'],
          format: 'date-time',
          description:
            'The `updated_at` that you read. The update is refused with `stale_update` when the customer has changed since. Must be an RFC 3339 date-time with its offset.',
        },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-customer-history',
    description: "Returns a page of a customer's change history, newest first.",
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'merge-partner-customers',
    description: 'Archives a customer and moves its instances to another customer, in one commit.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        source_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'The customer that is merged into the target.',
        },
        target_customer_id: { type: 'string', format: 'uuid', description: 'The customer that gets the instances.' },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['source_customer_id', 'target_customer_id'],
    },
  },
  {
    route: 'get-partner-merge',
    description: 'Returns how far the merge of a customer into another one has moved its instances.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        source_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'The customer that is merged into the target.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: ['source_customer_id'],
    },
  },
  {
    route: 'deactivate-partner-customer',
    description:
      'Deactivates a customer and its instances. Instances that take longer are deactivated in the background.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        deregister: {
          default: false,
          type: 'boolean',
          description:
            'Whether the number is also deregistered at the platform, so that another provider can register it. A number of the business app (`coexistence`) is never deregistered.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'reactivate-partner-customer',
    description: 'Reactivates a deactivated customer. Its earlier instances stay inactive.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'import-partner-customers',
    description:
      'Creates or updates up to 1,000 customers in the background. Each row is an upsert, which succeeds or fails by itself.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        customers: {
          minItems: 1,
          maxItems: 1000,
          type: 'array',
          items: {
            type: 'object',
            properties: {
              external_customer_id: {
                type: 'string',
                minLength: 1,
                maxLength: 200,
                description:
                  "The customer's stable identifier in the partner's own system. Must not contain control characters.",
              },
              customer_name: {
                type: 'string',
                minLength: 2,
                maxLength: 200,
                description: "The customer's name, for the partner's own use. Must not contain control characters.",
              },
              customer_email: {
                type: ['string', 'null'],
                format: 'idn-email',
                minLength: 3,
                maxLength: 320,
                description:
                  'Contact data; null for none. Must not contain control characters. Must be one e-mail address.',
              },
              customer_phone: {
                type: ['string', 'null'],
                minLength: 6,
                maxLength: 40,
                description: 'Contact data; null for none.',
              },
              metadata: {
                type: 'object',
                additionalProperties: true,
                description:
                  "The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. Must have at most 8192 bytes as JSON.",
              },
              partner_id: { type: 'string', description: 'The partner that the call acted for.' },
            },
            required: ['external_customer_id', 'customer_name'],
          },
          description: 'Rows, each in the form of a single upsert.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['customers'],
    },
  },
  {
    route: 'get-partner-customer-import',
    description: 'Returns an import of customers, and its failed rows.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        import_id: { type: 'string', format: 'uuid', description: 'Id of the import.' },
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: ['import_id'],
    },
  },
  {
    route: 'create-customer-instance',
    description: 'Creates an instance of a customer, which takes a slot, and by default a link to connect it.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        instance_key: {
          type: 'string',
          minLength: 1,
          maxLength: 120,
          description:
            "The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -.",
        },
        instance_name: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 120,
          description: "A label for the partner's own use, or null. Must not contain control characters.",
        },
        create_connect_session: {
          default: true,
          type: 'boolean',
          description: 'Whether a connect session is created together with the instance.',
        },
        return_url: {
          type: ['string', 'null'],
          format: 'uri',
          minLength: 1,
          maxLength: 2048,
          description:
            'The address that the browser is redirected to after connecting, unless another one applies. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/.',
        },
        cancel_url: {
          type: ['string', 'null'],
          format: 'uri',
          minLength: 1,
          maxLength: 2048,
          description:
            'The address after a cancellation. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/.',
        },
        success_url: {
          type: ['string', 'null'],
          format: 'uri',
          minLength: 1,
          maxLength: 2048,
          description:
            'The address after a successful connection. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/.',
        },
        error_url: {
          type: ['string', 'null'],
          format: 'uri',
          minLength: 1,
          maxLength: 2048,
          description:
            'The address after a failed connection. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/.',
        },
        language: {
          type: ['string', 'null'],
          minLength: 2,
          maxLength: 35,
          description:
            "Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's. Must be a BCP 47 language tag, such as pt-BR.",
        },
        metadata: {
          type: 'object',
          additionalProperties: true,
          description:
            "The partner's own data. A customer's metadata is replaced as a whole; an instance's is set when it is created. Must have at most 8192 bytes as JSON.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['instance_key'],
    },
  },
  {
    route: 'create-connect-session',
    description: 'Creates a link to connect or reconnect an instance, and revokes the previous link.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        instance_key: {
          type: 'string',
          minLength: 1,
          maxLength: 120,
          description:
            "The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -.",
        },
        mode: {
          default: 'connect',
          type: 'string',
          enum: ['connect', 'reconnect'],
          description: '`reconnect` renews the connection of a connected instance, with the same number.',
        },
        return_url: {
          type: ['string', 'null'],
          format: 'uri',
          minLength: 1,
          maxLength: 2048,
          description:
            'The address that the browser is redirected to after connecting, unless another one applies. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/.',
        },
        cancel_url: {
          type: ['string', 'null'],
          format: 'uri',
          minLength: 1,
          maxLength: 2048,
          description:
            'The address after a cancellation. Default: `return_url`. Must be a URI that begins with https://, http:// with a loopback host, or the scheme of an app such as com.example.app:/.',
        },
        ttl_hours: {
          default: 24,
          type: ['number', 'null'],
          minimum: 0.25,
          maximum: 168,
          description: 'For how many hours the link is valid.',
        },
        language: {
          type: ['string', 'null'],
          minLength: 2,
          maxLength: 35,
          description:
            "Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's. Must be a BCP 47 language tag, such as pt-BR.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'list-partner-instances',
    description: 'Returns a page of the instances of the partner, of one customer, or with a number, newest first.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        platform_phone_number_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the phone number at the platform, once connected.',
        },
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        status: {
          type: 'string',
          enum: [
            'created',
            'awaiting_connection',
            'connecting',
            'connected',
            'degraded',
            'reconnect_required',
            'deactivating',
            'deactivation_failed',
            'inactive',
          ],
          description: 'Only instances in this state.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'search-partner-instances',
    description:
      "Returns a page of the partner's instances that match all filters, newest first, with the names of their customers.",
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        search: {
          type: 'string',
          description:
            "A part of a customer's name, e-mail or external id, or of an instance's name, label or key, without regard to accents and case. Three or more digits also match phone numbers.",
        },
        status: {
          type: 'string',
          enum: [
            'created',
            'awaiting_connection',
            'connecting',
            'connected',
            'degraded',
            'reconnect_required',
            'deactivating',
            'deactivation_failed',
            'inactive',
          ],
          description: 'Only instances in this state.',
        },
        platform_waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform.',
        },
        waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform. In requests an alias of `platform_waba_id`.',
        },
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        platform_phone_number_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the phone number at the platform, once connected.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-instance',
    description: 'Returns an instance with all its details.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        instance_key: {
          type: 'string',
          minLength: 1,
          maxLength: 120,
          description:
            "The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -.",
        },
        platform_phone_number_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the phone number at the platform, once connected.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'update-partner-instance-label',
    description: 'Sets the internal label of an instance. The empty string removes it.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        instance_name: {
          type: 'string',
          minLength: 0,
          maxLength: 120,
          description: "A label for the partner's own use, or null. Must not contain control characters.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['instance_name'],
    },
  },
  {
    route: 'refresh-partner-instance-platform',
    description: 'Reads the current state and callback of an instance from the platform.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        instance_key: {
          type: 'string',
          minLength: 1,
          maxLength: 120,
          description:
            "The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'move-partner-instance-to-customer',
    description: 'Moves an instance to another customer. Nothing else of the instance changes.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        target_customer_id: { type: 'string', format: 'uuid', description: 'The customer that gets the instances.' },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['target_customer_id'],
    },
  },
  {
    route: 'deactivate-partner-instance',
    description: 'Deactivates an instance: removes its callback at the platform, then frees its slot.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        instance_key: {
          type: 'string',
          minLength: 1,
          maxLength: 120,
          description:
            "The partner's own identifier of the instance: immutable, and unique for ever. Must consist of the characters A-Z a-z 0-9 . _ : -.",
        },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        deregister: {
          default: false,
          type: 'boolean',
          description:
            'Whether the number is also deregistered at the platform, so that another provider can register it. A number of the business app (`coexistence`) is never deregistered.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-connect-page',
    description: 'Returns what the hosted page of connect sessions shows of the partner.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'update-partner-connect-page',
    description:
      'Sets what the hosted page of connect sessions shows of the partner. An omitted field is kept, null clears it. The image of `logo_url` is fetched at each update that gives it, and stored, so that the page loads nothing from elsewhere.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        display_name: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 80,
          description:
            "The name that the hosted page shows. Null shows the partner's name. Must not contain control characters.",
        },
        logo_url: {
          type: ['string', 'null'],
          format: 'uri',
          maxLength: 2048,
          pattern: '^https://',
          description:
            'The address of the logo. An update that gives it fetches the image once, and the service keeps it: PNG, JPEG, WebP or GIF, at most 100 KiB. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password. Must not have a fragment.',
        },
        color: {
          type: ['string', 'null'],
          minLength: 7,
          maxLength: 7,
          description: 'The colour of the buttons of the hosted page. Must be a colour as #rrggbb.',
        },
        privacy_url: {
          type: ['string', 'null'],
          format: 'uri',
          maxLength: 2048,
          pattern: '^https://',
          description:
            "The address of the partner's privacy policy, which the hosted page links to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'validate-partner-webhook-endpoint',
    description: 'Validates a webhook endpoint without storing it.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        webhook_url: {
          type: 'string',
          format: 'uri',
          maxLength: 200,
          pattern: '^https://',
          description:
            'The https address that callbacks and events are sent to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password. Must not have a fragment.',
        },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['webhook_url'],
    },
  },
  {
    route: 'update-partner-webhook-endpoint',
    description:
      'Validates and stores a new webhook endpoint, and starts the migration of the callbacks of all connected instances to it.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        webhook_url: {
          type: 'string',
          format: 'uri',
          maxLength: 200,
          pattern: '^https://',
          description:
            'The https address that callbacks and events are sent to. Must be an absolute URL of printable ASCII characters (internationalised names in punycode). Must not hold a user name or a password. Must not have a fragment.',
        },
        reason: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 500,
          description: 'The reason. It is stored in the history, or with the migration of the endpoint.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['webhook_url'],
    },
  },
  {
    route: 'get-partner-webhook-endpoint',
    description: 'Returns the webhook endpoint without its secrets, with its health and with what waits for it.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-webhook-migration',
    description: 'Returns the latest webhook migration, or one by its id, with a page of its instances.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        migration_id: { type: 'string', format: 'uuid', description: 'Id of a migration. Default: the latest.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'retry-partner-webhook-migration',
    description: 'Retries the instances of a migration whose callback could not be moved.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        migration_id: { type: 'string', format: 'uuid', description: 'Id of a migration. Default: the latest.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-webhook-event-types',
    description: 'Returns the types of events, with those that the partner subscribes to.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'update-partner-webhook-event-types',
    description:
      'Sets the optional types of events that are sent to the partner: the given ones and no others. Types that are always sent may be among them. A change that begins after the response has its event, or has none.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        event_types: {
          type: 'array',
          items: {
            type: 'string',
            enum: [
              'service.partner.customer.updated',
              'service.partner.customer.merged',
              'service.partner.instance.moved',
              'service.partner.customer.erasure_started',
              'service.partner.customer.erased',
              'service.partner.customer.erasure_failed',
              'service.partner.instance.connected',
              'service.partner.instance.reconnect_required',
              'service.partner.instance.updated',
              'service.partner.instance.deactivated',
              'service.partner.connect_session.ended',
              'service.partner.template.updated',
            ],
          },
          description: 'The types of events.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['event_types'],
    },
  },
  {
    route: 'list-partner-webhook-events',
    description:
      'Returns a page of the events of the last 30 days, newest first. A change is shown within 15 seconds, and at once with `customer_id`. A number stands for the customer whose line has it. When 30 days have more events than one call reads, the list without `date_from` has the newest, and `date_from` says since when.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        status: {
          default: 'all',
          type: 'string',
          enum: ['waiting', 'delivered', 'undelivered', 'all'],
          description: 'Only events in this state.',
        },
        type: {
          type: 'string',
          enum: [
            'service.partner.customer.updated',
            'service.partner.customer.merged',
            'service.partner.instance.moved',
            'service.partner.customer.erasure_started',
            'service.partner.customer.erased',
            'service.partner.customer.erasure_failed',
            'service.partner.instance.connected',
            'service.partner.instance.reconnect_required',
            'service.partner.instance.updated',
            'service.partner.instance.deactivated',
            'service.partner.connect_session.ended',
            'service.partner.template.updated',
          ],
          description: 'Only events of this kind.',
        },
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        platform_phone_number_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the phone number at the platform, once connected.',
        },
        date_from: {
          type: 'string',
          description:
            'The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed.',
        },
        date_to: {
          type: 'string',
          description: 'The end of the range, inclusive: a day (UTC), or a date-time with a time zone.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-webhook-event',
    description:
      'Returns one event of the last 30 days with the body that is sent and the log of its attempts. It is found as soon as it exists.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        event_id: { type: 'string', format: 'uuid', description: 'Id of the event.' },
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: ['event_id'],
    },
  },
  {
    route: 'resend-partner-webhook-events',
    description:
      'Sends one event again, or all undelivered events since a time, in the background. They keep their ids and their order.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        event_id: { type: 'string', format: 'uuid', description: 'Id of the event.' },
        since: {
          type: 'string',
          description:
            'Undelivered events that were created from then on: a day (UTC), or a date-time with a time zone.',
        },
        until: { type: 'string', description: 'Those that were created up to then, inclusive. Default: now.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-webhook-resend',
    description: 'Returns the latest resend of events, or one by its id.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        resend_id: { type: 'string', format: 'uuid', description: 'Id of a resend. Default: the latest.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-webhook-test-event',
    description: 'Returns a test event of the last 30 days with what the endpoint answered to each attempt.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        event_id: { type: 'string', format: 'uuid', description: 'Id of the event.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: ['event_id'],
    },
  },
  {
    route: 'send-partner-webhook-test-event',
    description:
      "Sends an event with made-up data to the endpoint. It has `test` in its body, and is in no customer's sequence.",
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        type: {
          type: 'string',
          enum: [
            'service.partner.customer.updated',
            'service.partner.customer.merged',
            'service.partner.instance.moved',
            'service.partner.customer.erasure_started',
            'service.partner.customer.erased',
            'service.partner.customer.erasure_failed',
            'service.partner.instance.connected',
            'service.partner.instance.reconnect_required',
            'service.partner.instance.updated',
            'service.partner.instance.deactivated',
            'service.partner.connect_session.ended',
            'service.partner.template.updated',
            'service.ping',
          ],
          description: 'The kind of the event; `service.ping` is for tests alone.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['type'],
    },
  },
  {
    route: 'list-partner-platform-templates',
    description: "Returns a page of a business account's templates, ordered by name, language and id.",
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        platform_waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform.',
        },
        waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform. In requests an alias of `platform_waba_id`.',
        },
        template_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the message template at the platform.',
        },
        template_name: {
          type: 'string',
          minLength: 1,
          maxLength: 512,
          description: 'Name of the message template; needs `language` in queries.',
        },
        language: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description:
            "Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's.",
        },
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        status: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Only templates with this status at the platform, such as `APPROVED`.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-platform-template',
    description: 'Returns a template, by its id or by its name and language.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        platform_waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform.',
        },
        waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform. In requests an alias of `platform_waba_id`.',
        },
        template_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the message template at the platform.',
        },
        template_name: {
          type: 'string',
          minLength: 1,
          maxLength: 512,
          description: 'Name of the message template; needs `language` in queries.',
        },
        language: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description:
            "Of a template: its language, as the platform writes it. Of a connect session: the language of the hosted pages, a BCP 47 tag such as `pt-BR`; default: the browser's.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'refresh-partner-platform-templates',
    description: 'Starts a template sync of a business account in the background.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        platform_waba_id: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform.',
        },
        waba_id: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform. In requests an alias of `platform_waba_id`.',
        },
        force: {
          default: false,
          type: 'boolean',
          description:
            'Whether to synchronise again within 10 minutes of the last synchronisation; at most once a minute.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-platform-template-sync',
    description: 'Returns the progress of a template sync of a business account: the latest, or one by its id.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        platform_waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform.',
        },
        waba_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Business account at the platform. In requests an alias of `platform_waba_id`.',
        },
        sync_id: { type: 'string', format: 'uuid', description: 'Id of a synchronisation. Default: the latest.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'list-partner-business-accounts',
    description:
      'Returns a page of the business accounts that the partner has, or had, a connected instance of, ordered by their ids: of all, or of those with troubled templates.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        troubled: {
          type: 'boolean',
          default: false,
          description:
            'The number of its templates that cannot be sent, or soon not any more: rejected, disabled, paused, flagged or over a limit.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'report-partner-message-status',
    description: 'Records a status of a message. A status is recorded once: later reports of it are duplicates.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        phone_number_id: {
          type: 'string',
          minLength: 1,
          description: 'Id of the phone number at the platform that the message was sent from.',
        },
        status: {
          type: 'string',
          enum: ['sent', 'delivered', 'read', 'failed', 'deleted'],
          description: 'The status of the message at the platform.',
        },
        message_id: { type: ['string', 'null'], maxLength: 512, description: "The platform's id of the message." },
        client_message_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: "The partner's own id of the message.",
        },
        request_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description:
            'In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform.',
        },
        template_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Id of the message template at the platform.',
        },
        template_name: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Name of the message template; needs `language` in queries.',
        },
        campaign_id: { type: ['string', 'null'], maxLength: 512, description: "The partner's own id of the campaign." },
        recipient_hash: {
          type: ['string', 'null'],
          maxLength: 512,
          pattern: '^[0-9a-fA-F]{64}$',
          description:
            'A hash of the recipient: 64 hexadecimal characters. Must have exactly 64 hexadecimal characters.',
        },
        recipient_user_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Opaque user id of the platform; kept byte for byte.',
        },
        user_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Opaque user id of the platform; kept byte for byte.',
        },
        recipient: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Opaque recipient id of the platform; kept byte for byte.',
        },
        error_code: {
          type: ['integer', 'string', 'null'],
          description:
            "The platform's error code, a number or a string. A query finds the failures with either. Must have at most 512 characters.",
        },
        error_title: {
          type: ['string', 'null'],
          maxLength: 512,
          description: "The platform's error title; at most 512 bytes as JSON.",
        },
        error_message: {
          type: ['string', 'null'],
          maxLength: 2048,
          description: "The platform's error message; at most 2,048 bytes as JSON.",
        },
        error_details: {
          type: ['string', 'null'],
          maxLength: 4096,
          description: "The platform's error details; at most 4,096 bytes as JSON.",
        },
        occurred_at: {
          type: ['string', 'number', 'null'],
          description:
            'The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. Must be in Unix seconds, not in milliseconds. Must be an RFC 3339 date-time with its offset, Unix seconds, or null.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['phone_number_id', 'status'],
    },
  },
  {
    route: 'report-partner-message-delivery-failure',
    description: 'Records a status of a message. A status is recorded once: later reports of it are duplicates.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        phone_number_id: {
          type: 'string',
          minLength: 1,
          description: 'Id of the phone number at the platform that the message was sent from.',
        },
        status: {
          type: 'string',
          enum: ['sent', 'delivered', 'read', 'failed', 'deleted'],
          description: 'The status of the message at the platform.',
        },
        message_id: { type: ['string', 'null'], maxLength: 512, description: "The platform's id of the message." },
        client_message_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: "The partner's own id of the message.",
        },
        request_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description:
            'In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform.',
        },
        template_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Id of the message template at the platform.',
        },
        template_name: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Name of the message template; needs `language` in queries.',
        },
        campaign_id: { type: ['string', 'null'], maxLength: 512, description: "The partner's own id of the campaign." },
        recipient_hash: {
          type: ['string', 'null'],
          maxLength: 512,
          pattern: '^[0-9a-fA-F]{64}$',
          description:
            'A hash of the recipient: 64 hexadecimal characters. Must have exactly 64 hexadecimal characters.',
        },
        recipient_user_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Opaque user id of the platform; kept byte for byte.',
        },
        user_id: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Opaque user id of the platform; kept byte for byte.',
        },
        recipient: {
          type: ['string', 'null'],
          maxLength: 512,
          description: 'Opaque recipient id of the platform; kept byte for byte.',
        },
        error_code: {
          type: ['integer', 'string', 'null'],
          description:
            "The platform's error code, a number or a string. A query finds the failures with either. Must have at most 512 characters.",
        },
        error_title: {
          type: ['string', 'null'],
          maxLength: 512,
          description: "The platform's error title; at most 512 bytes as JSON.",
        },
        error_message: {
          type: ['string', 'null'],
          maxLength: 2048,
          description: "The platform's error message; at most 2,048 bytes as JSON.",
        },
        error_details: {
          type: ['string', 'null'],
          maxLength: 4096,
          description: "The platform's error details; at most 4,096 bytes as JSON.",
        },
        occurred_at: {
          type: ['string', 'number', 'null'],
          description:
            'The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. Must be in Unix seconds, not in milliseconds. Must be an RFC 3339 date-time with its offset, Unix seconds, or null.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['phone_number_id', 'status'],
    },
  },
  {
    route: 'report-partner-message-statuses',
    description:
      'Records up to 500 statuses of messages in one call. Each report is accepted or refused by itself and counts against the rate limit. A call that exceeds the limit records none.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        reports: {
          minItems: 1,
          maxItems: 500,
          type: 'array',
          items: {
            type: 'object',
            properties: {
              phone_number_id: {
                type: 'string',
                minLength: 1,
                description: 'Id of the phone number at the platform that the message was sent from.',
              },
              status: {
                type: 'string',
                enum: ['sent', 'delivered', 'read', 'failed', 'deleted'],
                description: 'The status of the message at the platform.',
              },
              message_id: {
                type: ['string', 'null'],
                maxLength: 512,
                description: "The platform's id of the message.",
              },
              client_message_id: {
                type: ['string', 'null'],
                maxLength: 512,
                description: "The partner's own id of the message.",
              },
              request_id: {
                type: ['string', 'null'],
                maxLength: 512,
                description:
                  'In a history entry: the `x-request-id` of the call. In a report: the id of the request to the platform.',
              },
              template_id: {
                type: ['string', 'null'],
                maxLength: 512,
                description: 'Id of the message template at the platform.',
              },
              template_name: {
                type: ['string', 'null'],
                maxLength: 512,
                description: 'Name of the message template; needs `language` in queries.',
              },
              campaign_id: {
                type: ['string', 'null'],
                maxLength: 512,
                description: "The partner's own id of the campaign.",
              },
              recipient_hash: {
                type: ['string', 'null'],
                maxLength: 512,
                pattern: '^[0-9a-fA-F]{64}$',
                description:
                  'A hash of the recipient: 64 hexadecimal characters. Must have exactly 64 hexadecimal characters.',
              },
              recipient_user_id: {
                type: ['string', 'null'],
                maxLength: 512,
                description: 'Opaque user id of the platform; kept byte for byte.',
              },
              user_id: {
                type: ['string', 'null'],
                maxLength: 512,
                description: 'Opaque user id of the platform; kept byte for byte.',
              },
              recipient: {
                type: ['string', 'null'],
                maxLength: 512,
                description: 'Opaque recipient id of the platform; kept byte for byte.',
              },
              error_code: {
                type: ['integer', 'string', 'null'],
                description:
                  "The platform's error code, a number or a string. A query finds the failures with either. Must have at most 512 characters.",
              },
              error_title: {
                type: ['string', 'null'],
                maxLength: 512,
                description: "The platform's error title; at most 512 bytes as JSON.",
              },
              error_message: {
                type: ['string', 'null'],
                maxLength: 2048,
                description: "The platform's error message; at most 2,048 bytes as JSON.",
              },
              error_details: {
                type: ['string', 'null'],
                maxLength: 4096,
                description: "The platform's error details; at most 4,096 bytes as JSON.",
              },
              occurred_at: {
                type: ['string', 'number', 'null'],
                description:
                  'The time of the status: an RFC 3339 date-time, or Unix seconds. Default: now. Must be in Unix seconds, not in milliseconds. Must be an RFC 3339 date-time with its offset, Unix seconds, or null.',
              },
              route: {
                type: 'string',
                enum: ['report-partner-message-status', 'report-partner-message-delivery-failure'],
                description: 'The name of the route.',
              },
              partner_id: { type: 'string', description: 'The partner that the call acted for.' },
            },
            required: ['phone_number_id', 'status'],
          },
          description: 'Reports of message statuses, each in the form of a single report.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['reports'],
    },
  },
  {
    route: 'search-partner-delivery-events',
    description:
      'Returns a page of delivery events, newest first. Without a filter, the number of reads is the same for each page, scope and range.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          maximum: 1000000,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        platform_phone_number_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the phone number at the platform, once connected.',
        },
        date_from: {
          type: 'string',
          description:
            'The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed.',
        },
        date_to: {
          type: 'string',
          description: 'The end of the range, inclusive: a day (UTC), or a date-time with a time zone.',
        },
        status: {
          type: 'string',
          enum: ['sent', 'delivered', 'read', 'failed', 'deleted'],
          description: 'Only reports with this status.',
        },
        error_code: {
          type: 'string',
          maxLength: 512,
          description: "The platform's error code, a number or a string. A query finds the failures with either.",
        },
        message_id: { type: 'string', maxLength: 512, description: "The platform's id of the message." },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-delivery-health',
    description: 'Returns the delivery health of a scope over the last hours.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: 'string', format: 'uuid', description: 'Id of the customer at the service.' },
        external_customer_id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description:
            "The customer's stable identifier in the partner's own system. Must not contain control characters.",
        },
        partner_customer_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the customer at the service. In requests an alias of `customer_id`.',
        },
        instance_id: {
          type: 'string',
          format: 'uuid',
          description: 'Id of the instance (messaging line) at the service.',
        },
        partner_instance_id: { type: 'string', format: 'uuid', description: 'An alias of `instance_id`.' },
        platform_phone_number_id: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Id of the phone number at the platform, once connected.',
        },
        window_hours: {
          type: 'integer',
          minimum: 1,
          maximum: 2160,
          default: 24,
          description: 'The length of the window in hours, up to now.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-usage',
    description:
      'Returns the usage of UTC days or months, as it is billed. A day is closed some hours after its end; until then its events and reports are up to 15 seconds behind.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        date_from: {
          type: 'string',
          description:
            'The beginning of the range: a day (UTC), or a date-time with a time zone. Default: 24 hours ago; 30 days ago in the list of events; the first day of the month in the usage. The answer of the list of events has it when the dates include more events than one call reads: the events since then are listed.',
        },
        date_to: {
          type: 'string',
          description: 'The end of the range, inclusive: a day (UTC), or a date-time with a time zone.',
        },
        granularity: {
          default: 'day',
          type: 'string',
          enum: ['day', 'month'],
          description: 'Whether an item is a UTC day or a month.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'list-partner-notifications',
    description:
      "Returns a page of the calling member's notifications, newest first, of the categories that the member has enabled.",
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        status: {
          default: 'all',
          type: 'string',
          enum: ['unread', 'read', 'all'],
          description: 'Only notifications that the member has or has not read.',
        },
        category: {
          type: 'string',
          enum: [
            'academy',
            'platform_alerts',
            'templates',
            'delivery_health',
            'billing',
            'billing_reminders',
            'system',
          ],
          description:
            'Only notifications of this category, if the member has enabled it. `unread` counts those of the category alone.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'mark-partner-notification-read',
    description: 'Marks a notification as read by the calling member. A repetition returns the first time.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        notification_id: { type: 'string', format: 'uuid', description: 'Id of the notification.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['notification_id'],
    },
  },
  {
    route: 'mark-all-partner-notifications-read',
    description: 'Marks all current notifications as read by the calling member, with one write.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-notification-preferences',
    description: 'Returns the notification preferences of the calling member.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'update-partner-notification-preferences',
    description: 'Updates the notification preferences of the calling member. Omitted preferences are not changed.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        notify_academy: { type: 'boolean', description: 'Courses and guides.' },
        notify_platform_alerts: {
          type: 'boolean',
          description: 'Flagged numbers, restricted accounts, instances that must be connected again.',
        },
        notify_templates: { type: 'boolean', description: 'Rejected, paused or disabled templates.' },
        notify_delivery_health: { type: 'boolean', description: 'Delivery that got worse.' },
        notify_billing: { type: 'boolean', description: 'Invoices and payments.' },
        notify_billing_reminders: { type: 'boolean', description: 'Reminders of payments.' },
        notify_system: { type: 'boolean', description: 'Failing endpoints, removals and migrations.' },
        popup_enabled: { type: 'boolean', description: 'Whether the portal shows new notifications at once.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: [],
    },
  },
  {
    route: 'get-partner-member',
    description:
      'Returns the calling member with its role, its scopes and its partners, the partner of the call with its slots, and the invitations that the member has not accepted.',
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'list-partner-members',
    description: "Returns a page of the partner's members, the newest first.",
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'invite-partner-member',
    description:
      'Invites a person to the team, who becomes a member by accepting. A person who has never signed in gets an e-mail. Another invitation before that replaces the first one.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        email: {
          format: 'idn-email',
          type: 'string',
          minLength: 3,
          maxLength: 320,
          description:
            "The member's address, which invitations are sent to and the member signs in with. Must not contain control characters. Must be one e-mail address.",
        },
        role: {
          type: 'string',
          enum: ['owner', 'admin', 'developer', 'support', 'viewer'],
          description: "The member's role at the partner: what the member may do.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['email', 'role'],
    },
  },
  {
    route: 'update-partner-member',
    description: 'Changes the role of a member within 60 seconds. The team keeps an owner.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        member_id: { type: 'string', format: 'uuid', description: 'Id of the member.' },
        role: {
          type: 'string',
          enum: ['owner', 'admin', 'developer', 'support', 'viewer'],
          description: "The member's role at the partner: what the member may do.",
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['member_id', 'role'],
    },
  },
  {
    route: 'remove-partner-member',
    description:
      'Removes a member from the team within 60 seconds, and deletes the sign-in of a member of no other partner; withdraws an invitation. The team keeps an owner. The answer has the keys that the member issued and that are still active.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        member_id: { type: 'string', format: 'uuid', description: 'Id of the member.' },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['member_id'],
    },
  },
  {
    route: 'accept-partner-invitation',
    description: 'Accepts an invitation to the team of a partner.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['partner_id'],
    },
  },
  {
    route: 'decline-partner-invitation',
    description:
      'Declines an invitation to the team of a partner, and deletes the sign-in of who is a member of no other partner.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['partner_id'],
    },
  },
  {
    route: 'leave-partner',
    description:
      'Ends the membership of the calling member, and deletes the sign-in of a member of no other partner. The last owner cannot leave.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['partner_id'],
    },
  },
  {
    route: 'list-partner-api-keys',
    description:
      "Returns a page of the partner's API keys, also of those that ended, the newest first. It has no secrets.",
    isCommand: false,
    inputSchema: {
      type: 'object',
      properties: {
        page: {
          type: 'integer',
          minimum: 1,
          default: 1,
          description: 'The page number, from 1. A page after the last one is empty.',
        },
        page_size: {
          type: 'integer',
          minimum: 1,
          maximum: 200,
          default: 50,
          description: 'The number of items on a page.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
      },
      required: [],
    },
  },
  {
    route: 'revoke-partner-api-key',
    description: 'Revokes an API key within 60 seconds. A repetition changes nothing.',
    isCommand: true,
    inputSchema: {
      type: 'object',
      properties: {
        key_id: {
          type: 'string',
          minLength: 1,
          maxLength: 64,
          description: 'Id of the API key: the part after `partner_live_` or `partner_test_`.',
        },
        partner_id: {
          type: 'string',
          format: 'uuid',
          description: "Must be the caller's own partner, else 403 `partner_scope_mismatch`.",
        },
        idempotency_key: {
          type: 'string',
          minLength: 8,
          maxLength: 200,
          description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
        },
      },
      required: ['key_id'],
    },
  },
];
