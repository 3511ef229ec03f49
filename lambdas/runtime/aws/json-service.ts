import { Agent as PlainAgent, request as requestPlainly } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { signedHeaders, type Credentials } from './signature.ts';

/** What an AWS service refused, by the name that the SDK gives it. */
export class AwsServiceError extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: { readonly httpStatusCode: number };
  /** As it came. */
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(name: string, status: number, answer: Readonly<Record<string, unknown>>) {
    const { message, Message } = answer;
    super(typeof message === 'string' ? message : typeof Message === 'string' ? Message : name);
    this.name = name;
    this.$fault = status < 500 ? 'client' : 'server';
    this.$metadata = { httpStatusCode: status };
    this.answer = answer;
  }
}

export interface JsonService {
  /** `dynamodb` */
  readonly service: string;
  /** Before the operation's name in `x-amz-target`. */
  readonly targetPrefix: string;
  readonly contentType: string;
  /** The environment variable with an endpoint that is not AWS's own. */
  readonly endpointVariable: string;
  readonly attempts: number;
  readonly refusal: (name: string, status: number, answer: Readonly<Record<string, unknown>>) => Error;
}

export type JsonCall = (operation: string, body: string) => Promise<Record<string, unknown>>;

interface Response {
  readonly status: number;
  readonly text: string;
}

/** Connections stay open between calls, as many as calls go on at once. */
const agents = {
  'http:': new PlainAgent({ keepAlive: true }),
  'https:': new Agent({ keepAlive: true, maxCachedSessions: 100 }),
};
/** A call of milliseconds that takes so long is lost. */
const longest = 10_000;

const exchange = (url: URL, headers: Record<string, string>, body: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    const isPlain = url.protocol === 'http:';
    const options = { method: 'POST', agent: agents[isPlain ? 'http:' : 'https:'], headers, timeout: longest };
    const sent = (isPlain ? requestPlainly : request)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${longest} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });

const parsed = (text: string): Record<string, unknown> => {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
};

const nameOf = ({ __type: type }: Record<string, unknown>): string =>
  typeof type === 'string' ? (type.split('#').at(-1) ?? type) : 'UnknownError';

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html */
const passing: ReadonlySet<string> = new Set([
  ...['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException'],
  ...['TransactionInProgressException', 'InternalServerError', 'KMSInternalException', 'DependencyTimeoutException'],
]);

const isPassing = (name: string, status: number): boolean => passing.has(name) || status >= 500 || status === 429;

/** Full jitter, from 50 ms on. */
const pauseBefore = (attempt: number): number => Math.random() * Math.min(20_000, 50 * 2 ** (attempt - 1));

/** The role's, which stand in the environment as long as it lives. */
let credentials: Credentials | undefined;

const readCredentials = (): Credentials => ({
  accessKeyId: required('AWS_ACCESS_KEY_ID'),
  secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env['AWS_SESSION_TOKEN'],
});

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
};

/** Calls a service of AWS that speaks JSON; what is throttled or lost is sent again. */
export const jsonService = (options: JsonService): JsonCall => {
  const { service, contentType, attempts } = options;
  const region = required('AWS_REGION');
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const own = process.env[options.endpointVariable] ?? process.env['AWS_ENDPOINT_URL'];
  const url = new URL(own ?? `https://${service}.${region}.${domain}`);
  const attempt = async (operation: string, body: string): Promise<Record<string, unknown>> => {
    const target = `${options.targetPrefix}.${operation}`;
    credentials ??= readCredentials();
    const signed = signedHeaders(
      { host: url.host, region, service, target, contentType, body },
      credentials,
      Date.now(),
    );
    const length = String(Buffer.byteLength(body));
    const { status, text } = await exchange(url, { ...signed, 'content-length': length }, body);
    if (status === 200) return parsed(text);
    const answer = parsed(text.startsWith('{') ? text : '');
    throw options.refusal(nameOf(answer), status, answer);
  };
  return async (operation, body) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(operation, body);
      } catch (error) {
        const isFinal = error instanceof AwsServiceError && !isPassing(error.name, error.$metadata.httpStatusCode);
        if (isFinal || tried === attempts) throw error;
        await wait(pauseBefore(tried));
      }
    }
  };
};
