import { brand } from './brand.ts';
import type { RouteName } from './routes.ts';
import type { ErrorBody } from './schemas.ts';

export type ErrorCode = ErrorBody['code'];

/** The details of an error, by its code; codes without details have none. */
export type DetailsOf<Code extends ErrorCode> =
  Extract<ErrorBody, { readonly code: Code }> extends { readonly details?: infer Details }
    ? Details | undefined
    : undefined;

/** An answer that is not of the service: of a gateway, a firewall or a proxy. */
export interface ForeignAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The id that a gateway gave the call, to name when you ask about it. */
  readonly requestId: string | null;
  /** The first 500 characters of the body. */
  readonly excerpt: string;
}

interface RefusalOf {
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly headers?: Headers;
  readonly excerpt?: string | null;
  readonly idempotencyKey?: string | null;
}

/** The service, or the gateway in front of it, answered with an error. */
export class Refusal extends Error {
  static {
    brand(this, 'Refusal');
  }

  override readonly name = 'Refusal';
  readonly status: number;
  /** `unknown` when the answer did not have the envelope `error`. */
  readonly code: string;
  readonly details: unknown;
  /** The id to name when you ask about the call. */
  readonly requestId: string | null;
  /** Milliseconds to wait before another attempt, if the answer has `Retry-After`. */
  readonly retryAfter: number | null;
  readonly headers: Headers;
  /** The first 500 characters of a body without the envelope `error`; null of an answer of the service. */
  readonly excerpt: string | null;
  /** Of a command, to send it again with; null of a query. */
  readonly idempotencyKey: string | null;

  constructor(
    status: number,
    error: { readonly code: string; readonly message: string; readonly details?: unknown },
    { requestId, retryAfter, headers = new Headers(), excerpt = null, idempotencyKey = null }: RefusalOf,
  ) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.headers = headers;
    this.excerpt = excerpt;
    this.idempotencyKey = idempotencyKey;
  }
}

/**
 * Why no answer came: the name of the host is unknown, its certificate is not trusted or it speaks no TLS, the connection ended,
 * the time ended, or the answer is not of the service. After the first two nothing was sent, and the client does not try again.
 */
export type LostReason = 'address' | 'certificate' | 'connection' | 'timeout' | 'malformed';

interface LostOf extends ErrorOptions {
  readonly reason?: LostReason;
  readonly answer?: ForeignAnswer | null;
}

/** No answer of the service came. It is unknown whether the call was carried out, unless `reason` says that it was not sent. */
export class ConnectionLost extends Error {
  static {
    brand(this, 'ConnectionLost');
  }

  override readonly name = 'ConnectionLost';
  readonly route: RouteName;
  /** Of a command, for another call that must not be carried out twice; null of a query. */
  readonly idempotencyKey: string | null;
  readonly reason: LostReason;
  /** The answer that came in place of the service's; null without one. */
  readonly answer: ForeignAnswer | null;

  constructor(
    message: string,
    call: { readonly route: RouteName; readonly idempotencyKey: string | null },
    { reason = 'connection', answer = null, ...options }: LostOf = {},
  ) {
    super(message, options);
    this.route = call.route;
    this.idempotencyKey = call.idempotencyKey;
    this.reason = reason;
    this.answer = answer;
  }
}

/** Whether an error is a refusal with this code. Its details then have the type of the code. */
export const isRefusal = <Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is Refusal & { readonly code: Code; readonly details: DetailsOf<Code> } =>
  error instanceof Refusal && error.code === code;
