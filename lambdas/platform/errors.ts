import * as z from 'zod/mini';
import { day, type Milliseconds } from '../kernel/time.ts';

/** The kind of a platform error, by its code and not by the HTTP status: throttling has status 400 as well. */
export type PlatformErrorKind =
  | 'throttled'
  /** The token expired or was revoked: the instance has to be reconnected. */
  | 'token_invalid'
  | 'permission'
  | 'parameter'
  /** The object does not exist, or the token may not see it: not yet a proof that it was deleted. */
  | 'gone'
  | 'account'
  /** The number is not registered, not verified, or has another PIN. */
  | 'registration'
  | 'recipient'
  /** The recipient cannot get messages of this sender. */
  | 'sender'
  | 'template'
  | 'username'
  /** A retry may succeed. Without an answer it is unknown whether the call took effect. */
  | 'transient'
  /** The invocation's time ended before the answer. It is unknown whether the call took effect; a retry may succeed. */
  | 'out_of_time'
  | 'unknown';

interface PlatformErrorFacts {
  readonly kind: PlatformErrorKind;
  readonly message: string;
  readonly code?: number | undefined;
  readonly subcode?: number | undefined;
  /** What the platform says about this refusal, beside the text of the code. */
  readonly details?: string | undefined;
  /** The HTTP status; undefined without an answer. */
  readonly status?: number | undefined;
  readonly fbtraceId?: string | undefined;
  /** Seconds; on `throttled` only. */
  readonly retryAfter?: number | undefined;
}

/** Contains neither the token nor the call's address, query or body. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  readonly code: number | undefined;
  readonly subcode: number | undefined;
  readonly details: string | undefined;
  readonly status: number | undefined;
  readonly fbtraceId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(facts: PlatformErrorFacts) {
    super(facts.message);
    this.kind = facts.kind;
    this.code = facts.code;
    this.subcode = facts.subcode;
    this.details = facts.details;
    this.status = facts.status;
    this.fbtraceId = facts.fbtraceId;
    this.retryAfter = facts.retryAfter;
  }
}

const transientKinds: ReadonlySet<PlatformErrorKind> = new Set(['transient', 'throttled', 'out_of_time']);

type TransientError = PlatformError & { readonly kind: 'transient' | 'throttled' | 'out_of_time' };

/** Whether the same call may succeed later. */
export const isTransient = (error: unknown): error is TransientError =>
  error instanceof PlatformError && transientKinds.has(error.kind);

/** The code of the app's budget, in an answer to any call. */
export const appLimitReached = 4;

/** Codes of the app's or the business account's budget. https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
const budget = [appLimitReached, 17, 32, 341, 613, 80007, 80008] as const;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const codesOfKind = [
  // 133015: a number is registered again five minutes after its deletion at the earliest.
  ['throttled', [...budget, 130429, 131056, 133015, 133016]],
  ['token_invalid', [0, 102, 190]],
  ['permission', [3, 10, 131005, ...Array.from({ length: 100 }, (_, index) => 200 + index)]],
  ['parameter', [100, 131008, 131009, 131051, 131052, 131053, 135000]],
  ['gone', [33, 803]],
  ['account', [368, 130497, 131031, 131037, 131042, 131045, 131048, 131063, 131064, 139200]],
  ['registration', [133000, 133005, 133006, 133008, 133009, 133010, 136024]],
  ['recipient', [130472, 131021, 131026, 131047, 131049, 131050, 137000]],
  ['sender', [130403, 131062]],
  ['template', [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069]],
  ['username', [147001, 147002, 147003, 147004, 147005]],
  ['transient', [1, 2, 131000, 131016, 131057, 133004, 2494100]],
] as const satisfies readonly (readonly [PlatformErrorKind, readonly number[]])[];

const kindOfCode: ReadonlyMap<number, PlatformErrorKind> = new Map(
  codesOfKind.flatMap(([kind, codes]) => codes.map((code): [number, PlatformErrorKind] => [code, kind])),
);

/** The other codes throttle a number or a pair of numbers. */
export const budgetCodes: ReadonlySet<number | undefined> = new Set(budget);

/** Code 0 is of a refused token with the status of one; otherwise it is any failure: https://github.com/nyaruka/courier/issues/1036 */
const isWithoutMeaning = (code: number | undefined, status: number): boolean =>
  code === 0 && status !== 400 && status !== 401;

const kindOf = (
  given: number | undefined,
  subcode: number | undefined,
  status: number,
  isTransient: boolean,
): PlatformErrorKind => {
  const code = isWithoutMeaning(given, status) ? undefined : given;
  if (code === 100 && subcode === 33) return 'gone';
  const known = code === undefined ? undefined : kindOfCode.get(code);
  if (known !== undefined) return known;
  // https://www.rfc-editor.org/rfc/rfc6585#section-4
  if (status === 429) return 'throttled';
  return isTransient || status >= 500 ? 'transient' : 'unknown';
};

/** A number, or its digits. Nothing else is one: null, `""` and false are no code 0. */
const integer = z.catch(
  z.optional(z.union([z.int(), z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.coerce.number())])),
  undefined,
);
const text = z.catch(z.optional(z.string()), undefined);

const Envelope = z.object({
  error: z.object({
    message: text,
    code: integer,
    error_subcode: integer,
    error_data: z.catch(z.optional(z.object({ details: text })), undefined),
    error_user_msg: text,
    is_transient: z.catch(z.optional(z.boolean()), undefined),
    fbtrace_id: text,
  }),
});

/** The wait after throttling when the platform does not tell one. */
const defaultRegain: Milliseconds = 5 * 60_000;

export interface Refusal {
  readonly status: number;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
  /** Minutes until calls are accepted again, by the usage header; 0 without any. */
  readonly regainMinutes: number;
  /** Redacts secrets: the platform quotes malformed tokens in its messages. */
  readonly redact: (text: string) => string;
}

/** The error of an answer; undefined for a success. */
export const errorOf = ({ status, body, regainMinutes, redact }: Refusal): PlatformError | undefined => {
  const parsed = Envelope.safeParse(body);
  if (!parsed.success) {
    if (status >= 200 && status <= 299) return undefined;
    const kind = kindOf(undefined, undefined, status, false);
    return new PlatformError({ kind, status, message: `the platform answered ${status} without an error of its own` });
  }
  const { error } = parsed.data;
  const kind = kindOf(error.code, error.error_subcode, status, error.is_transient ?? false);
  const details = error.error_data?.details ?? error.error_user_msg;
  const parts = [error.message, details];
  const message = parts.filter((part) => part !== undefined && part !== '').join(': ');
  return new PlatformError({
    kind,
    status,
    message: redact(message === '' ? `the platform answered ${status}` : message),
    code: error.code,
    subcode: error.error_subcode,
    details: details === undefined ? undefined : redact(details),
    fbtraceId: error.fbtrace_id,
    // A malformed header could ask for years.
    retryAfter:
      kind === 'throttled' ? Math.ceil(Math.min(regainMinutes * 60_000 || defaultRegain, day) / 1_000) : undefined,
  });
};

/** When the same call may be repeated after throttling or a timeout; null after any other error. */
export const repeatableAt = ({ kind, retryAfter }: PlatformError, now: Milliseconds): Milliseconds | null => {
  if (kind === 'out_of_time') return now;
  if (kind !== 'throttled') return null;
  return now + (retryAfter === undefined ? defaultRegain : retryAfter * 1_000);
};

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const appRemoved = 458;

/** Whether the token is refused because the customer removed the app. */
export const isAppRemoved = ({ code, subcode }: PlatformError): boolean => code === 190 && subcode === appRemoved;
