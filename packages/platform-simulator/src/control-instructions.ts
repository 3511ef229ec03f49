import { z } from 'zod';
import { USER_ID } from './conversations.ts';

const Id = z.string().min(1).max(100);
/** `2023-08-22T19:05:53+0000` */
const PLATFORM_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/;

const Fault = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    path: z
      .string()
      .default('/')
      .transform((path) => `/${path.replace(/^\/(v\d+\.\d+\/)?/, '')}`),
    status: z.int().min(200).max(599).optional(),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    times: z.int().min(1).optional(),
    skip: z.int().min(0).default(0),
    delay_ms: z.int().min(0).max(600_000).default(0),
    drop: z.boolean().default(false),
  })
  .refine((fault) => fault.status !== undefined || fault.body === undefined, {
    path: ['status'],
    message: 'is needed with a body',
  })
  .refine((fault) => fault.status !== undefined || fault.delay_ms > 0 || fault.drop, {
    path: ['status'],
    message: 'is needed, or delay_ms, or drop',
  });

const Template = z.looseObject({
  id: Id.optional(),
  waba_id: Id.optional(),
  deleted: z.boolean().optional(),
  name: z.string().optional(),
  language: z.string().optional(),
  category: z.string().optional(),
  status: z.string().optional(),
  components: z.array(z.unknown()).optional(),
});
export type TemplateChange = z.infer<typeof Template>;

const Number = z.looseObject({
  id: Id,
  waba_id: Id.optional(),
  deleted: z.boolean().optional(),
  registered: z.boolean().optional(),
  webhook_configuration: z.looseObject({ phone_number: z.string().nullable() }).optional(),
  pin: z
    .strictObject({
      state: z.enum(['none', 'other', 'ignored', 'locked', 'too_fast']),
      value: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    })
    .optional(),
  hindrance: z.enum(['recently_deleted', 'deregistration_incomplete', 'name_in_review']).nullable().optional(),
  username: z
    .union([
      z.string().transform((username) => ({ username, status: 'approved' as const })),
      z.strictObject({ username: z.string(), status: z.enum(['approved', 'reserved']) }),
    ])
    .nullable()
    .optional(),
  last_onboarded_time: z.union([z.iso.datetime({ offset: true }), z.string().regex(PLATFORM_TIME)]).optional(),
});
export type NumberChange = z.infer<typeof Number>;

export const HealthError = z.strictObject({
  entity_type: z.enum(['WABA', 'BUSINESS', 'APP']).default('WABA'),
  can_send_message: z.enum(['LIMITED', 'BLOCKED']).default('BLOCKED'),
  error_code: z.int(),
  error_description: z.string(),
  possible_solution: z.string(),
});

const Waba = z.looseObject({
  id: Id,
  portfolio: Id.optional(),
  refuses: z.literal([10, 33, 200, 368, 131031]).nullable().optional(),
  other_apps: z.array(Id).optional(),
  health_errors: z.array(HealthError).optional(),
});
export type WabaChange = z.infer<typeof Waba>;

const Token = z
  .strictObject({
    expire: z.boolean().optional(),
    uninstalled: z.boolean().optional(),
    waba_id: Id.optional(),
    portfolio: Id.optional(),
  })
  .refine((token) => token.expire !== undefined || token.uninstalled !== undefined, {
    path: ['expire'],
    message: 'is needed, or uninstalled',
  });
export type TokenChange = z.infer<typeof Token>;

const App = z.strictObject({
  subscriptions: z.array(z.string()).nullable().optional(),
  permissions: z.array(z.string()).optional(),
  redirect_uris: z.array(z.url()).nullable().optional(),
  token_days: z.int().min(1).nullable().optional(),
});
export type AppChange = z.infer<typeof App>;

const Corpus = z.strictObject({
  file: z.string().min(1),
  waba_id: Id.optional(),
  phone_number_id: Id.optional(),
  replace: z.record(z.string().min(1), z.string()).optional(),
});

const IncomingMessage = z.looseObject({
  phone_number_id: Id,
  id: Id.optional(),
  from: z
    .string()
    .regex(/^\d{5,15}$/)
    .optional(),
  user_id: z.string().regex(USER_ID).optional(),
  name: z.string().optional(),
  type: z.string().min(1).default('text'),
  file: z.strictObject({ mime_type: z.string().min(1), data: z.base64() }).optional(),
});
export type IncomingMessage = z.infer<typeof IncomingMessage>;

const Outcome = z
  .strictObject({
    to: z.string().optional(),
    phone_number_id: Id.optional(),
    statuses: z.array(z.enum(['sent', 'delivered', 'read'])).optional(),
    code: z.int().optional(),
    times: z.int().min(1).optional(),
  })
  .refine((outcome) => outcome.statuses !== undefined || outcome.code !== undefined, {
    path: ['statuses'],
    message: 'is needed, or code',
  })
  .transform((outcome) => ({ ...outcome, statuses: outcome.statuses ?? [] }));

const Status = z
  .strictObject({
    message_id: Id,
    status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
    code: z.int().optional(),
  })
  .refine(({ status, code }) => (status === 'failed') === (code !== undefined), {
    path: ['code'],
    message: 'is needed with failed, and only then',
  });
export type StatusChange = z.infer<typeof Status>;

const Version = z.string().regex(/^v\d{1,3}\.\d{1,2}$/);

/**
 * The body of `POST control_url`. It may have several instructions:
 *
 * - `fault {method?, path = "/", status?, body?, headers?, times?, skip = 0, delay_ms = 0, drop = false}`: calls of the
 *   Graph API under that path get `status` and `body` (without: a fitting error envelope) and are not performed. Without
 *   `status` they are performed, after `delay_ms`. `drop` closes the connection without an answer: with a status the call is
 *   not performed, without one its answer is lost. Without `times` it holds until `clear`. The oldest fault takes precedence.
 *   One about a number that holds until `clear` is how things are: with code 190 `debug_token` calls the token invalid, with
 *   803 the business account does not list the number. With `times` it is a wrong refusal.
 * - `clear: true`: removes faults, outcomes and `usage` reports, and the settings of `debug_token`, `app` and `oldest_version`. `clear_calls: true`:
 *   empties the call log.
 * - `template {…, waba_id}`: creates or replaces a template by id. A replaced template keeps name, language, category, status
 *   and components when they are omitted. `deleted: true` removes it. `templates [...]`: many at once, 32 MiB of body.
 * - `number {id, …}`: changes any field that the platform returns, such as `is_on_biz_app` (which connects the number) and
 *   `last_onboarded_time`. `registered`, `waba_id` (moves it), `deleted: true`, `webhook_configuration {phone_number: URI or
 *   null}` (without a handshake, as another app would). An unknown id with a `waba_id` is created.
 *   `pin {state, value?}`: `none`; `other` (the number has the PIN `value`, by default an unknown one); `ignored`
 *   (any PIN is taken); `locked` (133008 for 12 hours); `too_fast` (133009 for a minute).
 *   `username`: an approved one, `{username, status: "approved" or "reserved"}`, or null; no callback follows.
 *   `hindrance`: `recently_deleted` (133015 for five minutes), `deregistration_incomplete` (133000 until it is deregistered),
 *   `name_in_review` (100/2388001 until it is null).
 * - `waba {id, …}`: changes any field that the platform returns. An unknown id is created, in `portfolio` when given.
 *   `refuses`: the code by which its calls are refused although tokens list it: 33, 10 or 200 as one that is not shared, 368
 *   or 131031 as one that is locked; null ends it. `other_apps`: ids of further apps that are subscribed.
 *   `health_errors [{error_code, error_description, possible_solution, entity_type = "WABA", can_send_message = "BLOCKED"}]`: what
 *   hinders its numbers from sending, also on behalf of its `BUSINESS` or the `APP`; `[]` ends it.
 * - `callback`: is sent, signed, to the app's callback URL without the changes of fields that the app does not subscribe; a
 *   string is sent as it is. The answer comes when it was answered with 200 or given up, with `callback {delivered, status,
 *   attempts, answer?}`, the last the text of a refusal; with 0 attempts nothing of it was subscribed.
 * - `corpus {file, waba_id?, phone_number_id?, replace?}`: sends a sample of corpus/callbacks about these objects to where
 *   the platform sends it: an override for fields that overrides redirect, the app for others. `replace {text: text}`
 *   replaces further texts, such as the id of a template. Its times are moved to now. The answer has `corpus [{url, delivered, …}]`.
 * - `message {phone_number_id, from?, user_id?, name?, type = "text", id?, …}`: a person writes to the number. `from` is the
 *   phone number in digits; with `user_id` alone the person has none. What is under the name of the type, and further fields
 *   such as `context`, are sent as they are; without `text` the text is Hello. `file {mime_type, data}`, in base64, is the
 *   file of an image, audio, video, document or sticker. The answer has `message {id, sent}`, the latter as `corpus`.
 * - `outcome {to?, phone_number_id?, statuses?, code?, times?}`: what follows messages of the business, to the person `to`:
 *   these statuses of sent, delivered and read, then `failed` with the error `code`. Without an outcome it is sent, delivered
 *   and read. Without `times` it holds until `clear`. The oldest outcome takes precedence.
 * - `status {message_id, status, code?}`: sends a status of a message of the business at once, also one that it had: sent,
 *   delivered, read, played, or failed with a `code`. The answer has `status`, as `corpus`.
 * - `token {expire?, uninstalled?, waba_id?, portfolio?}`: ends the tokens of a portfolio (that of the business account), or
 *   all: `expire` with 190/463, `uninstalled` with 190/458. `false` undoes it.
 * - `usage {waba_id, call_count, …}`: the percentages in the usage header from now on; 100 and more throttles, and
 *   `call_count: null` counts again. `budget {calls_per_hour, waba_id?}`: null is the platform's own limit.
 * - `debug_token {target_ids?: false, manage_events?: true}`: scopes have no targets; the targets of
 *   `whatsapp_business_manage_events` and `business_management` alone are returned.
 * - `app {subscriptions?, permissions?, redirect_uris?, token_days?}`: the webhook fields that it subscribes (null: all), its
 *   permissions with advanced access, its redirect URIs (null: those of the start), and the days that new tokens last (null:
 *   they do not expire).
 * - `oldest_version`: ends every earlier version of the Graph API. Its calls are answered as this version, which the header
 *   `facebook-api-version` of each answer names.
 * - `app_secret`: replaces the app's secret, as its pages do. The secret before it is refused at once.
 */
export const Instructions = z
  .strictObject({
    fault: Fault.optional(),
    clear: z.literal(true).optional(),
    clear_calls: z.literal(true).optional(),
    template: Template.optional(),
    templates: z.array(Template).optional(),
    number: Number.optional(),
    waba: Waba.optional(),
    callback: z.union([z.string(), z.looseObject({}), z.array(z.unknown())]).optional(),
    corpus: Corpus.optional(),
    message: IncomingMessage.optional(),
    outcome: Outcome.optional(),
    status: Status.optional(),
    token: Token.optional(),
    app: App.optional(),
    usage: z
      .strictObject({
        waba_id: Id,
        call_count: z.number().min(0).nullable(),
        total_cputime: z.number().min(0).optional(),
        total_time: z.number().min(0).optional(),
        estimated_time_to_regain_access: z.number().min(0).optional(),
        type: z.string().optional(),
      })
      .optional(),
    budget: z.strictObject({ calls_per_hour: z.int().min(0).nullable(), waba_id: Id.optional() }).optional(),
    debug_token: z
      .strictObject({ target_ids: z.boolean().optional(), manage_events: z.boolean().optional() })
      .optional(),
    oldest_version: Version.optional(),
    app_secret: z.string().min(1).optional(),
  })
  .refine((instructions) => Object.keys(instructions).length > 0, 'has no instruction');
export type Instructions = z.infer<typeof Instructions>;
