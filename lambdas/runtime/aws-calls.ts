import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { StandardRetryStrategy } from '#retry';

/**
 * How every client calls DynamoDB and KMS, whether it is the AWS SDK's or the one in lambdas/runtime/aws that the
 * bundles have in its place: docs/adr/0017-calling-aws.md.
 */

type Token = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[0];
type Failure = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];

const attempts = 4;
/** The SDK's base of a pause before a call of DynamoDB is repeated. */
const transientBase = 25;
/**
 * The SDK's base for throttled calls is 1,000 ms, so that three pauses take up to 7 s while a partner waits. A caller
 * is told to come again after a second instead, and a queue delivers the work again.
 */
const throttledBase = 50;

/** Full jitter. */
export class Backoff {
  #base = transientBase;

  setDelayBase(base: number): void {
    this.#base = Math.min(base, throttledBase);
  }

  computeNextBackoffDelay(retries: number): number {
    return Math.floor(Math.random() * this.#base * 2 ** retries);
  }
}

/** The SDK's default number. */
const sockets = { keepAlive: true, maxSockets: 50 } as const;
const agents = {
  httpAgent: new PlainAgent(sockets),
  httpsAgent: new Agent({ ...sockets, maxCachedSessions: 100 }),
};

/**
 * A connection died: those beside it, which were idle as long, are likely to be dead as well, after the environment was
 * frozen for instance. Each of them would cost another attempt.
 */
const closeIdle = (): void => {
  for (const { freeSockets } of Object.values(agents)) {
    for (const socket of Object.values(freeSockets).flatMap((idle) => idle ?? [])) socket.destroy();
  }
};

const hasNoAnswer = ({ error }: Failure): boolean => error?.$metadata?.httpStatusCode === undefined;

/**
 * The item is in another caller's transaction for some milliseconds. The SDK gives up at once.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
const isConflict = ({ error }: Failure): boolean => error?.name === 'TransactionConflictException';

/** The SDK's standard strategy with its quota. */
class CallRetries extends StandardRetryStrategy {
  constructor() {
    super({ maxAttempts: attempts, baseDelay: transientBase, backoff: new Backoff() });
  }

  override refreshRetryTokenForRetry(
    token: Token,
    failure: Failure,
  ): ReturnType<StandardRetryStrategy['refreshRetryTokenForRetry']> {
    if (hasNoAnswer(failure)) closeIdle();
    return super.refreshRetryTokenForRetry(
      token,
      isConflict(failure) ? { ...failure, errorType: 'THROTTLING' } : failure,
    );
  }
}

export interface CallSettings {
  readonly retryStrategy: StandardRetryStrategy;
  /** For the SDK's NodeHttpHandler. */
  readonly requestHandler: typeof agents & {
    readonly connectionTimeout: number;
    readonly requestTimeout: number;
    readonly throwOnRequestTimeout: true;
  };
}

/** Calls take milliseconds. Four attempts that are lost end before the dispatcher does. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true } as const;

/** What a client of DynamoDB or KMS is opened with. Connections are shared; the quota of retries is the client's own. */
export const callSettings = (): CallSettings => ({
  retryStrategy: new CallRetries(),
  requestHandler: { ...agents, ...timeouts },
});
