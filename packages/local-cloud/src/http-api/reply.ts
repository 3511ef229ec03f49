import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isObject, type Json, type JsonObject } from '../template.ts';

export interface Reply {
  readonly status: number;
  /** Lower-cased names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

export const errorReply = (status: number, message: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-troubleshooting-lambda.html
export const internalServerError = errorReply(500, 'Internal Server Error');
export const serviceUnavailable = errorReply(503, 'Service Unavailable');

const inferred = (body: unknown): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

const isSendable = (name: string, content: string): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, content);
    return true;
  } catch {
    return false;
  }
};

const readHeaders = (value: Json | undefined): Record<string, string> | undefined => {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, content] of Object.entries(value)) {
    if (content === null || typeof content === 'object') return undefined;
    if (!isSendable(name, String(content))) return undefined;
    headers[name.toLowerCase()] = String(content);
  }
  return headers;
};

const readStatus = (value: Json | undefined): number | undefined =>
  (typeof value === 'number' || typeof value === 'string') && /^[2-5]\d\d$/.test(String(value))
    ? Number(value)
    : undefined;

const readCookies = (value: Json | undefined): string[] | undefined => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every((cookie) => typeof cookie === 'string') ? value : undefined;
};

const explicit = (response: JsonObject): Reply => {
  const status = readStatus(response['statusCode']);
  const headers = readHeaders(response['headers']);
  const cookies = readCookies(response['cookies']);
  const body = response['body'] ?? '';
  if (status === undefined || headers === undefined || cookies === undefined || typeof body !== 'string') {
    return internalServerError;
  }
  return {
    status,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...headers,
      ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, response['isBase64Encoded'] === true ? 'base64' : 'utf8'),
  };
};

/**
 * The API's response for a function's answer in payload format 2.0.
 * @param payload JSON
 */
export const readReply = (payload: string): Reply => {
  const response: unknown = JSON.parse(payload);
  return isObject(response) && 'statusCode' in response ? explicit(response) : inferred(response);
};
