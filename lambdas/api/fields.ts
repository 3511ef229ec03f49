/** The fields that requests share. Each states its rule in the words of the interface. */
import * as z from 'zod/mini';
import { parseDate, parseDateTime } from '../kernel/date-time.ts';
import { isEmailAddress } from '../domain/email-address.ts';
import { isJsonObject, type JsonObject } from '../kernel/json-object.ts';
import { defaultPageSize, maxPageSize, type PageRequest } from '../domain/paging.ts';
import {
  hasControlCharacters,
  isAtMost,
  isStreamSafe,
  lengthOf,
  longestRun,
  mayFit,
  normalise,
} from '../domain/text.ts';

export type Text = z.ZodMiniType<string, string>;

interface RuleOptions {
  /** The field of an object that a rule of several fields reports. */
  readonly field?: string;
  /** The rule in JSON Schema, as far as that can state it. The description of the interface has it. */
  readonly schema?: JsonObject;
}

/** A custom rule. `must` ends the sentence that begins with the field's name. */
export const rule = <T>(
  name: string,
  must: string,
  holds: (value: T) => boolean,
  { field, schema }: RuleOptions = {},
): z.core.$ZodCheck<T> =>
  z.refine(holds, {
    error: must,
    params: { rule: name, ...(schema === undefined ? {} : { schema }) },
    ...(field === undefined ? {} : { path: [field] }),
  });

/** Selectors of which at least one is given. The types of the clients require one as well. */
export const oneOf = (names: readonly string[], must: string): z.core.$ZodCheck<object> =>
  z.refine((value) => names.some((name) => (Reflect.get(value, name) ?? null) !== null), {
    error: must,
    params: { rule: 'selector', one_of: names, schema: { anyOf: names.map((name) => ({ required: [name] })) } },
  });

/** The rule of the length. What is too long is not examined further. */
export const atMost = (max: number): z.core.$ZodCheck<string> =>
  z.refine((value) => isAtMost(value, max), {
    error: `must have at most ${max} characters`,
    params: { rule: 'maximum' },
    abort: true,
  });

/** A check that comes before any work on a text, and ends it. The schema states the length by itself. */
const guard = (name: string, must: string, holds: (value: string) => boolean): z.core.$ZodCheck<string> =>
  z.check(({ value, issues }) => {
    if (!holds(value))
      issues.push({ code: 'custom', input: value, params: { rule: name }, message: must, continue: false });
  });

/** Stands before any change of a text of at most so many characters. */
export const fitting = (max: number, name = 'maximum'): z.core.$ZodCheck<string> =>
  guard(name, `must have at most ${max} characters`, (value) => mayFit(value, max));

/** Stands before normalisation, which otherwise takes the square of the length. */
const streamSafe = guard(
  'combining_marks',
  `must not have more than ${longestRun} combining marks in a row`,
  isStreamSafe,
);

/** At least `min` characters, without the blanks around them. */
const withoutBlanks = (min: number): string => String.raw`^\s*\S${min === 1 ? '' : String.raw`[\s\S]{${min - 2},}\S`}`;

/** Trimmed, NFC-normalised text of `min` to `max` code points. */
export const text = (min: number, max: number): Text =>
  z.pipe(
    z.pipe(z.string().check(fitting(max), streamSafe), z.transform(normalise)),
    z.string().check(
      rule(
        'minimum',
        `must have at least ${min} ${min === 1 ? 'character' : 'characters'}`,
        (value) => lengthOf(value) >= min,
        min === 0 ? {} : { schema: { pattern: withoutBlanks(min) } },
      ),
      atMost(max),
      z.meta({ minLength: min, maxLength: max }),
    ),
  );

/** A list of at most `most` entries. A longer one is refused before its entries are looked at. */
export const listOf = <Entry extends z.ZodMiniType>(entry: Entry, least: number, most: number) =>
  z.pipe(z.array(z.unknown()).check(z.minLength(least), z.maxLength(most, { abort: true })), z.array(entry));

const tooLong: ReadonlySet<unknown> = new Set(['maximum', 'max_length']);

/** Blanks that `fitting` lets into the field. */
const isEmpty = (inner: Text, value: string): boolean =>
  value.trim() === '' &&
  inner
    .safeParse(value)
    .error?.issues.some((issue) => issue.code === 'custom' && tooLong.has(issue.params?.['rule'])) !== true;

const emptyAsNull = (inner: Text) =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((value: string | null): string | null => (value === null || isEmpty(inner, value) ? null : value)),
  );

/** An optional text. The empty string becomes null, and so do blanks that are not too long. */
export const optionalText = (inner: Text): z.ZodMiniType<string | null | undefined, string | null | undefined> =>
  z.optional(z.pipe(emptyAsNull(inner), z.nullable(inner)));

/** In the form of a UUID, of any version: an id that nothing has is not found. */
export const uuid = z.pipe(z.string().check(fitting(36), z.trim(), z.toLowerCase()), z.guid());

/** Such a text without control characters, as names and labels are. */
export const line = (min: number, max: number): Text =>
  text(min, max).check(
    rule('control_characters', 'must not contain control characters', (value) => !hasControlCharacters(value), {
      schema: { pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$` },
    }),
  );

export const externalCustomerId = line(1, 200);
export const customerName = line(2, 200);
export const customerEmail = line(3, 320).check(
  rule('format', 'must be one e-mail address', isEmailAddress),
  z.meta({ format: 'idn-email' }),
);
export const customerPhone = line(6, 40);
export const reason = optionalText(text(1, 500));

const flagWords = ['true', 'false', '1', '0'] as const;

/** A boolean of a query; false when it is absent. */
export const queryFlag = z._default(
  z.pipe(
    z.enum(flagWords),
    z.pipe(
      z.transform((value: (typeof flagWords)[number]) => value === 'true' || value === '1'),
      z.boolean(),
    ),
  ),
  false,
);

/** Of a deactivation: whether the number is freed at the platform as well. */
export const deregister = z._default(z.boolean(), false);

/** Times are compared in all their digits, so the text is kept. */
export const dateTime = z.string().check(
  z.trim(),
  rule('format', 'must be an RFC 3339 date-time with its offset', (value) => parseDateTime(value) !== null),
  z.meta({ format: 'date-time' }),
);

/** A bound of a range: a date stands for the whole day. */
export const dateOrTime = z.string().check(
  z.trim(),
  rule(
    'format',
    'must be a date (YYYY-MM-DD) or an RFC 3339 date-time with its offset',
    (value) => parseDate(value) !== null || parseDateTime(value) !== null,
    { schema: { anyOf: [{ format: 'date' }, { format: 'date-time' }] } },
  ),
);

/** What a list is searched for. No stored text is longer than an e-mail address. */
export const searchText = z.string().check(fitting(320), streamSafe, z.trim(), atMost(320), z.meta({ maxLength: 320 }));

/** A JSON object. Its names stay unchanged, `__proto__` too. */
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, { error: 'must be of type object', params: { rule: 'type' } })
  .check(z.meta({ type: 'object', additionalProperties: true }));

export const integer = (from: number, to: number): z.ZodMiniType<number, string> =>
  z.pipe(
    z.string().check(rule('type', 'must be an integer', (value) => /^[+-]?\d+$/.test(value.trim()))),
    z.pipe(
      z.transform(Number),
      z.number().check(
        rule('minimum', `must be at least ${from}`, (value) => value >= from),
        rule('maximum', `must be at most ${to}`, (value) => value <= to),
        z.meta({ type: 'integer', minimum: from, maximum: to }),
      ),
    ),
  );

export const paging = () => ({
  page: z._default(integer(1, Number.MAX_SAFE_INTEGER), 1),
  page_size: z._default(integer(1, maxPageSize), defaultPageSize),
});

export const pageRequestOf = (given: { readonly page: number; readonly page_size: number }): PageRequest => ({
  page: given.page,
  pageSize: given.page_size,
});
