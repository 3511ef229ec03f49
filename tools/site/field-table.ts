import { code, table } from '../docs/markdown.ts';
import { resolved, type Description, type Schema } from './description.ts';

const deepest = 4;

const grouped = (value: number): string => value.toLocaleString('en');

/** Angle brackets and braces would be taken for markup of the page's template. */
export const prose = (text: string): string =>
  text
    .replaceAll('<', '&lt;')
    .replaceAll('{', '&#123;')
    .replaceAll(/\s*\n\s*/g, ' ');

const typesOf = ({ type }: Schema): readonly string[] => {
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
};

const range = (low: number | undefined, high: number | undefined, unit: string): string => {
  if (low === undefined && high === undefined) return '';
  if (low !== undefined && high !== undefined && low === high) return `exactly ${grouped(low)}${unit}`;
  if (high === undefined) return `at least ${grouped(low ?? 0)}${unit}`;
  return low === undefined ? `at most ${grouped(high)}${unit}` : `${grouped(low)} to ${grouped(high)}${unit}`;
};

const alternativesOf = (description: Description, schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? []).map((one) => resolved(description, one));

const typeText = (description: Description, given: Schema): string => {
  const schema = resolved(description, given);
  if (schema.anyOf !== undefined) {
    return [...new Set(alternativesOf(description, schema).map((one) => typeText(description, one)))].join(' or ');
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const names = typesOf(schema).map((type) => {
    if (type === 'array' && schema.items !== undefined) return `array of ${typeText(description, schema.items)}`;
    return schema.format !== undefined && type === 'string' ? schema.format : type;
  });
  return names.length === 0 ? 'any' : names.join(' or ');
};

const boundsOf = (schema: Schema): readonly string[] => [
  range(schema.minLength, schema.maxLength, ' characters'),
  range(schema.minimum, schema.maximum, ''),
  range(schema.minItems, schema.maxItems, ' items'),
  schema.default === undefined ? '' : `default ${code(JSON.stringify(schema.default))}`,
  schema.enum === undefined ? '' : `one of ${schema.enum.map((one) => code(String(one))).join(', ')}`,
];

const meaningOf = (description: Description, given: Schema, text: string | undefined): string => {
  const schema = resolved(description, given);
  const bounds = boundsOf(schema).filter((text) => text !== '');
  const said = prose(text ?? given.description ?? schema.description ?? '');
  const limits = bounds.length === 0 ? '' : `${bounds.join('; ')}.`;
  return [said, limits.replace(/^./, (first) => first.toUpperCase())].filter((text) => text !== '').join(' ');
};

/** The schema of what is inside: of an array its items, of a nullable object the object. */
const insideOf = (description: Description, given: Schema): { readonly schema: Schema; readonly suffix: string } => {
  const schema = resolved(description, given);
  const objects = alternativesOf(description, schema).filter(({ properties }) => properties !== undefined);
  const [only] = objects;
  if (only !== undefined && objects.length === 1) return { schema: only, suffix: '' };
  if (schema.items === undefined) return { schema, suffix: '' };
  const inside = insideOf(description, schema.items);
  return { schema: inside.schema, suffix: `[]${inside.suffix}` };
};

type Row = readonly [name: string, type: string, required: string, meaning: string];

const rowsOf = (description: Description, schema: Schema, prefix: string, depth: number): readonly Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]): readonly Row[] => {
    const at = `${prefix}${name}`;
    const required = schema.required?.includes(name) === true ? 'yes' : 'no';
    const row: Row = [
      code(at),
      typeText(description, property),
      required,
      meaningOf(description, property, property.description),
    ];
    const inside = insideOf(description, property);
    if (depth >= deepest || inside.schema.properties === undefined) return [row];
    return [row, ...rowsOf(description, inside.schema, `${at}${inside.suffix}.`, depth + 1)];
  });

/** The fields of an object, with those of the objects inside it. */
export const fieldTable = (description: Description, given: Schema): string =>
  table(['field', 'type', 'always', 'meaning'], rowsOf(description, resolved(description, given), '', 1));

/** The fields of a request's body. */
export const bodyTable = (description: Description, given: Schema): string =>
  table(['field', 'type', 'required', 'meaning'], rowsOf(description, resolved(description, given), '', 1));

/** The parameters of a query. */
export const parameterTable = (
  description: Description,
  parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description?: string | undefined;
    readonly schema: Schema;
  }[],
): string =>
  table(
    ['parameter', 'type', 'required', 'meaning'],
    parameters.map(({ name, required, description: text, schema }) => [
      code(name),
      typeText(description, schema),
      required ? 'yes' : 'no',
      meaningOf(description, schema, text),
    ]),
  );
