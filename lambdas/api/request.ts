import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { checkText, checkValue } from '../domain/checked-value.ts';
import { invalid, ServiceError, shownPath } from '../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../kernel/json-object.ts';
import { hasFewNames } from './names-in-json.ts';

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];
export type CommandMethod = Exclude<Method, 'GET'>;
export const isMethod = (text: string): text is Method => methods.some((method) => method === text);

export type Parameters = JsonObject;

export const maxBodyBytes = 256 * 1024;

/** The most names of one object in a body. No valid value has more: metadata, whose names are free, has 8 KiB. */
export const mostNames = 2_000;

const decode = (text: string, path: string): string => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    throw invalid(path, 'encoding', `${path} must be percent-encoded UTF-8`);
  }
};

/**
 * Parses the raw query, because the event joins duplicate parameters with a comma.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const parseQuery = (raw: string): Readonly<Record<string, string>> => {
  const query = new Map<string, string>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decode(rawName, 'the query');
    checkText(name, 'a name in the query');
    const shown = shownPath(name);
    const value = decode(rest.join('='), shown);
    checkText(value, shown);
    if (query.has(name)) throw invalid(shown, 'duplicate', `${shown} must stand only once in the query`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
};

const invalidJson = (message: string): ServiceError => new ServiceError('invalid_json', message);

type Headers = Readonly<Record<string, string | undefined>>;
type Body = Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>;

const encodingOf = ({ isBase64Encoded }: Body): 'base64' | 'utf8' => (isBase64Encoded ? 'base64' : 'utf8');
const bytesOf = (event: Body): Buffer => Buffer.from(event.body ?? '', encodingOf(event));

const jsonType = /^\s*application\/json\s*(;|$)/i;
const charsets = /;\s*charset\s*=\s*("[^"]*"|[^;\s]*)/gi;
const utf8 = /^"?utf-?8"?$/i;

/** JSON has no other charset: https://www.rfc-editor.org/rfc/rfc8259#section-8.1 @throws ServiceError unsupported_media_type */
const requireJson = (headers: Headers): void => {
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = headers;
  // As nearly every client sends it.
  if (type === 'application/json' && encoding === '') return;
  const unsupported = (message: string): ServiceError => new ServiceError('unsupported_media_type', message);
  if (!jsonType.test(type)) throw unsupported('Content-Type must be application/json');
  if (Array.from(type.matchAll(charsets)).some(([, charset = '']) => !utf8.test(charset)))
    throw unsupported('the charset of Content-Type must be UTF-8');
  if (encoding !== '') throw unsupported('the body must have no Content-Encoding');
};

/** Whether one of the words is somewhere in the body. A search of the bytes takes a small part of the time of a parser. */
export const bodySays = (event: Body, words: readonly string[]): boolean => {
  const text = event.isBase64Encoded ? bytesOf(event).toString('latin1') : (event.body ?? '');
  return words.some((word) => text.includes(word));
};

export const bodySize = (event: Body): number => Buffer.byteLength(event.body ?? '', encodingOf(event));

export const bodyTooLarge = (most: number): ServiceError =>
  new ServiceError('payload_too_large', `the body must have at most ${most} bytes`);

/** The JSON object of the body; null without a body. @throws ServiceError 413, 415, invalid_json, validation_failed */
export const parseBody = (event: Body, headers: Headers, most: number = maxBodyBytes): Parameters | null => {
  if (bodySize(event) > most) throw bodyTooLarge(most);
  const bytes = bytesOf(event);
  if (bytes.length === 0) return null;
  requireJson(headers);
  if (!hasFewNames(bytes, mostNames)) throw invalid('', 'names', `no object may have more than ${mostNames} names`);
  const value = parseJson(bytes);
  if (!isJsonObject(value)) throw invalidJson('the body must be a JSON object');
  checkValue(value, '', 0);
  return value;
};

const decoder = new TextDecoder('utf-8', { fatal: true });

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw invalidJson('the body must be valid JSON in UTF-8');
  }
};
