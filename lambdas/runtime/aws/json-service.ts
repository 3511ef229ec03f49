import { isServerError, isThrottlingError, isTransientError } from '#retry';
import { SignatureV4 } from '@smithy/signature-v4';
import type { CallSettings } from '../aws-calls.ts';
import { Sha256 } from './sha256.ts';
import { post, type Incoming } from './transport.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Metadata {
  readonly httpStatusCode: number;
  readonly requestId: string | undefined;
}

/** What an AWS service refused, by the name that the SDK gives it. */
export class AwsServiceError extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: Metadata;
  /** As it came. */
  readonly answer: Fields;

  constructor(name: string, $metadata: Metadata, answer: Fields) {
    const { message, Message } = answer;
    super(typeof message === 'string' ? message : typeof Message === 'string' ? Message : 'UnknownError');
    this.name = name;
    this.$fault = $metadata.httpStatusCode < 500 ? 'client' : 'server';
    this.$metadata = $metadata;
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
  readonly settings: CallSettings;
  /** The classes of errors that the sources tell apart, by their names. */
  readonly refusals: Readonly<Record<string, typeof AwsServiceError>>;
}

export interface CallOptions {
  readonly abortSignal?: AbortSignal;
}

export type JsonCall = (operation: string, body: string, options?: CallOptions) => Promise<Fields>;

const parsed = (text: string): Fields => {
  if (!text.startsWith('{')) return {};
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
};

const nameOf = ({ __type: type }: Fields): string =>
  typeof type === 'string' ? (type.split('#').at(-1) ?? type) : 'Unknown';

/** @throws what the service refused */
const answerOf = ({ status, requestId, text }: Incoming, refusals: JsonService['refusals']): Fields => {
  const answer = parsed(text);
  if (status === 200) return answer;
  const name = nameOf(answer);
  throw new (refusals[name] ?? AwsServiceError)(name, { httpStatusCode: status, requestId }, answer);
};

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/** As the SDK's middleware tells them apart. */
const failureOf = (error: SdkError) => {
  const errorType = isThrottlingError(error)
    ? 'THROTTLING'
    : isTransientError(error)
      ? 'TRANSIENT'
      : isServerError(error)
        ? 'SERVER_ERROR'
        : 'CLIENT_ERROR';
  return { error, errorType } as const;
};

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
};

/** The role's, which stand in the environment as long as it lives. */
let credentials: ReturnType<typeof readCredentials> | undefined;

const readCredentials = () => {
  const sessionToken = process.env['AWS_SESSION_TOKEN'];
  return {
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken !== undefined && { sessionToken }),
  };
};

const endpointOf = (service: string, endpointVariable: string, region: string): URL => {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const own = process.env[endpointVariable] ?? process.env['AWS_ENDPOINT_URL'];
  return new URL(own ?? `https://${service}.${region}.${domain}`);
};

/** Calls a service of AWS that speaks JSON, and repeats as the retry strategy says. */
export const jsonService = (it: JsonService): JsonCall => {
  const { service, targetPrefix, contentType, settings, refusals } = it;
  const { retryStrategy, requestHandler } = settings;
  const region = required('AWS_REGION');
  const url = endpointOf(service, it.endpointVariable, region);
  const signer = new SignatureV4({
    ...{ service, region, sha256: Sha256, applyChecksum: false },
    // Read when they are needed: a bundle is also loaded where there are none.
    credentials: () => Promise.resolve((credentials ??= readCredentials())),
  });

  const attempt = async (operation: string, body: string, signal: AbortSignal | undefined): Promise<Fields> => {
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: '/',
      headers: { host: url.host, 'content-type': contentType, 'x-amz-target': `${targetPrefix}.${operation}` },
      body,
    });
    const length = String(Buffer.byteLength(body));
    return answerOf(
      await post({ url, headers: { ...headers, 'content-length': length }, body }, requestHandler, signal),
      refusals,
    );
  };

  return async (operation, body, { abortSignal } = {}) => {
    let token = await retryStrategy.acquireInitialRetryToken('');
    for (;;) {
      try {
        const answer = await attempt(operation, body, abortSignal);
        retryStrategy.recordSuccess(token);
        return answer;
      } catch (error) {
        if (!isSdkError(error)) throw error;
        // Refused when the error is final, the attempts are used up, or the quota is.
        const next = await retryStrategy.refreshRetryTokenForRetry(token, failureOf(error)).catch(() => null);
        abortSignal?.throwIfAborted();
        if (next === null) throw error;
        token = next;
      }
    }
  };
};
