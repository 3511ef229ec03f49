import type { JsonSchema } from './json-schema.ts';

/** A type of event in the description. */
export interface EventKind {
  readonly summary: string;
  readonly data: JsonSchema;
  readonly example: unknown;
  /** Only a partner that subscribes to the type gets it. */
  readonly isOptional?: true;
}

export const nullableText: JsonSchema = { type: ['string', 'null'] };
export const id: JsonSchema = { type: 'string', format: 'uuid' };
export const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** What the data of an update has beside the record. */
export const changeFields = {
  previous: { type: 'object', additionalProperties: true },
  changed_fields: { type: 'array', items: { type: 'string' } },
  reason: nullableText,
} as const satisfies Readonly<Record<string, JsonSchema>>;
