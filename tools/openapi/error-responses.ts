import { statusOfCode, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import { errorMeanings } from './errors.ts';
import { headerRefs } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import { pascalCase, schemaRef } from './names.ts';

type ErrorStatus = (typeof statusOfCode)[ErrorCode];

const codes = Object.keys(statusOfCode).filter((name): name is ErrorCode => name in statusOfCode);

const codesOf = (status: ErrorStatus, among: ReadonlySet<ErrorCode>): readonly ErrorCode[] =>
  codes.filter((code) => statusOfCode[code] === status && among.has(code));

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

const responseOf = (status: ErrorStatus, its: readonly ErrorCode[]): object => {
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

/** The codes of a set by status, under the name of their response. */
const responsesOf = (among: ReadonlySet<ErrorCode>) =>
  names.flatMap(([status, name]) => {
    const its = codesOf(status, among);
    return its.length === 0 ? [] : [{ status, its, name: [name, ...its].join('-') }];
  });

/** The responses that some sets of errors need, each once. */
export const errorResponses = (sets: readonly ReadonlySet<ErrorCode>[]): Readonly<Record<string, object>> =>
  Object.fromEntries(sets.flatMap(responsesOf).map(({ name, status, its }) => [name, responseOf(status, its)]));

/** The refusals of a set, by status. */
export const errorRefs = (among: ReadonlySet<ErrorCode>): Readonly<Record<string, { $ref: string }>> =>
  Object.fromEntries(
    responsesOf(among).map(({ status, name }) => [String(status), { $ref: `#/components/responses/${name}` }]),
  );

/** The codes of a set, by status. */
export const codesByStatus = (among: ReadonlySet<ErrorCode>): Readonly<Record<string, readonly ErrorCode[]>> =>
  Object.fromEntries(responsesOf(among).map(({ status, its }) => [String(status), its]));
