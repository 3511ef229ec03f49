import { isDeepStrictEqual } from 'node:util';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { z } from 'zod';
import type { Item } from '../../../lambdas/store/table/table.ts';
import type { CallDuring } from '../ledger.ts';
import type { World } from '../world.ts';
import type { Invariant } from './invariant.ts';
import type { Attributes } from '../table/attribute-value.ts';
import type { Change } from '../table/stream.ts';
import { changesOf } from './watch.ts';

const customer = z.object({
  customer_id: z.string(),
  customer_name: z.string(),
  status: z.string(),
  instance_count: z.number(),
  updated_at: z.string(),
});
const line = z.object({
  id: z.string(),
  status: z.string(),
  instance_name: z.string().nullable(),
  updated_at: z.string(),
});
const answer = z.object({
  customer: customer.optional(),
  instance: line.optional(),
  error: z.object({ code: z.string() }).optional(),
});
const named = z.object({
  customer_id: z.string().optional(),
  partner_customer_id: z.string().optional(),
  target_customer_id: z.string().optional(),
  source_customer_id: z.string().optional(),
  instance_id: z.string().optional(),
  expected_updated_at: z.string().optional(),
});

/** The codes of refusals that a repeated call with the same key may cure. */
const curable = new Set([
  'idempotency_in_progress',
  'remote_removal_failed',
  'webhook_validation_failed',
  'platform_error',
  // The partner is suspended, or its key revoked, between the calls.
  'unauthenticated',
]);
/** @param answered the status and the body */
const codeOf = (answered: string): string => answer.parse(JSON.parse(answered.slice(4))).error?.code ?? '';

/** What an item was while a call ran: before it, and after each commit that it may have seen. */
const imagesOf = (
  own: (some: readonly Change[]) => readonly (Attributes | undefined)[],
  world: World,
  { from, to }: CallDuring,
): readonly Item[] => {
  const { changes } = world.table;
  const images = [...own(changes.slice(0, from)).slice(-1), ...own(changes.slice(from, to))];
  return images.flatMap((image) => (image === undefined ? [] : [unmarshall(image)]));
};

const statesOf = (world: World, kind: 'customer' | 'line', id: string, call: CallDuring): readonly Item[] =>
  imagesOf(
    (some) =>
      changesOf(kind, some)
        .filter((change) => change.id === id)
        .map(({ after }) => after),
    world,
    call,
  );

const slotsDuring = (world: World, call: CallDuring): readonly Item[] =>
  imagesOf((some) => some.filter(({ keys }) => keys.sk === 'SLOTS').map(({ newImage }) => newImage), world, call);

const isIn = (states: readonly Item[], shown: Item): boolean =>
  states.some((state) =>
    isDeepStrictEqual(Object.fromEntries(Object.keys(shown).map((name) => [name, state[name]])), shown),
  );

/** What the answer shows that was never so while the call ran. */
const neverSo = (world: World, call: CallDuring): readonly string[] => {
  if (call.status >= 300) return [];
  const { customer: it, instance } = answer.parse(JSON.parse(call.text));
  const shown = [
    ...(it === undefined ? [] : [['customer', it.customer_id, omit(it, 'customer_id')] as const]),
    ...(instance === undefined ? [] : [['line', instance.id, omit(instance, 'id')] as const]),
  ];
  return shown
    .filter(([kind, id, fields]) => !isIn(statesOf(world, kind, id, call), fields))
    .map(([, id, fields]) => `${call.route}: ${id} was never ${JSON.stringify(fields)}`);
};

const omit = (fields: Item, name: string): Item =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const customersIn = (call: CallDuring): readonly string[] => {
  const given = named.parse(call.given);
  return [given.customer_id, given.partner_customer_id, given.target_customer_id, given.source_customer_id].flatMap(
    (id) => id ?? [],
  );
};

/** Whether there was a reason to refuse the call while it ran. */
const reasons: Readonly<Partial<{ [code: string]: (world: World, call: CallDuring) => boolean }>> = {
  stale_update: (world, call) => {
    const { customer_id: id = '', expected_updated_at: expected } = named.parse(call.given);
    return statesOf(world, 'customer', id, call).some((state) => state['updated_at'] !== expected);
  },
  customer_merged: (world, call) => {
    const owners = statesOf(world, 'line', named.parse(call.given).instance_id ?? '', call).map((state) =>
      String(state['partner_customer_id']),
    );
    return [...customersIn(call), ...owners, ...externalOf(world, call)].some((id) =>
      statesOf(world, 'customer', id, call).some((state) => state['status'] === 'merged'),
    );
  },
  instance_key_taken: (world, call) =>
    changesOf('line', world.table.changes.slice(0, call.to)).some(
      ({ after }) => after?.['instance_key']?.S === call.given['instance_key'],
    ),
  slot_limit_reached: (world, call) =>
    slotsDuring(world, call).some(({ taken, slot_limit: limit }) => Number(taken ?? 0) >= Number(limit ?? Infinity)),
  not_found: () => false,
};

const externalOf = (world: World, { given, to }: CallDuring): readonly string[] =>
  changesOf('customer', world.table.changes.slice(0, to))
    .filter(({ after }) => after?.['external_customer_id']?.S === given['external_customer_id'])
    .map(({ id }) => id);

/** The update that a call made of the state that it expected. */
const isOverwriting = (world: World, call: CallDuring): boolean => {
  const { expected_updated_at: expected } = named.parse(call.given);
  if (expected === undefined || call.status !== 200) return false;
  const { customer: it } = answer.parse(JSON.parse(call.text));
  const made = changesOf('customer', world.table.changes.slice(call.from, call.to)).find(
    ({ id, after }) => id === it?.customer_id && after?.['updated_at']?.S === it.updated_at,
  );
  // An update that changes nothing shows the state that it expected.
  return made === undefined ? it?.updated_at !== expected : made.before?.['updated_at']?.S !== expected;
};

/** A refusal is not kept: a repeated call tries again, and fails at another time. */
const withoutTimes = (answer: string): string =>
  answer.startsWith('4') ? answer.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"<time>"') : answer;

export const answerRules: readonly Invariant[] = [
  {
    rule: 'a repeated key has one answer',
    broken: ({ world }) =>
      world.ledger.repeated
        .map(({ route, answers }) => ({ route, answers: answers.filter((text) => !curable.has(codeOf(text))) }))
        .filter(({ answers }) => new Set(answers.map(withoutTimes)).size > 1)
        .map(({ route, answers }) => `${route}: ${answers.join(' and ')}`),
  },
  {
    rule: 'an answer shows its record as it was during the call',
    broken: ({ world }) => world.ledger.calls.flatMap((call) => neverSo(world, call)),
  },
  {
    rule: 'a call is refused for a reason that there was during it',
    broken: ({ world }) =>
      world.ledger.calls.flatMap((call) => {
        const { error } = answer.parse(JSON.parse(call.text));
        const isTrue = error === undefined || (reasons[error.code]?.(world, call) ?? true);
        return isTrue ? [] : [`${call.route}: ${call.text}`];
      }),
  },
  {
    rule: 'an update overwrites only the state that it expects',
    broken: ({ world }) =>
      world.ledger.calls
        .filter((call) => isOverwriting(world, call))
        .map(({ given, text }) => `${JSON.stringify(given)}: ${text}`),
  },
];
