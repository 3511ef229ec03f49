import * as z from 'zod/mini';
import type { Milliseconds } from '../domain/time.ts';

/** What a refusal of the platform means to us. Decided by its code, never by the HTTP status: throttling comes as 400 too. */
export type PlatformErrorKind =
  | 'throttled'
  /** The token expired or was taken back: the line has to be connected again. */
  | 'token_invalid'
  | 'permission'
  | 'parameter'
  /** The object does not exist, or no longer. */
  | 'gone'
  | 'account'
  | 'recipient'
  | 'template'
  | 'username'
  /** May pass by itself. Also when no answer came, so that it is unknown whether the call took effect. */
  | 'transient'
  /** The invocation's time ended before the answer came. It is unknown whether the call took effect; made again, it may succeed. */
  | 'out_of_time'
  | 'unknown';

interface PlatformErrorFacts {
  readonly kind: PlatformErrorKind;
  readonly message: string;
  readonly code?: number | undefined;
  readonly subcode?: number | undefined;
  /** HTTP status; undefined when no answer came. */
  readonly status?: number | undefined;
  readonly fbtraceId?: string | undefined;
  /** Seconds; on `throttled` only. */
  readonly retryAfter?: number | undefined;
}

/** Holds neither the token nor the call's address, query or body. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  readonly code: number | undefined;
  readonly subcode: number | undefined;
  readonly status: number | undefined;
  readonly fbtraceId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(facts: PlatformErrorFacts) {
    super(facts.message);
    this.kind = facts.kind;
    this.code = facts.code;
    this.subcode = facts.subcode;
    this.status = facts.status;
    this.fbtraceId = facts.fbtraceId;
    this.retryAfter = facts.retryAfter;
  }
}

const kindOfCode: ReadonlyMap<number, PlatformErrorKind> = new Map(
  (
    [
      ['throttled', [4, 17, 80007, 80008, 130429, 131056, 133016]],
      ['token_invalid', [0, 190]],
      ['permission', [10, ...Array.from({ length: 100 }, (_, index) => 200 + index)]],
      ['parameter', [100]],
      ['account', [368, 131031, 131042, 131048]],
      ['recipient', [131026, 131047, 131049, 131062]],
      ['template', [132000, 132001, 132015, 132016]],
      ['username', [147001, 147002, 147003, 147004, 147005]],
      ['transient', [1, 2]],
    ] as const
  ).flatMap(([kind, codes]) => codes.map((code): [number, PlatformErrorKind] => [code, kind])),
);

/** Codes that count against the budget of the app or the business account; the others throttle one number or pair. */
export const budgetCodes: ReadonlySet<number | undefined> = new Set([4, 17, 80007, 80008]);

const kindOf = (
  code: number | undefined,
  subcode: number | undefined,
  status: number,
  isTransient: boolean,
): PlatformErrorKind => {
  if (code === 100 && subcode === 33) return 'gone';
  const known = code === undefined ? undefined : kindOfCode.get(code);
  return known ?? (isTransient || status >= 500 ? 'transient' : 'unknown');
};

const integer = z.catch(z.optional(z.coerce.number()), undefined);
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

/** Until a throttled call may be repeated when the platform does not say. */
const defaultRegain: Milliseconds = 5 * 60_000;

export interface Refusal {
  readonly status: number;
  /** The parsed body, or undefined when it was no JSON. */
  readonly body: unknown;
  /** Minutes of the usage header until calls are taken again; 0 when it does not say. */
  readonly regainMinutes: number;
  /** Takes secrets out of a text: the platform quotes malformed tokens in its messages. */
  readonly redact: (text: string) => string;
}

/** The error in an answer; undefined when the answer is a success. */
export const errorOf = ({ status, body, regainMinutes, redact }: Refusal): PlatformError | undefined => {
  const parsed = Envelope.safeParse(body);
  if (!parsed.success) {
    if (status >= 200 && status <= 299) return undefined;
    const kind = kindOf(undefined, undefined, status, false);
    return new PlatformError({ kind, status, message: `the platform answered ${status} without an error of its own` });
  }
  const { error } = parsed.data;
  const kind = kindOf(error.code, error.error_subcode, status, error.is_transient ?? false);
  const parts = [error.message, error.error_data?.details ?? error.error_user_msg];
  const message = parts.filter((part) => part !== undefined && part !== '').join(': ');
  return new PlatformError({
    kind,
    status,
    message: redact(message === '' ? `the platform answered ${status}` : message),
    code: error.code,
    subcode: error.error_subcode,
    fbtraceId: error.fbtrace_id,
    retryAfter: kind === 'throttled' ? Math.ceil((regainMinutes * 60_000 || defaultRegain) / 1_000) : undefined,
  });
};
