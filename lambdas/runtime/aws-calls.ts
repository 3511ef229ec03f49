import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { StandardRetryStrategy } from '#retry';
import { callsWithin } from '../kernel/calls-within.ts';
import { invocationEnd } from './invocation-end.ts';

/** The settings of every client, of the AWS SDK or of lambdas/runtime/aws: docs/adr/0017-calling-aws.md. */

type Token = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[0];
type Failure = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];

const attempts = 4;
/** The SDK's base delay of DynamoDB retries. */
const transientBase = 25;
/**
 * The SDK's base delay of throttled calls is 1,000 ms: three delays would take up to 7 s. The API answers with a
 * retry-after of a second instead, and a queue redelivers the hint.
 */
const throttledBase = 50;

/** Full jitter. */
export class Backoff {
  readonly #random: () => number;
  #base = transientBase;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  setDelayBase(base: number): void {
    this.#base = Math.min(base, throttledBase);
  }

  computeNextBackoffDelay(retries: number): number {
    return Math.floor(this.#random() * this.#base * 2 ** retries);
  }
}

/** The SDK's default. */
const sockets = { keepAlive: true, maxSockets: 50 } as const;
const agents = {
  httpAgent: new PlainAgent(sockets),
  httpsAgent: new Agent({ ...sockets, maxCachedSessions: 100 }),
};

/** After a frozen environment all idle connections are likely to be closed. Each would cost another attempt. */
const closeIdle = (): void => {
  for (const { freeSockets } of Object.values(agents)) {
    for (const socket of Object.values(freeSockets).flatMap((idle) => idle ?? [])) socket.destroy();
  }
};

const hasNoAnswer = ({ error }: Failure): boolean => error?.$metadata?.httpStatusCode === undefined;

/**
 * Another transaction holds the item for some milliseconds. The SDK does not retry this error.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
const isConflict = ({ error }: Failure): boolean => error?.name === 'TransactionConflictException';

/** The SDK's standard strategy with its retry quota. */
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

/** Calls take milliseconds. Four lost attempts end before the dispatcher's timeout. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true } as const;

/** The settings of a new client. Clients share connections; each has its own retry quota. */
const callSettings = (): CallSettings => ({
  retryStrategy: new CallRetries(),
  requestHandler: { ...agents, ...timeouts },
});

/**
 * Opens a client of AWS, whose calls end with their invocation. A client of the SDK without these settings waits for ever for a server that
 * does not answer.
 * https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/node-configuring-timeouts.html
 */
export const openClient = <Client extends object>(of: new (settings: CallSettings) => Client): Client =>
  callsWithin(new of(callSettings()), invocationEnd);
