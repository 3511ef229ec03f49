import { urlToHttpOptions } from 'node:url';
import { isServerError, isThrottlingError, isTransientError } from '#retry';
import { SignatureV4 } from '@smithy/signature-v4';
import { isJsonObject, type JsonObject } from '../../kernel/json-object.ts';
import type { CallSettings } from '../aws-calls.ts';
import { Sha256 } from './sha256.ts';
import { post, type Incoming } from './transport.ts';

interface Metadata {
  readonly httpStatusCode: number;
  readonly requestId: string | undefined;
}

/** An error of an AWS service, named as in the SDK. */
export class AwsServiceError extends Error {
  readonly $fault: 'client' | 'server';
  readonly $metadata: Metadata;
  readonly answer: JsonObject;

  constructor(name: string, $metadata: Metadata, answer: JsonObject) {
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
  /** The prefix of the operation in `x-amz-target`. */
  readonly targetPrefix: string;
  readonly contentType: string;
  /** The environment variable of an endpoint other than AWS's. */
  readonly endpointVariable: string;
  readonly settings: CallSettings;
  /** Classes of errors by name. */
  readonly refusals: Readonly<Record<string, typeof AwsServiceError>>;
}

export class Command {
  readonly input: JsonObject;
  constructor(input: JsonObject) {
    this.input = input;
  }
}

export interface CallOptions {
  readonly abortSignal?: AbortSignal;
}

export type JsonCall = (operation: string, body: string, options?: CallOptions) => Promise<JsonObject>;

const parsed = (text: string): JsonObject => {
  if (!text.startsWith('{')) return {};
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
};

const nameOf = ({ __type: type }: JsonObject): string =>
  typeof type === 'string' ? (type.split('#').at(-1) ?? type) : 'Unknown';

/** @throws AwsServiceError */
const answerOf = ({ status, requestId, text }: Incoming, refusals: JsonService['refusals']): JsonObject => {
  const answer = parsed(text);
  if (status === 200) return answer;
  const name = nameOf(answer);
  throw new (refusals[name] ?? AwsServiceError)(name, { httpStatusCode: status, requestId }, answer);
};

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/** As the SDK's middleware classifies errors. */
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

/** The role's credentials, which an environment keeps for its lifetime. */
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

/** Calls a JSON service of AWS with retries. */
export const jsonService = (it: JsonService): JsonCall => {
  const { service, targetPrefix, contentType, settings, refusals } = it;
  const { retryStrategy, requestHandler } = settings;
  const region = required('AWS_REGION');
  const url = endpointOf(service, it.endpointVariable, region);
  const { protocol, hostname, host } = url;
  const target = urlToHttpOptions(url);
  const signer = new SignatureV4({
    service,
    region,
    sha256: Sha256,
    applyChecksum: false,
    // Read on demand: a bundle is also loaded without credentials.
    credentials: () => Promise.resolve((credentials ??= readCredentials())),
  });

  const attempt = async (operation: string, body: string, signal: AbortSignal | undefined): Promise<JsonObject> => {
    const { headers } = await signer.sign({
      method: 'POST',
      protocol,
      hostname,
      path: '/',
      headers: { host, 'content-type': contentType, 'x-amz-target': `${targetPrefix}.${operation}` },
      body,
    });
    const length = String(Buffer.byteLength(body));
    const sent = { target, headers: { ...headers, 'content-length': length }, body };
    return answerOf(await post(sent, requestHandler, signal), refusals);
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
        abortSignal?.throwIfAborted();
        // Rejected when the error is final, or the attempts or the quota are used up.
        const next = await retryStrategy.refreshRetryTokenForRetry(token, failureOf(error)).catch(() => null);
        abortSignal?.throwIfAborted();
        if (next === null) throw error;
        token = next;
      }
    }
  };
};
