import * as z from 'zod';
import { isJsonObject } from '../../lambdas/kernel/json-object.ts';
import { descriptionOf } from './field-descriptions.ts';
import { descriptionAt } from './place-descriptions.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** An operation's schema, of `zod/mini` as well as of `zod`. */
export type Schema = z.core.$ZodType;

interface Rule {
  readonly name: string;
  /** The field of the value that the rule is about; null: the value itself. */
  readonly field: string | null;
  /** The rest of a sentence whose subject is the field. */
  readonly must: string;
}

const ruleCheck = z.object({
  error: z.custom<(issue: object) => unknown>((value) => typeof value === 'function'),
  params: z.object({ rule: z.string() }),
  path: z.tuple([z.string()]).optional(),
});

/** The project's own rules that a schema checks. */
const rulesOf = (schema: Schema): readonly Rule[] =>
  (schema._zod.def.checks ?? []).flatMap((check) => {
    const { data } = ruleCheck.safeParse(check._zod.def);
    const must = data?.error({});
    const [field = null] = data?.path ?? [];
    return typeof must === 'string' ? [{ name: data?.params.rule ?? '', field, must }] : [];
  });

const oneOfCheck = z.object({ params: z.object({ one_of: z.array(z.string()) }) });

/** Groups of fields of which at least one must be given. */
export const oneOfGroups = (schema: Schema): readonly (readonly string[])[] =>
  (schema._zod.def.checks ?? []).flatMap((check) => {
    const { data } = oneOfCheck.safeParse(check._zod.def);
    return data === undefined ? [] : [data.params.one_of];
  });

/** The keywords that express a rule, so that its text is not needed. */
const saidBy: Readonly<Record<string, readonly (keyof JsonSchema)[]>> = {
  type: ['type'],
  minimum: ['minLength', 'minimum'],
  maximum: ['maxLength', 'maximum'],
  max_length: ['maxLength'],
  https: ['pattern'],
};

const sentencesOf = (schema: Schema, json: JsonSchema): readonly string[] =>
  rulesOf(schema)
    .filter(({ name }) => !(saidBy[name] ?? []).some((keyword) => json[keyword] !== undefined))
    .map(({ field, must }) =>
      field === null ? `${must.slice(0, 1).toUpperCase()}${must.slice(1)}.` : `\`${field}\` ${must}.`,
    );

const speltOut = new Set(['uuid', 'date-time', 'date']);

/** Removes redundant keywords: the pattern of a format, the bounds of every safe integer. */
const tidy = (json: JsonSchema): void => {
  if (speltOut.has(json.format ?? '')) delete json.pattern;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  // The texts of a boolean in a query.
  if (json.type === 'boolean') delete json.enum;
  spellOut(json);
  foldNull(json);
};

/** Turns a record with certain names into an object with these properties. */
const spellOut = (json: JsonSchema): void => {
  const { propertyNames: names, additionalProperties: value } = json;
  delete json.propertyNames;
  if (typeof names !== 'object' || names.enum === undefined || typeof value !== 'object') return;
  delete json.additionalProperties;
  json.properties = Object.fromEntries(names.enum.map((name) => [String(name), { ...value }]));
};

/** Merges `string or null` into one type, where the other keywords apply to strings only. */
const foldNull = (json: JsonSchema): void => {
  const [value, none, ...more] = json.anyOf ?? [];
  if (typeof value !== 'object' || typeof none !== 'object' || more.length > 0) return;
  if (Object.keys(none).length !== 1 || none.type !== 'null' || typeof value.type !== 'string') return;
  if (value.enum !== undefined || value.properties !== undefined) return;
  tidy(value);
  delete json.anyOf;
  const description = [json.description, value.description].filter((text) => text !== undefined).join(' ');
  Object.assign(json, { ...value, type: [value.type, 'null'] }, description === '' ? {} : { description });
};

const ruleInSchema = z.object({ params: z.object({ schema: z.custom<JsonSchema>(isJsonObject) }) });

/** Adds the rules that are stated as keywords. Two of one keyword, and alternatives, stand in `allOf`. */
const state = (schema: Schema, json: JsonSchema): void => {
  for (const check of schema._zod.def.checks ?? []) {
    const { data } = ruleInSchema.safeParse(check._zod.def);
    if (data === undefined) continue;
    const keywords = data.params.schema;
    const fits = Object.keys(keywords).every((name) => !['anyOf', 'not'].includes(name) && json[name] === undefined);
    if (fits) Object.assign(json, keywords);
    else json.allOf = [...(json.allOf ?? []), keywords];
  }
};

const describe = (schema: Schema, json: JsonSchema): void => {
  const description = [json.description, ...sentencesOf(schema, json)].filter((text) => text !== undefined);
  if (description.length > 0) json.description = description.join(' ');
};

/**
 * Adds the description of every named field.
 * @param place the name of the schema
 */
export const describeProperties = (json: JsonSchema, place: string): void => {
  for (const [name, property] of Object.entries(json.properties ?? {})) {
    if (typeof property === 'boolean') continue;
    const at = `${place}.${name}`;
    const about = descriptionAt(at) ?? descriptionOf(name);
    if (about !== undefined) property.description = [about, property.description].filter(Boolean).join(' ');
    describeProperties(property, at);
  }
  if (typeof json.items === 'object' && !Array.isArray(json.items)) describeProperties(json.items, place);
  for (const option of json.anyOf ?? []) if (typeof option === 'object') describeProperties(option, place);
};

const isConstrained = (json: JsonSchema): boolean => json.type !== undefined || json.anyOf !== undefined;

/**
 * A sent value must satisfy the rules of the transformed value, except for what the transformation accepts: spaces around
 * a text, an empty text for null, digits for a number.
 */
const withTarget = (schema: Schema, json: JsonSchema): void => {
  const { def } = schema._zod;
  if (!(def.type === 'pipe' && 'out' in def && def.out instanceof z.core.$ZodType)) return;
  const target = convert(def.out, 'input');
  if (isConstrained(target)) Object.assign(json, target);
};

const withDefault = (schema: Schema, json: JsonSchema): void => {
  const { def } = schema._zod;
  if (def.type === 'default' && 'defaultValue' in def) json.default = def.defaultValue;
  // Zod leaves out the default that an optional value states when it is transformed.
  const stated = z.globalRegistry.get(schema)?.['default'];
  if (stated !== undefined) json.default = stated;
};

/** Completes the JSON Schema that zod made. */
export const finish = (schema: Schema, json: JsonSchema): void => {
  describe(schema, json);
  state(schema, json);
  tidy(json);
};

const convert = (schema: Schema, io: 'input' | 'output'): JsonSchema => {
  const json: JsonSchema = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input') {
        withTarget(zodSchema, jsonSchema);
        withDefault(zodSchema, jsonSchema);
      }
      finish(zodSchema, jsonSchema);
    },
  });
  delete json.$schema;
  return { ...json };
};

/**
 * The schema of values that may be sent.
 * @param place the name of the schema, by which its fields are described
 */
export const inputSchema = (schema: Schema, place: string): JsonSchema => {
  const json = convert(schema, 'input');
  describeProperties(json, place);
  return json;
};
