import { statusOfCode, type ErrorCode } from '../../lambdas/domain/errors.ts';
import type { Method } from '../../lambdas/api/request.ts';
import { errorMeanings } from './errors.ts';
import { headerRefs } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import { pascalCase, schemaRef } from './names.ts';

type ErrorStatus = (typeof statusOfCode)[ErrorCode];

const codes = Object.keys(statusOfCode).filter((name): name is ErrorCode => name in statusOfCode);

const codesOf = (status: ErrorStatus): readonly ErrorCode[] => codes.filter((code) => statusOfCode[code] === status);

/** 405 is answered only to other methods, so no operation has it. */
const names: readonly (readonly [ErrorStatus, string])[] = [
  [400, 'BadRequest'],
  [401, 'Unauthenticated'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [409, 'Conflict'],
  [413, 'PayloadTooLarge'],
  [415, 'UnsupportedMediaType'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'TemporarilyUnavailable'],
];

const schemaName = (code: ErrorCode): string => `${pascalCase(code.replaceAll('_', '-'))}Error`;

const schemaOf = (code: ErrorCode): JsonSchema => {
  const { when, remedy, details } = errorMeanings[code];
  return {
    type: 'object',
    description: `${when} ${remedy}`,
    properties: {
      code: { type: 'string', const: code },
      message: { type: 'string', description: 'The message for people, which names the field and the rule.' },
      ...(details === undefined ? {} : { details: details.schema }),
    },
    required: ['code', 'message'],
  };
};

export const errorSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    codes.filter((code) => code !== 'method_not_allowed').map((code) => [schemaName(code), schemaOf(code)]),
  );

const exampleOf = (code: ErrorCode): unknown => {
  const { message, details } = errorMeanings[code];
  return { error: { code, message, ...(details === undefined ? {} : { details: details.example }) } };
};

const headersOf = (status: ErrorStatus): readonly string[] => {
  const rate = status === 401 ? [] : ['RateLimit-Policy', 'RateLimit'];
  const own = {
    401: ['WWW-Authenticate'],
    404: ['Idempotent-Replayed'],
    409: ['Idempotent-Replayed', 'Retry-After'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  };
  return ['x-request-id', ...rate, ...(Object.entries(own).find(([name]) => name === String(status))?.[1] ?? [])];
};

const responseOf = (status: ErrorStatus): object => {
  const its = codesOf(status);
  const mapping = Object.fromEntries(its.map((code) => [code, schemaRef(schemaName(code)).$ref]));
  const [first, ...more] = its.map((code) => schemaRef(schemaName(code)));
  return {
    description: its.map((code) => `\`${code}\`: ${errorMeanings[code].when}`).join('\n\n'),
    headers: headerRefs(headersOf(status)),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            error:
              more.length === 0 ? first : { oneOf: [first, ...more], discriminator: { propertyName: 'code', mapping } },
          },
          required: ['error'],
        },
        examples: Object.fromEntries(its.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
};

export const errorResponses = (): Readonly<Record<string, object>> =>
  Object.fromEntries(names.map(([status, name]) => [name, responseOf(status)]));

const ofCommands: ReadonlySet<ErrorStatus> = new Set([409, 415]);

/** The refusals of a method, by status. */
export const errorRefs = (method: Method): Readonly<Record<string, { $ref: string }>> =>
  Object.fromEntries(
    names
      .filter(([status]) => method !== 'GET' || !ofCommands.has(status))
      .map(([status, name]) => [String(status), { $ref: `#/components/responses/${name}` }]),
  );
