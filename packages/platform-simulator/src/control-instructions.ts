import { z } from 'zod';

const Id = z.string().min(1).max(100);

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
});
export type NumberChange = z.infer<typeof Number>;

/**
 * The body of `POST control_url`. It may have several instructions:
 *
 * - `fault {method?, path = "/", status?, body?, headers?, times?, skip = 0, delay_ms = 0, drop = false}`: calls of the
 *   Graph API under that path get `status` and `body` (without: a fitting error envelope) and are not performed. Without
 *   `status` they are performed, after `delay_ms`. `drop` closes the connection without an answer: with a status the call is
 *   not performed, without one its answer is lost. Without `times` it holds until `clear`. The oldest fault takes precedence.
 * - `clear: true`: removes faults and `usage` reports, and shows `target_ids` again. `clear_calls: true`: empties the call log.
 * - `template {…, waba_id}`: creates or replaces a template by id. A replaced template keeps name, language, category, status
 *   and components when they are omitted. `deleted: true` removes it. `templates [...]`: many at once, 32 MiB of body.
 * - `number {id, …}`: changes any field that the platform returns. `registered`, `waba_id` (moves it),
 *   `webhook_configuration {phone_number: URI or null}` (without a handshake, as another app would), `deleted: true`.
 *   An unknown id with a `waba_id` is created.
 * - `callback`: is sent, signed, to the app's callback URL; a string is sent as it is. The answer comes when it was answered
 *   with 200 or given up, with `callback {delivered, status, attempts}`.
 * - `token {expire, waba_id?}`: expires the tokens of a business account, or all, with 190/463; `expire: false` undoes it.
 * - `usage {waba_id, call_count, …}`: the percentages in the usage header from now on; 100 and more throttles, and
 *   `call_count: null` counts again. `budget {calls_per_hour, waba_id?}`: null is the platform's own limit.
 * - `debug_token {target_ids: false}`: the answer no longer has the business accounts.
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
    callback: z.union([z.string(), z.looseObject({}), z.array(z.unknown())]).optional(),
    token: z.strictObject({ expire: z.boolean(), waba_id: Id.optional() }).optional(),
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
    debug_token: z.strictObject({ target_ids: z.boolean() }).optional(),
    app_secret: z.string().min(1).optional(),
  })
  .refine((instructions) => Object.keys(instructions).length > 0, 'has no instruction');
export type Instructions = z.infer<typeof Instructions>;
