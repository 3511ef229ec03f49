import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { Sha256 } from '@smithy/core/checksum';
import { StandardRetryStrategy } from '@smithy/core/retry';
import { SignatureV4 } from '@smithy/signature-v4';
import { callsWithin } from '../kernel/calls-within.ts';
import { awsMetadataOf } from './aws-metadata.ts';
import { systemClock } from './clock.ts';
import { invocationEnd } from './invocation-end.ts';
import { spend } from './spent.ts';

/** The settings of every client of the AWS SDK: docs/adr/0017-calling-aws.md. */

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

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
};

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The role's credentials, which an environment keeps for its lifetime. A bundle is also loaded without them. */
const credentials = (): Promise<Credentials> => {
  const sessionToken = process.env['AWS_SESSION_TOKEN'];
  return Promise.resolve({
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken !== undefined && { sessionToken }),
  });
};

/** https://docs.aws.amazon.com/general/latest/gr/rande.html */
type Service = 'codedeploy' | 'cognito-idp' | 'dynamodb' | 'kms' | 'lambda' | 's3' | 'secretsmanager' | 'ses' | 'sqs';

const endpointOf = (service: Service, region: string): string => {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  // https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
  return process.env['AWS_ENDPOINT_URL'] ?? `https://${service === 'ses' ? 'email' : service}.${region}.${domain}`;
};

/** Calls take milliseconds. Four lost attempts end before the dispatcher's timeout. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true } as const;

/** What is given here is not looked up in the environment and in files. */
interface CallSettings {
  readonly region: string;
  readonly endpoint: string;
  /** Read by lib/trimmed/endpoints.mjs. */
  readonly fixedEndpoint?: { readonly url: URL; readonly properties: object; readonly headers: object };
  /** Without one, the SDK makes one for each call. */
  readonly signer?: SignatureV4;
  readonly credentials: () => Promise<Credentials>;
  readonly retryStrategy: StandardRetryStrategy;
  readonly maxAttempts: number;
  /** For the SDK's NodeHttpHandler. */
  readonly requestHandler: typeof agents & typeof timeouts;
  readonly accountIdEndpointMode: 'disabled';
  readonly authSchemePreference: string[];
  readonly disableClockSkewCorrection: boolean;
  readonly useDualstackEndpoint: boolean;
  readonly useFipsEndpoint: boolean;
  readonly userAgentAppId: string;
}

/** What a client would find out for each call. S3 does: its endpoints have the names of buckets, and its signer the algorithm of one. */
const settledOnce = (service: Service, region: string, endpoint: string) =>
  service === 's3'
    ? {}
    : {
        fixedEndpoint: { url: new URL(endpoint), properties: {}, headers: {} },
        signer: new SignatureV4({ service, region, credentials, sha256: Sha256 }),
      };

/** The settings of a new client. Clients share connections; each has its own retry quota. */
const callSettings = (service: Service, region: string): CallSettings => {
  const endpoint = endpointOf(service, region);
  return {
    region,
    endpoint,
    ...settledOnce(service, region, endpoint),
    credentials,
    retryStrategy: new CallRetries(),
    maxAttempts: attempts,
    requestHandler: { ...agents, ...timeouts },
    accountIdEndpointMode: 'disabled',
    authSchemePreference: [],
    disableClockSkewCorrection: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: '',
  };
};

interface SignedPost {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A call of a service of which one operation is used, so that a client is not worth its bytes. @throws Error with the status of a refusal */
export const signedPost = async (
  service: 'codedeploy' | 'lambda',
  { path, headers, body }: SignedPost,
): Promise<Response> => {
  const region = required('AWS_REGION');
  const { protocol, host, hostname, origin } = new URL(endpointOf(service, region));
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const request = { method: 'POST', protocol, hostname, path, headers: { ...headers, host }, body };
  const { headers: signed } = await signer.sign(request);
  const signal = AbortSignal.timeout(60_000);
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers: signed, body, signal });
  if (!response.ok) throw new Error(`${service} answered ${response.status}`);
  return response;
};

/** Makes a call of AWS. */
type Handler<Call, Answer> = (call: Call) => Promise<{ readonly response: unknown; readonly output: Answer }>;

/** https://github.com/aws/aws-sdk-js-v3/blob/main/packages/types/src/middleware.ts */
interface CommandContext {
  readonly commandName?: string;
}

/** Counts what the calls of a service take. */
const counted =
  (service: Service) =>
  <Call, Answer>(next: Handler<Call, Answer>, { commandName = '' }: CommandContext): Handler<Call, Answer> =>
  async (call) => {
    const operation = commandName.replace(/Command$/, '');
    const start = systemClock();
    const count = (ended: unknown): void => {
      spend({ service, operation, ms: systemClock() - start, attempts: awsMetadataOf(ended)?.attempts });
    };
    try {
      const answer = await next(call);
      count(answer.output);
      return answer;
    } catch (error) {
      count(error);
      throw error;
    }
  };

interface AwsClient {
  readonly middlewareStack: {
    readonly add: (
      middleware: ReturnType<typeof counted>,
      options: { readonly step: 'initialize'; readonly name: string },
    ) => void;
  };
}

/**
 * Opens a client of AWS, whose calls end with their invocation. A client of the SDK without these settings waits for ever for a server that
 * does not answer.
 * https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/node-configuring-timeouts.html
 * @param region the function's own by default
 */
export const openClient = <Client extends AwsClient>(
  of: new (settings: CallSettings) => Client,
  service: Service,
  region = required('AWS_REGION'),
): Client => {
  const client = new of(callSettings(service, region));
  client.middlewareStack.add(counted(service), { step: 'initialize', name: 'counted' });
  return callsWithin(client, invocationEnd);
};
