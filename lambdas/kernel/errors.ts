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

/** A limit of which nothing is left: its name, and how many calls it allows within how long. */
export interface UsedUpLimit {
  readonly name: string;
  readonly quota: number;
  readonly window: Milliseconds;
}

/** The most problems that an error lists. */
export const mostProblems = 50;
/** The most bytes of an error as JSON. */
export const mostErrorBytes = 64 * 1024;
/** Of a message that would make an error larger. */
const mostOfMessage = 4_096;

/** The longest path of a problem in UTF-16 units. A call may name its fields at any length. */
const longestPath = 100;

/** A path, or the beginning of one that is too long. */
export const shownPath = (path: string): string =>
  path.length <= longestPath ? path : `${path.slice(0, longestPath).toWellFormed()}…`;

interface Circumstances {
  readonly details?: unknown;
  readonly retryAfter?: number;
  readonly limit?: UsedUpLimit;
}

/** An error response. `message` names the field and the rule and contains no personal data. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** The limit that refused the call, where it is another than that of the call's class. */
  readonly limit: UsedUpLimit | undefined;

  constructor(code: Exclude<ErrorCode, 'invalid_state'>, message: string, options?: Circumstances);
  constructor(code: 'invalid_state', message: string, options: { readonly details: { readonly state: string } });
  constructor(code: ErrorCode, message: string, options: Circumstances = {}) {
    super(message);
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.limit = options.limit;
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

  /** Details that would make it too large are left out: an error must fit into any answer, whatever it is about. */
  get body(): ErrorBody {
    const error = { code: this.code, message: this.message };
    const whole = { error: this.details === undefined ? error : { ...error, details: this.details } };
    if (Buffer.byteLength(JSON.stringify(whole)) <= mostErrorBytes) return whole;
    return { error: { ...error, message: this.message.slice(0, mostOfMessage).toWellFormed() } };
  }
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Leaves room for the message, and for the rest of the error. */
const mostBytesOfProblems = mostErrorBytes - 16 * 1024;

/** The first problems, and how many more there are. @param count of all problems, where only the first are given */
const listed = (problems: readonly Problem[], count: number): readonly Problem[] => {
  let left = mostBytesOfProblems;
  const shown = problems.slice(0, mostProblems).filter((problem) => (left -= sizeOf(problem)) >= 0);
  const more = count - shown.length;
  if (more === 0) return shown;
  return [...shown, { path: '', rule: 'more', message: `there are ${more} more problems` }];
};

const inMessage = 3;

/** What an answer says of an entry that is refused. An error has a stack too, which takes most of the time of such an entry. */
export interface Refusal {
  readonly code: 'validation_failed';
  readonly message: string;
  readonly details: readonly Problem[];
}

/** @param count of all problems, where only the first are given */
export const refusalOf = (problems: readonly [Problem, ...Problem[]], count: number = problems.length): Refusal => {
  const details = listed(problems, count);
  const named = details.slice(0, inMessage).map(({ message }) => message);
  const more = count - named.length;
  const message = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return { code: 'validation_failed', message, details };
};

/** The error of a whole call that is refused. */
export const refusedBy = ({ code, message, details }: Refusal): ServiceError =>
  new ServiceError(code, message, { details });

export const validationFailed = (problems: readonly [Problem, ...Problem[]]): ServiceError =>
  refusedBy(refusalOf(problems));

export const invalid = (path: string, rule: string, message: string): ServiceError =>
  validationFailed([{ path, rule, message }]);

export const notFound = (what: string): ServiceError => new ServiceError('not_found', `${what} was not found`);

/** @param state what the record is, such as its status */
export const invalidState = (state: string, message: string, details: object = {}): ServiceError =>
  new ServiceError('invalid_state', message, { details: { ...details, state } });

/** @param mergedInto the customer at the end of the merges */
export const customerMerged = (mergedInto: string): ServiceError =>
  new ServiceError('customer_merged', 'the customer was merged into another one; use that one', {
    details: { merged_into: mergedInto },
  });

export const unauthenticated = (message: string): ServiceError => new ServiceError('unauthenticated', message);

/**
 * @param why what there was too much of, completed by when there may be more
 * @param limit the limit that is used up; left out: that of the call's class
 */
export const rateLimited = (why: string, wait: Milliseconds, limit?: UsedUpLimit): ServiceError => {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  const message = `${why}; try again in ${retryAfter} s`;
  return new ServiceError('rate_limited', message, { retryAfter, ...(limit !== undefined && { limit }) });
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

/** The number of an instance is connected to another one by now. */
export class NumberOfAnother extends Error {
  override readonly name = 'NumberOfAnother';

  constructor() {
    super('the number is connected to another instance');
  }
}

/** A sealed text does not belong to the record that has it. */
export class SealMismatch extends Error {
  override readonly name = 'SealMismatch';

  constructor(purpose: string, cause: unknown) {
    super(`a sealed ${purpose} does not belong to its record`, { cause });
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
  | 'account_restricted'
  | 'too_many_attempts';

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
