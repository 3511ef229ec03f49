import { account } from '../services/names.ts';
import { requestTime, type ApiIdentity, type ApiRequest } from './event.ts';
import type { Reply } from './reply.ts';

export interface Exchange {
  readonly request: ApiRequest;
  readonly routeKey: string | undefined;
  readonly reply: Reply;
  readonly integrationRequestId: string | undefined;
  readonly authorizerError: string | undefined;
  readonly milliseconds: number;
}

/** The local format for a stage without `AccessLogSettings`. */
export const defaultFormat =
  '$context.requestTime $context.requestId $context.httpMethod $context.path $context.status $context.responseLatency ms';

/**
 * A line in the format of the stage's `AccessLogSettings`. Unknown variables are `-`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const accessLogLine = (format: string, identity: ApiIdentity, exchange: Exchange): string => {
  const { request, reply } = exchange;
  const milliseconds = String(Math.round(exchange.milliseconds));
  const variables = new Map<string, string | undefined>([
    ['accountId', account],
    ['apiId', identity.apiId],
    ['authorizer.error', exchange.authorizerError],
    ['domainName', identity.domainName],
    ['domainPrefix', identity.apiId],
    ['httpMethod', request.method],
    ['identity.sourceIp', request.sourceIp],
    ['identity.userAgent', request.headers['user-agent']],
    ['integration.latency', milliseconds],
    ['integration.requestId', exchange.integrationRequestId],
    ['integrationLatency', milliseconds],
    ['integrationStatus', exchange.integrationRequestId === undefined ? undefined : '200'],
    ['path', request.path],
    ['protocol', request.protocol],
    ['requestId', request.requestId],
    ['requestTime', requestTime(request.receivedAt)],
    ['requestTimeEpoch', String(request.receivedAt)],
    ['responseLatency', milliseconds],
    ['responseLength', String(reply.body.length)],
    ['routeKey', exchange.routeKey],
    ['stage', '$default'],
    ['status', String(reply.status)],
  ]);
  return format.replaceAll(/\$context\.([A-Za-z0-9.]+)/g, (_, name: string) => {
    const value = variables.get(name) ?? '-';
    return format.trimStart().startsWith('{') ? JSON.stringify(value).slice(1, -1) : value;
  });
};
