import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { Answered } from './released-table.ts';

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

const lists = z.record(z.string(), z.unknown());

/** Lists of what one run of a worker made have any order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const members = value.map(sorted);
    return members.toSorted((one, other) => ((canonicalize(one) ?? '') < (canonicalize(other) ?? '') ? -1 : 1));
  }
  const { data } = lists.safeParse(value);
  return data === undefined
    ? value
    : Object.fromEntries(Object.entries(data).map(([name, inner]) => [name, sorted(inner)]));
};

/** What was known before the work: the time when it began, and all answers. */
export interface Before {
  /** ISO 8601. */
  readonly at: string;
  readonly text: string;
}

export const beforeWork = (at: string, ...answers: readonly (readonly Answered[])[]): Before => ({
  at,
  text: JSON.stringify(answers),
});

/** An answer after work: new ids are random, and the times of the work may become others. Both become placeholders. */
export const normalForm = (before: Before, { query, status, body }: Answered): Answered => {
  const text = JSON.stringify(body)
    .replaceAll(ids, (id) => (before.text.includes(id) ? id : '<id>'))
    .replaceAll(times, (time) => (time < before.at ? time : '<time>'));
  const changed: unknown = JSON.parse(text);
  return { query, status, body: sorted(changed) };
};
