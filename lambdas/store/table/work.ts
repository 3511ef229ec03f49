import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { leaseEnd, type Deadline } from '../../domain/deadline.ts';
import { dueAt } from '../../domain/due.ts';
import { WorkLost } from '../../domain/errors.ts';
import { isoOf, type Clock, type Milliseconds } from '../../domain/time.ts';
import { work, type WorkKind } from '../../domain/work.ts';
import type { Clause } from './commit.ts';
import { tryDelete, tryUpdate } from './conditional-write.ts';
import type { Key, WorkKey } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * Work in the hands of a worker: an item of the index `due` under a lease. Every step holds only while the lease is the
 * worker's own. The client repeats a step whose answer was lost; when the repetition fails by the step itself, the
 * standing item shows that the step was recorded.
 */
export interface HeldWork {
  readonly table: Table;
  readonly key: Key;
  readonly lease: string;
}

/** Attributes that a step sets; those that are undefined are removed. */
export type Changes = Readonly<Record<string, unknown>>;

type Update = Omit<NonNullable<Clause['write']['Update']>, 'TableName'>;

const valuesOf = (prefix: string, attributes: Changes): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[`:${prefix}_${name}`, value]])),
  );

/** @param standing attributes that have to be as they are here, beside the lease; undefined: there is none */
const updateOf = ({ key, lease }: HeldWork, changes: Changes, existing: Changes): Update => {
  const names = Object.keys({ ...changes, ...existing, lease });
  const isSet = (name: string): boolean => changes[name] !== undefined;
  const [set, remove] = [Object.keys(changes).filter(isSet), Object.keys(changes).filter((name) => !isSet(name))];
  const conditions = Object.entries(existing).map(([name, value]) =>
    value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :is_${name}`,
  );
  return {
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: [
      ...(set.length === 0 ? [] : [`SET ${set.map((name) => `#${name} = :to_${name}`).join(', ')}`]),
      ...(remove.length === 0 ? [] : [`REMOVE ${remove.map((name) => `#${name}`).join(', ')}`]),
    ].join(' '),
    ConditionExpression: ['#lease = :lease', ...conditions].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: { ':lease': lease, ...valuesOf('to', changes), ...valuesOf('is', existing) },
  };
};

const isSame = (left: unknown, right: unknown): boolean =>
  left instanceof Uint8Array && right instanceof Uint8Array
    ? Buffer.compare(left, right) === 0
    : isDeepStrictEqual(left, right);

/** @param changes with the lease, whether it is set or removed: without it any worker may have left the item so */
const isAsLeft = (existing: Item | undefined, changes: Changes): boolean =>
  existing !== undefined &&
  'lease' in changes &&
  Object.entries(changes).every(([attribute, value]) => isSame(existing[attribute], value));

/** The worker goes on, and has the work until a time. */
export const renewed = (until: Milliseconds): Changes => ({ due_at: isoOf(until) });

/** The work is due again at a time, for whichever worker comes first. */
export const paused = (due: Milliseconds): Changes => ({ due_at: isoOf(due), lease: undefined });

/** Nothing is left to do. */
export const finished: Changes = { due_shard: undefined, due_at: undefined, lease: undefined };

/**
 * Takes an item that is due: it becomes due again when the lease runs out, so a worker that dies loses nothing.
 * @param lease no other worker's
 * @returns the item; null when it is not due: done, not yet, or another worker's
 */
export const claimItem = async (
  table: Table,
  key: Key,
  now: Milliseconds,
  until: Milliseconds,
  lease: string,
): Promise<Item | null> => {
  const outcome = await tryUpdate(table, {
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: 'SET due_at = :until, lease = :lease',
    ConditionExpression: 'due_at <= :now',
    ExpressionAttributeValues: { ':until': isoOf(until), ':lease': lease, ':now': isoOf(now) },
    ReturnValues: 'ALL_NEW',
  });
  if (outcome.kind === 'written') return outcome.item ?? null;
  const { existing } = outcome;
  return isAsLeft(existing, { ...renewed(until), lease }) ? (existing ?? null) : null;
};

interface Claimer {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}

/**
 * Takes work that is due, for as long as the table of work says.
 * @param more beside the lease of its kind
 * @returns the item with the worker's lease; null when it is not due: done, not yet, or another worker's
 */
export const claimWork = async (
  { table, clock, newId, deadline }: Claimer,
  key: WorkKey,
  more: Milliseconds = 0,
): Promise<{ readonly item: Item; readonly lease: string } | null> => {
  const now = clock();
  const lease = newId(now);
  const item = await claimItem(table, key, now, leaseEnd(deadline, now, work[key.kind].lease + more), lease);
  return item === null ? null : { item, lease };
};

/**
 * Records a step, if other attributes stand as they should.
 * @returns null, or the item that is still the worker's and stands otherwise @throws WorkLost
 */
export const recordIf = async (held: HeldWork, existing: Changes, changes: Changes): Promise<Item | null> => {
  const outcome = await tryUpdate(held.table, updateOf(held, changes, existing));
  if (outcome.kind === 'written' || isAsLeft(outcome.existing, changes)) return null;
  if (outcome.existing?.['lease'] !== held.lease) throw new WorkLost();
  return outcome.existing;
};

/** Records a step. @throws WorkLost */
export const record = async (held: HeldWork, changes: Changes): Promise<void> => {
  await recordIf(held, {}, changes);
};

/** The same as a part of a commit, which is refused with WorkLost. */
export const recordClause = (held: HeldWork, changes: Changes, existing: Changes = {}): Clause => ({
  name: 'the work is still the worker’s own',
  write: { Update: { ...updateOf(held, changes, existing), TableName: held.table.name } },
  refuse: () => new WorkLost(),
});

/**
 * Ends work of which nothing has to be kept. @returns whether it did: not when `revision` has risen meanwhile
 * @throws WorkLost
 */
export const removeWork = async ({ table, key, lease }: HeldWork, revision: number): Promise<boolean> => {
  const outcome = await tryDelete(table, {
    Key: { pk: key.pk, sk: key.sk },
    ConditionExpression: 'lease = :lease AND revision = :revision',
    ExpressionAttributeValues: { ':lease': lease, ':revision': revision },
  });
  if (outcome.kind === 'written' || outcome.existing === undefined) return true;
  if (outcome.existing['lease'] !== lease) throw new WorkLost();
  return false;
};

/** @returns null when the work was another worker's by then */
export const unlessLost = async <T>(working: Promise<T>): Promise<T | null> => {
  try {
    return await working;
  } catch (error) {
    if (error instanceof WorkLost) return null;
    throw error;
  }
};

/**
 * How a record stands in the index of what is due. Records that others change while a worker holds them are written
 * whole, under their `revision`: their holder reads them before each step.
 */
export interface Hold {
  /** When the work is due, or until when its holder has it; null: there is nothing to do. */
  readonly dueAt: Milliseconds | null;
  readonly lease: string | null;
}

const holdItem = z.object({ due_at: z.optional(z.string()), lease: z.optional(z.string()) });

export const holdOf = (item: Item): Hold => {
  const { due_at: due, lease } = holdItem.parse(item);
  return { dueAt: due === undefined ? null : Date.parse(due), lease: lease ?? null };
};

/** @param id any UUID of the work, which spreads it over the shards */
export const holdAttributes = (kind: WorkKind, id: string, { dueAt: due, lease }: Hold): Item =>
  due === null ? {} : { ...dueAt(kind, id, due), ...(lease !== null && { lease }) };

export const isClaimable = ({ dueAt: due }: Hold, now: Milliseconds): boolean => due !== null && due <= now;

/** The record, if the worker still holds it. @throws WorkLost */
export const requireHeld = <R extends Hold>(existing: R | null, lease: string): R => {
  if (existing?.lease !== lease) throw new WorkLost();
  return existing;
};
