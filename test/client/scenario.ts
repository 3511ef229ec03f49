import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const values = z.record(z.string(), z.unknown());

const common = { name: z.string(), expect: values };

/** A step of scenario.json. */
const step = z.union([
  z.strictObject({
    ...common,
    call: z.string(),
    parameters: values,
    key: z.string().optional(),
    repeat: z.int().positive().default(1),
    /** Names for values of the answer, by their places. */
    save: z.record(z.string(), z.string()).default({}),
    find: z.array(z.string()),
  }),
  z.strictObject({ ...common, items: z.string(), parameters: values, by: z.string() }),
  z.strictObject({ ...common, webhook: z.string(), sequence: z.int(), find: z.array(z.string()) }),
  z.strictObject({ ...common, limit: z.string(), parameters: values, most: z.int().positive() }),
]);

export type Step = z.infer<typeof step>;

/** What a client found in each step, by the names of the steps. */
export const findings = z.record(z.string(), values);
export type Findings = z.infer<typeof findings>;

export const scenarioFile = path.join(import.meta.dirname, 'scenario.json');

export const steps: readonly Step[] = z
  .object({ about: z.string(), steps: z.array(step) })
  .parse(JSON.parse(readFileSync(scenarioFile, 'utf8'))).steps;

/** What every client must find. */
export const expectedFindings = (): Findings => Object.fromEntries(steps.map(({ name, expect }) => [name, expect]));

/** The values that a client saved, by name. */
export type Saved = Readonly<Record<string, string>>;

const byLength = (saved: Saved): readonly (readonly [string, string])[] =>
  Object.entries(saved).toSorted(([left], [right]) => right.length - left.length);

/** The value with the saved values in place of their names. */
export const filled = (value: unknown, saved: Saved): unknown => {
  if (typeof value === 'string') {
    return byLength(saved).reduce((text, [name, one]) => text.replaceAll(`$${name}`, one), value);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? value.map((one) => filled(one, saved))
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, saved)]));
};

/** The value with the names in place of saved values. */
export const named = (value: unknown, saved: Saved): unknown =>
  typeof value === 'string'
    ? byLength(saved).reduce((text, [name, one]) => text.replaceAll(one, `$${name}`), value)
    : value;

/** The value at a path such as `body.customer.updated_at`. */
export const valueAt = (value: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), value);
