/** The meaning of each error, and what the caller can do. */
import type { ErrorCode } from '../../lambdas/kernel/errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaRef } from './names.ts';

export interface ErrorMeaning {
  /** When the error occurs: a sentence. */
  readonly when: string;
  /** What to do about it: a sentence. */
  readonly remedy: string;
  readonly message: string;
  readonly details?: { readonly schema: JsonSchema; readonly example: unknown };
}

const text: JsonSchema = { type: 'string' };
const id: JsonSchema = { type: 'string', format: 'uuid' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const fixCall = 'Correct the call. The same call would be refused again.';
const sameKey = 'Try again with the same `Idempotency-Key`.';
const state = { schema: object({ state: text }), example: { state: 'inactive' } };
const platform = {
  schema: object({
    kind: text,
    code: { type: ['integer', 'null'] },
    subcode: { type: ['integer', 'null'] },
  }),
  example: { kind: 'parameter', code: 100, subcode: null },
};

export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  validation_failed: {
    when: 'A parameter is missing or breaks a rule.',
    remedy: `${fixCall} \`details\` has one entry for each broken rule.`,
    message: 'customer_name is required',
    details: {
      schema: { type: 'array', items: object({ path: text, rule: text, message: text }) },
      example: [{ path: 'customer_name', rule: 'required', message: 'customer_name is required' }],
    },
  },
  invalid_json: {
    when: 'The body is not a JSON object in UTF-8.',
    remedy: fixCall,
    message: 'the body must be valid JSON in UTF-8',
  },
  unknown_route: {
    when: 'The route does not exist, or not with this method.',
    remedy: `${fixCall} \`details.methods\` are the methods that the route has.`,
    message: 'route list-partner-customers is called with GET',
    details: { schema: object({ methods: { type: 'array', items: text } }), example: { methods: ['GET'] } },
  },
  route_mismatch: {
    when: '`route` is in the query and in the body, and the two differ.',
    remedy: fixCall,
    message: 'route in the query must be equal to route in the body',
  },
  conflicting_selectors: {
    when: 'Two selectors name different records.',
    remedy: fixCall,
    message: 'customer_id and partner_customer_id must be equal',
  },
  waba_scope_required: {
    when: 'The partner has several business accounts, and the call does not name one.',
    remedy: 'Name one by `platform_waba_id` or by an instance’s `instance_id`.',
    message: 'instance_id or platform_waba_id is required: say which business account',
  },
  unauthenticated: {
    when: 'A credential is missing, unknown, expired or revoked.',
    remedy: 'Check `apikey` and `Authorization`. A member must sign in again.',
    message: 'the apikey header is required',
  },
  forbidden_scope: {
    when: 'The partner key does not have the scope of the route.',
    remedy: 'Use a key with that scope.',
    message: 'route upsert-partner-customer needs the scope customers.write',
  },
  forbidden_role: {
    when: 'The role of the member does not allow the route, or the route is for members and was called with a key.',
    remedy: 'Ask an owner or admin of the partner.',
    message: 'route upsert-partner-customer needs the scope customers.write',
  },
  partner_scope_mismatch: {
    when: '`partner_id` is not the caller’s own partner.',
    remedy: 'Omit `partner_id`.',
    message: "partner_id must be the caller's own",
  },
  delivery_report_forbidden: {
    when: 'A member who is not owner, admin or developer reported a message status.',
    remedy: 'Report from the backend, with a partner key.',
    message: 'route report-partner-message-status needs the scope instances.write',
  },
  invitation_pending: {
    when: 'The person was invited, and has not accepted. The invitation opens nothing before that.',
    remedy: 'Accept an invitation of `details.invitations` with `accept-partner-invitation`.',
    message: 'the invitation is pending; accept it first',
    details: {
      schema: object({ invitations: { type: 'array', items: schemaRef('Invitation') } }),
      example: {
        invitations: [
          {
            partner_id: '01980000-0000-7000-8000-000000000001',
            name: 'Aurora Software',
            role: 'viewer',
            invited_at: '2026-03-01T09:30:00.000Z',
          },
        ],
      },
    },
  },
  request_blocked: {
    when: 'The firewall of the stage refused the request before it reached the service. The answer has no `x-request-id`.',
    remedy: 'Tell the operator the `x-amz-cf-id` of the answer.',
    message: 'the firewall refused this request; its x-amz-cf-id tells the operator which rule did',
  },
  not_found: {
    when: 'The record does not exist, or is not the partner’s.',
    remedy: 'Check the selector.',
    message: 'the customer was not found',
  },
  method_not_allowed: {
    when: 'The method is not GET, POST, PATCH, DELETE or OPTIONS.',
    remedy: fixCall,
    message: 'the method must be one of GET, POST, PATCH, DELETE',
  },
  idempotency_key_reused: {
    when: 'The `Idempotency-Key` was used for a different call within the last 24 hours.',
    remedy: 'Use a new key for every new command.',
    message: 'Idempotency-Key was used for a different request in the last 24 hours; use a new key',
  },
  idempotency_in_progress: {
    when: 'The same call is being carried out.',
    remedy: `${sameKey} Wait for the time in \`Retry-After\` first.`,
    message: 'the same request is being carried out',
  },
  stale_update: {
    when: 'The customer has changed since `expected_updated_at`.',
    remedy: 'Read the customer again and decide again.',
    message: 'expected_updated_at must equal the current updated_at of the customer',
    details: { schema: object({ updated_at: time }), example: { updated_at: '2026-03-01T09:30:00.000Z' } },
  },
  invalid_state: {
    when: 'The state of the record does not allow this.',
    remedy: 'Read the record: its `status` shows the reason.',
    message: 'the customer is inactive; it must be active',
    details: state,
  },
  customer_merged: {
    when: 'The customer was merged into another customer.',
    remedy: 'Use the customer that `details.merged_into` names.',
    message: 'the customer was merged into another one; use that one',
    details: { schema: object({ merged_into: id }), example: { merged_into: '01980000-0000-7000-8000-000000000002' } },
  },
  instance_key_taken: {
    when: 'An instance of the partner has, or had, this `instance_key`.',
    remedy: 'Choose another key: a key can be used only once.',
    message: 'instance_key was used by the partner before; choose another',
    details: {
      schema: object({
        instance_id: { ...id, type: ['string', 'null'], description: 'Null after the erasure of the instance.' },
      }),
      example: { instance_id: '01980000-0000-7000-8000-000000000003' },
    },
  },
  slot_limit_reached: {
    when: 'All slots of the partner’s limit are taken.',
    remedy:
      'Deactivate an instance, or ask the operator to raise the limit. `details` has the limit and the occupied slots.',
    message: "all slots of the partner's limit are taken",
    details: {
      schema: object({
        limit: { type: 'integer', description: 'The slot limit when the call was refused.' },
        occupied: {
          type: 'integer',
          description: 'The slots that were taken then. More than the limit after the limit was lowered.',
        },
      }),
      example: { limit: 20, occupied: 20 },
    },
  },
  remote_removal_failed: {
    when: 'The platform did not remove a callback, so the slot is not released.',
    remedy: 'Deactivate again later: the call continues at the step that failed.',
    message:
      "the platform did not remove the instance's callback; its slot is kept until a later deactivation succeeds",
    details: {
      schema: {
        type: 'object',
        properties: {
          lifecycle: {
            anyOf: [
              schemaRef('CustomerLifecycle'),
              object({ status: { const: 'failed' }, callback_state: text, slot_state: { type: ['string', 'null'] } }),
            ],
          },
          last_error: {
            anyOf: [object({ code: text, message: text, at: time }), { type: 'null' }],
          },
        },
        required: ['lifecycle'],
      },
      example: {
        lifecycle: { status: 'failed', callback_state: 'remove_failed', slot_state: 'release_blocked' },
        last_error: {
          code: 'transient',
          message: 'the platform is not available',
          at: '2026-03-01T09:30:00.000Z',
        },
      },
    },
  },
  webhook_validation_failed: {
    when: 'The endpoint did not pass a check.',
    remedy: '`details.checks` has the failed check and its reason. Correct the endpoint and try again.',
    message: 'webhook_url is not a valid endpoint: challenge: answered 404',
    details: {
      schema: object({ checks: { type: 'array', items: schemaRef('WebhookCheck') } }),
      example: {
        checks: [
          { name: 'challenge', ok: false, detail: 'answered 404', status: 404, duration_ms: 84, error_code: null },
        ],
      },
    },
  },
  platform_error: {
    when: 'The platform refused the request, or could not be reached.',
    remedy: `\`details\` has the platform’s own code. ${sameKey}`,
    message: 'the platform refused: unsupported request',
    details: platform,
  },
  payload_too_large: {
    when: 'The body has more than 256 KiB, or the answer has more than 6 MB and the call does not accept gzip.',
    remedy: 'Send a smaller body. For a large page send `Accept-Encoding: gzip`, or a smaller `page_size`.',
    message: 'the body must have at most 262144 bytes',
  },
  unsupported_media_type: {
    when: 'There is a body, and its `Content-Type` is not `application/json`, its charset is not UTF-8, or it has a `Content-Encoding`.',
    remedy: fixCall,
    message: 'Content-Type must be application/json',
  },
  rate_limited: {
    when: 'The caller made more calls than the limit allows, or a forced refresh too soon after the last one.',
    remedy: `Wait for the time in \`Retry-After\`. ${sameKey}`,
    message: 'too many calls of the class commands; try again in 1 s',
    details: { schema: object({ next_allowed_at: time }), example: { next_allowed_at: '2026-03-01T09:31:00.000Z' } },
  },
  platform_rate_limited: {
    when: 'The platform does not accept further calls at the moment.',
    remedy: `Wait for the time in \`Retry-After\`. ${sameKey}`,
    message: 'the platform takes no more calls for now: application request limit reached',
    details: platform,
  },
  internal_error: {
    when: 'An internal error occurred.',
    remedy: `${sameKey} If the error persists, tell the operator the \`x-request-id\`.`,
    message: 'something went wrong on our side',
  },
  temporarily_unavailable: {
    when: 'The service is busy.',
    remedy: `Wait for the time in \`Retry-After\`. ${sameKey}`,
    message: 'the store is busy; try again',
  },
};
