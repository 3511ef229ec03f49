import type { StoredResponse } from './stored-response.ts';
import type { Milliseconds } from './time.ts';

/** The HTTP status of every error code that the API or its firewall returns. */
export const statusOfCode = {
  validation_failed: 400,
  invalid_json: 400,
  unknown_route: 400,
  route_mismatch: 400,
  conflicting_selectors: 400,
  waba_scope_required: 400,
  unauthenticated: 401,
  forbidden_scope: 403,
  forbidden_role: 403,
  partner_scope_mismatch: 403,
  delivery_report_forbidden: 403,
  invitation_pending: 403,
  request_blocked: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  stale_update: 409,
  invalid_state: 409,
  customer_merged: 409,
  instance_key_taken: 409,
  slot_limit_reached: 409,
  remote_removal_failed: 409,
  webhook_validation_failed: 409,
  platform_error: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  platform_rate_limited: 429,
  internal_error: 500,
  temporarily_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOfCode;
export type ErrorStatus = (typeof statusOfCode)[ErrorCode];

/** 409 responses that a retry may resolve. They are not stored under an idempotency key. */
const curable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'idempotency_in_progress',
  'remote_removal_failed',
  'webhook_validation_failed',
  'platform_error',
]);

export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: unknown };
}

/** A broken rule: its path (`a.b[2]`), its name, and a message that names both. */
export interface Problem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** An error response. `message` names the field and the rule and contains no personal data. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { details?: unknown; retryAfter?: number } = {}) {
    super(message);
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  get status(): ErrorStatus {
    return statusOfCode[this.code];
  }

  /** Whether the response is stored under the idempotency key. */
  get isFinal(): boolean {
    return (
      (this.status === 404 || this.status === 409) && !curable.has(this.code) && this.code !== 'idempotency_key_reused'
    );
  }

  get body(): ErrorBody {
    const error = { code: this.code, message: this.message };
    return { error: this.details === undefined ? error : { ...error, details: this.details } };
  }
}

export const validationFailed = (problems: readonly [Problem, ...Problem[]]): ServiceError =>
  new ServiceError('validation_failed', problems.map((problem) => problem.message).join('; '), { details: problems });

export const invalid = (path: string, rule: string, message: string): ServiceError =>
  validationFailed([{ path, rule, message }]);

export const notFound = (what: string): ServiceError => new ServiceError('not_found', `${what} was not found`);

/** @param state what the record is, such as its status */
export const invalidState = (state: string, message: string, details: object = {}): ServiceError =>
  new ServiceError('invalid_state', message, { details: { ...details, state } });

export const customerMerged = (mergedInto: string): ServiceError =>
  new ServiceError('customer_merged', 'the customer was merged into another one; use that one', {
    details: { merged_into: mergedInto },
  });

export const unauthenticated = (message: string): ServiceError => new ServiceError('unauthenticated', message);

/** @param why what there was too much of, completed by when there may be more */
export const rateLimited = (why: string, wait: Milliseconds): ServiceError => {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  return new ServiceError('rate_limited', `${why}; try again in ${retryAfter} s`, { retryAfter });
};

export const temporarilyUnavailable = (message: string, retryAfter = 1): ServiceError =>
  new ServiceError('temporarily_unavailable', message, { retryAfter });

/** Another commit changed a record first. The caller reads again and decides again. */
export class Contended extends Error {
  override readonly name = 'Contended';

  constructor(message = 'another commit came first') {
    super(message);
  }
}

/** The partner has set another endpoint since the work on the former one began. */
export class EndpointReplaced extends Error {
  override readonly name = 'EndpointReplaced';

  constructor() {
    super('the partner has set another endpoint');
  }
}

/** The lease is lost: another worker took over, or the work has ended. */
export class WorkLost extends Error {
  override readonly name = 'WorkLost';

  constructor() {
    super('the work is no longer held');
  }
}

/** The command was carried out before, with this response. */
export class Replay extends Error {
  override readonly name = 'Replay';
  readonly response: StoredResponse;

  constructor(response: StoredResponse) {
    super('the command was carried out before');
    this.response = response;
  }
}

/** The status of the message was already reported, by the event with this id. */
export class ReportedBefore extends Error {
  override readonly name = 'ReportedBefore';
  readonly eventId: string;

  constructor(eventId: string) {
    super('the status was already reported');
    this.eventId = eventId;
  }
}

/** Why a connection cannot be made, beside what the platform refuses with. */
export type ConnectFailureCode =
  | 'waba_not_shared'
  | 'number_missing'
  | 'number_taken'
  | 'number_not_verified'
  | 'reconnect_mismatch'
  /** The end customer did not choose a number in time. */
  | 'choice_missing'
  | 'pin_missing'
  | 'pin_wrong'
  | 'pin_locked'
  | 'registration_limit'
  | 'webhook_endpoint_missing'
  | 'endpoint_unreachable'
  | 'account_restricted';

/** Ends a connect session: a repetition would fail the same way. The message is for the partner and holds no personal data. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly code: ConnectFailureCode;

  constructor(code: ConnectFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The time of a worker's invocation ended. The next worker does the rest. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';

  constructor() {
    super('the time of the invocation ended');
  }
}
