import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { Authorization } from './authorization.ts';
import { errorAnswer } from './aws-errors.ts';
import { AwsError, type AwsAnswer, type AwsRequest, type AwsService, type ServiceName } from './aws-service.ts';
import type { CallRecorder } from './call-log.ts';
import type { FaultEffect, FaultSource } from './faults.ts';
import { readRequest } from './gateway-request.ts';
import type { Access } from './iam/policy.ts';
import { listingAccess, requiredAccess } from './iam/required-access.ts';
import { parseJsonObject, text } from './json-object.ts';
import type { Meter } from './meter.ts';
import type { Units } from './metering.ts';
import type { TableSchemas } from './table-schema.ts';

export interface Gateway {
  readonly port: number;
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly port: number;
  readonly services: Readonly<Record<ServiceName, AwsService>>;
  readonly schemas: TableSchemas;
  readonly authorization: Authorization;
  readonly calls: CallRecorder;
  readonly faults: FaultSource;
  readonly meter: Meter;
  readonly log: (line: string) => void;
}

interface Outcome {
  /** undefined: the connection is closed without an answer. */
  readonly answer: AwsAnswer | undefined;
  readonly units?: Units;
}

/** The only way to every service. It chooses the service, checks the caller's permission and records the call. */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const signed = await readRequest(incoming);
    if (signed === undefined) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(
        JSON.stringify({
          __type: 'UnknownServiceException',
          message: 'The local cloud does not offer this service, or the request names none',
        }),
      );
      return;
    }
    const { request, accessKeyId } = signed;
    const required = requiredAccess(request, options.schemas);
    const { answer, units } = await outcome(options, request, accessKeyId, required);
    const delivered = answer === undefined ? cut(incoming) : deliver(answer, response);
    options.calls.record({
      service: request.service,
      operation: request.operation,
      actions: unique(required ?? [], 'action'),
      resources: unique(required ?? [], 'resource'),
      accessKeyId,
      status: delivered ? (answer?.status ?? 0) : 0,
      error: answer === undefined ? undefined : errorCode(answer),
      startedAt,
      milliseconds: performance.now() - startedAt,
      requestBytes: request.body.length,
      answerBytes: answer === undefined ? 0 : Buffer.byteLength(answer.body),
      units,
    });
  };
  return startLoopbackServer({ port: options.port, handle, log: options.log });
};

const outcome = async (
  options: GatewayOptions,
  request: AwsRequest,
  accessKeyId: string,
  required: readonly Access[] | undefined,
): Promise<Outcome> => {
  try {
    options.authorization.check(request, accessKeyId, required);
    const effect = options.faults.take(request, accessKeyId);
    if (effect?.kind === 'cut') return { answer: undefined };
    if (effect?.kind === 'error') return { answer: injected(request.service, effect) };
    if (effect?.kind === 'delay') await setTimeout(effect.milliseconds);
    const performed = await perform(options, request);
    return effect?.kind === 'lose-answer' ? { ...performed, answer: undefined } : performed;
  } catch (error) {
    if (error instanceof AwsError) {
      return { answer: errorAnswer(request.service, shownError(options, request, accessKeyId, error)) };
    }
    options.log(
      `${request.service}:${request.operation} failed: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`,
    );
    return {
      answer: errorAnswer(request.service, new AwsError('InternalFailure', 'The local cloud failed; see its log', 500)),
    };
  }
};

/** Who may not list a bucket is not told that an object is missing: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
const shownError = (
  { authorization }: GatewayOptions,
  request: AwsRequest,
  accessKeyId: string,
  error: AwsError,
): AwsError =>
  request.operation === 'GetObject' &&
  error.code === 'NoSuchKey' &&
  !authorization.allows(accessKeyId, listingAccess(request))
    ? new AwsError('AccessDenied', 'Access Denied', 403)
    : error;

const perform = async (options: GatewayOptions, request: AwsRequest): Promise<Outcome> => {
  const service = options.services[request.service];
  if (request.service !== 'dynamodb' || !options.calls.metering) return { answer: await service(request) };
  return options.meter(request, () => service(request));
};

const injected = (service: ServiceName, effect: FaultEffect & { kind: 'error' }): AwsAnswer => {
  const { code, message = 'This fault was injected', status, fields } = effect;
  const answer = errorAnswer(service, new AwsError(code, message, status));
  if (fields === undefined) return answer;
  return { ...answer, body: JSON.stringify({ ...parseJsonObject(answer.body.toString()), ...fields }) };
};

const cut = (incoming: IncomingMessage): false => {
  incoming.socket.destroy();
  return false;
};

const deliver = (answer: AwsAnswer, response: ServerResponse): boolean => {
  if (response.destroyed) {
    answer.undelivered?.();
    return false;
  }
  response.writeHead(answer.status, {
    'x-amzn-requestid': randomUUID(),
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.body),
  });
  response.end(answer.body);
  return true;
};

const errorCode = (answer: AwsAnswer): string | undefined => {
  if (answer.status < 400) return undefined;
  const body = answer.body.toString();
  const type =
    /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ??
    text(parseJsonObject(body) ?? {}, '__type') ??
    answer.headers['x-amzn-errortype'];
  return type?.split('#').at(-1);
};

const unique = (required: readonly Access[], field: 'action' | 'resource'): readonly string[] =>
  required.length === 1 && required[0] !== undefined
    ? [required[0][field]]
    : [...new Set(required.map((access) => access[field]))];
