import type { RouteName } from './routes.ts';
import type { ErrorBody } from './schemas.ts';

export type ErrorCode = ErrorBody['code'];

/** The details of an error, by its code; codes without details have none. */
export type DetailsOf<Code extends ErrorCode> =
  Extract<ErrorBody, { readonly code: Code }> extends { readonly details?: infer Details }
    ? Details | undefined
    : undefined;

/** The service, or the gateway in front of it, answered with an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** `unknown` when the answer did not have the envelope `error`. */
  readonly code: string;
  readonly details: unknown;
  /** The id to name when you ask about the call. */
  readonly requestId: string | null;
  /** Milliseconds to wait before another attempt, if the answer has `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    error: { readonly code: string; readonly message: string; readonly details?: unknown },
    { requestId, retryAfter }: { readonly requestId: string | null; readonly retryAfter: number | null },
  ) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** No answer came. It is unknown whether the call was carried out. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly route: RouteName;
  /** Of a command, for another call that must not be carried out twice; null of a query. */
  readonly idempotencyKey: string | null;

  constructor(
    message: string,
    call: { readonly route: RouteName; readonly idempotencyKey: string | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.route = call.route;
    this.idempotencyKey = call.idempotencyKey;
  }
}

/** Whether an error is a refusal with this code. Its details then have the type of the code. */
export const isRefusal = <Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is Refusal & { readonly code: Code; readonly details: DetailsOf<Code> } =>
  error instanceof Refusal && error.code === code;
