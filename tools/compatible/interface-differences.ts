import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';
import type { Difference, Direction } from './difference.ts';
import { callsOf, eventsOf, type Operation, type Value, type Values } from './operations.ts';
import { schemaDifferences } from './schema-differences.ts';

/** Two versions of something. */
interface Versions<Thing> {
  readonly was: Thing;
  readonly is: Thing;
}

type Documents = Versions<JsonObject>;

const whole = (
  operation: string,
  where: string | null,
  was: string,
  is: string,
  breaks: string | null,
): Difference => ({
  place: where === null ? operation : `${operation}, ${where}`,
  subjects: [operation],
  field: where,
  was,
  is,
  breaks,
});

/** Of a value in an operation. `where` is `request`, `answer 200` or `query page`. */
const inSchema = (
  operation: string,
  where: string,
  { was, is }: Versions<unknown>,
  documents: Documents,
  direction: Direction,
): readonly Difference[] =>
  schemaDifferences({ schema: was, document: documents.was }, { schema: is, document: documents.is }, direction).map(
    ({ component, path, ...one }) => ({
      place: `${operation}, ${where}${path === '' ? '' : `: ${path}`}`,
      subjects: component === null ? [operation] : [operation, component],
      // The name of a parameter is its field.
      field: path === '' ? (/^(?:query|header|path) (.+)$/.exec(where)?.[1] ?? null) : path,
      ...one,
    }),
  );

/** Why it breaks somebody that a value is gone, becomes required, or becomes optional; null: it breaks nothing. */
interface Reasons {
  readonly gone: string;
  readonly required: string | null;
  readonly optional: string | null;
}

const taken: Reasons = {
  gone: 'a call that has it is refused, or it has no effect',
  required: 'a call without it is refused',
  optional: null,
};
const given: Reasons = {
  gone: 'a program that reads it finds nothing',
  required: null,
  optional: 'a program that relies on it may find nothing',
};

const valueDifferences = (
  operation: string,
  name: string,
  { was, is }: Versions<Value | undefined>,
  documents: Documents,
  direction: Direction,
): readonly Difference[] => {
  const reasons = direction === 'request' ? taken : given;
  const one = (before: string, after: string, breaks: string | null): Difference => ({
    ...whole(operation, name, before, after, breaks),
    field: name.replace(/^\w+ /, ''),
  });
  if (is === undefined) return [one('present', 'gone', reasons.gone)];
  if (was === undefined)
    return [one('absent', is.isRequired ? 'required' : 'optional', is.isRequired ? reasons.required : null)];
  const needed = one(
    was.isRequired ? 'required' : 'optional',
    is.isRequired ? 'required' : 'optional',
    is.isRequired ? reasons.required : reasons.optional,
  );
  return [
    ...(was.isRequired === is.isRequired ? [] : [needed]),
    ...inSchema(operation, name, { was: was.schema, is: is.schema }, documents, direction),
  ];
};

const namesOf = (...all: readonly ReadonlyMap<string, unknown>[]): readonly string[] => [
  ...new Set(all.flatMap((map) => [...map.keys()])),
];

const valuesDifferences = (
  operation: string,
  { was, is }: Versions<Values>,
  documents: Documents,
  direction: Direction,
): readonly Difference[] =>
  namesOf(was, is).flatMap((name) =>
    valueDifferences(operation, name, { was: was.get(name), is: is.get(name) }, documents, direction),
  );

const callerDifferences = (was: Operation, is: Operation): readonly Difference[] => {
  // A scheme is said by its scopes.
  const text = (needs: readonly string[]): string =>
    needs.filter((need) => !needs.some((other) => other.startsWith(`${need} `))).join(' + ') || 'anybody';
  const lost = was.callers.filter((needs) => !is.callers.some((one) => one.every((need) => needs.includes(need))));
  const won = is.callers.filter((needs) => !was.callers.some((one) => one.every((need) => needs.includes(need))));
  return [
    ...lost.map((needs) => whole(was.name, 'callers', text(needs), 'refused', 'a caller that was let in is refused')),
    ...won.map((needs) => whole(was.name, 'callers', 'refused', text(needs), null)),
  ];
};

const answerDifferences = (was: Operation, is: Operation, documents: Documents): readonly Difference[] =>
  namesOf(was.answers, is.answers).flatMap((status) => {
    const [before, after] = [was.answers.get(status), is.answers.get(status)];
    const where = `answer ${status}`;
    if (after === undefined)
      return [whole(was.name, where, 'possible', 'gone', 'a program that waits for it waits in vain')];
    if (before === undefined)
      return [whole(was.name, where, 'absent', 'possible', 'a program does not know this status')];
    const headers = { was: before.headers, is: after.headers };
    return [
      ...valuesDifferences(was.name, headers, documents, 'response'),
      ...inSchema(was.name, where, { was: before.body, is: after.body }, documents, 'response'),
    ];
  });

const codeOf = (error: string): string => error.replace(/^\d+ /, '');

/**
 * A new error may come at any time: docs/partners/versions.md. One that a call does not get any more breaks nothing,
 * unless the code has another status now, or is in no error at all, so that another code has taken its place.
 */
const errorDifferences = (
  was: Operation,
  is: Operation,
  codes: ReadonlySet<string>,
  documents: Documents,
): readonly Difference[] =>
  namesOf(was.errors, is.errors).flatMap((error) => {
    if (!was.errors.has(error)) return [whole(was.name, error, 'absent', 'possible', null)];
    if (is.errors.has(error))
      return inSchema(was.name, error, { was: was.errors.get(error), is: is.errors.get(error) }, documents, 'response');
    const lost = 'a program that handles it does not meet it again';
    if (!codes.has(codeOf(error)))
      return [{ ...whole(codeOf(error), null, 'possible', 'gone', lost), place: `error ${error}` }];
    const moved = [...is.errors.keys()].find((one) => codeOf(one) === codeOf(error));
    return [whole(was.name, error, 'possible', moved ?? 'gone', moved === undefined ? null : lost)];
  });

const callDifferences = (
  was: Operation,
  is: Operation,
  codes: ReadonlySet<string>,
  documents: Documents,
): readonly Difference[] => [
  ...callerDifferences(was, is),
  ...valuesDifferences(was.name, { was: was.parameters, is: is.parameters }, documents, 'request'),
  ...(was.body === null && is.body === null
    ? []
    : valueDifferences(
        ...([was.name, 'request', { was: was.body ?? undefined, is: is.body ?? undefined }] as const),
        ...([documents, 'request'] as const),
      )),
  ...answerDifferences(was, is, documents),
  ...errorDifferences(was, is, codes, documents),
];

/** What the service sends: its body and headers are read, and its answers are given by the receiver. */
const eventDifferences = (was: Operation, is: Operation, documents: Documents): readonly Difference[] => [
  ...valuesDifferences(was.name, { was: was.parameters, is: is.parameters }, documents, 'response'),
  ...inSchema(was.name, 'event', { was: was.body?.schema, is: is.body?.schema }, documents, 'response'),
  ...namesOf(was.answers, was.errors)
    .filter((status) => !is.answers.has(status) && !is.errors.has(status))
    .map((status) => whole(was.name, `answer ${status}`, 'taken', 'gone', 'a receiver that answers so has failed')),
];

const every = (
  { was, is }: Versions<ReadonlyMap<string, Operation>>,
  gone: string,
  compare: (was: Operation, is: Operation) => readonly Difference[],
): readonly Difference[] =>
  namesOf(was, is).flatMap((key) => {
    const [before, after] = [was.get(key), is.get(key)];
    const { name } = before ?? after ?? { name: key };
    if (after === undefined) return [{ ...whole(name, null, 'present', 'gone', gone), place: key }];
    if (before === undefined) return [whole(name, null, 'absent', 'present', null)];
    return compare(before, after);
  });

const schemesOf = ({ components }: JsonObject): ReadonlyMap<string, unknown> => {
  const schemes = isJsonObject(components) ? components['securitySchemes'] : undefined;
  const bare = (scheme: unknown): unknown => (isJsonObject(scheme) ? { ...scheme, description: undefined } : scheme);
  return new Map(isJsonObject(schemes) ? Object.entries(schemes).map(([name, one]) => [name, bare(one)]) : []);
};

const schemeDifferences = (documents: Documents): readonly Difference[] => {
  const [was, is] = [schemesOf(documents.was), schemesOf(documents.is)];
  return Array.from(was).flatMap(([name, scheme]) => {
    if (isDeepStrictEqual(scheme, is.get(name))) return [];
    const after = is.has(name) ? JSON.stringify(is.get(name)) : 'gone';
    return [whole(name, null, JSON.stringify(scheme), after, 'a caller that authenticates so is refused')];
  });
};

/** What is the same in many operations, by a component of theirs, is said once with all of them. */
const together = (all: readonly Difference[]): readonly Difference[] => {
  const found = new Map<string, Difference>();
  for (const one of all) {
    const [operation = '', component] = one.subjects;
    const where = component === undefined ? one.place : [component, one.field];
    const key = JSON.stringify([where, one.was, one.is, one.breaks]);
    const known = found.get(key);
    if (known === undefined) found.set(key, one);
    else if (component !== undefined && !known.subjects.includes(operation))
      found.set(key, { ...known, subjects: [...known.subjects, operation] });
  }
  return Array.from(found.values(), (one) => {
    const [operation, component, ...others] = one.subjects;
    if (component === undefined || others.length === 0) return one;
    const path = one.field === null ? '' : `: ${one.field}`;
    return { ...one, place: `${component} of ${operation} and of ${others.length} more${path}` };
  });
};

/** What differs between two descriptions of the interface, the one with a path for each route. */
export const interfaceDifferences = (was: JsonObject, is: JsonObject): readonly Difference[] => {
  const documents = { was, is };
  const calls = { was: callsOf(was), is: callsOf(is) };
  const events = { was: eventsOf(was), is: eventsOf(is) };
  const codes = new Set([...calls.is.values()].flatMap(({ errors }) => [...errors.keys()].map(codeOf)));
  return together([
    ...every(calls, 'a call of it is refused', (before, after) => callDifferences(before, after, codes, documents)),
    ...every(events, 'a receiver that waits for it gets nothing', (before, after) =>
      eventDifferences(before, after, documents),
    ),
    ...schemeDifferences(documents),
  ]);
};
