import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { leaseEnd, type Deadline } from '../../kernel/deadline.ts';
import { dueAt } from '../../kernel/due.ts';
import { WorkLost } from '../../kernel/errors.ts';
import { isoOf, type Clock, type Milliseconds } from '../../kernel/time.ts';
import { work, type WorkKind } from '../../kernel/work.ts';
import type { Clause } from './commit.ts';
import { tryDelete, tryUpdate } from './conditional-write.ts';
import type { Key, WorkKey } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * Work under a worker's lease: an item of the index `due`. A step is recorded only while the worker has the lease. When
 * the client repeats a step whose response was lost, the condition fails and the existing item shows the recorded step.
 */
export interface HeldWork {
  readonly table: Table;
  readonly key: Key;
  readonly lease: string;
}

/** Attributes that a step sets. Undefined attributes are removed. */
export type Changes = Readonly<Record<string, unknown>>;

type Update = Omit<NonNullable<Clause['write']['Update']>, 'TableName'>;

const valuesOf = (prefix: string, attributes: Changes): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[`:${prefix}_${name}`, value]])),
  );

/** @param existing the required attributes beside the lease; undefined for an absent one */
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

/** @param changes with the lease, set or removed: without it, another worker may have written the item */
const isAsLeft = (existing: Item | undefined, changes: Changes): boolean =>
  existing !== undefined &&
  'lease' in changes &&
  Object.entries(changes).every(([attribute, value]) => isSame(existing[attribute], value));

/** Extends the lease. */
export const renewed = (until: Milliseconds): Changes => ({ due_at: isoOf(until) });

/** Releases the work, which is due again at a time. */
export const paused = (due: Milliseconds): Changes => ({ due_at: isoOf(due), lease: undefined });

export const finished: Changes = { due_shard: undefined, due_at: undefined, lease: undefined };

/**
 * Claims an item that is due. It is due again when the lease expires, so a crash of the worker loses nothing.
 * @param lease unique to this claim
 * @returns the item; null when it is not due: finished, due later, or claimed by another worker
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
 * Claims work for the lease of its kind.
 * @param more is added to the lease
 * @returns the item and the lease; null when the work is not due
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
 * Records a step, if other attributes have the required values.
 * @returns null, or the existing item when they differ @throws WorkLost
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

/** A step as a part of a commit. @throws WorkLost */
export const recordClause = (held: HeldWork, changes: Changes, existing: Changes = {}): Clause => ({
  name: 'the worker has the lease',
  write: { Update: { ...updateOf(held, changes, existing), TableName: held.table.name } },
  refuse: () => new WorkLost(),
});

/**
 * Deletes finished work. @returns false when `revision` has changed
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

/** @returns null when the lease was lost */
export const unlessLost = async <T>(working: Promise<T>): Promise<T | null> => {
  try {
    return await working;
  } catch (error) {
    if (error instanceof WorkLost) return null;
    throw error;
  }
};

/**
 * The due time and the lease of a record that others may change while a worker holds it. Such records are written whole
 * under their `revision`, and the worker reads them before each step.
 */
export interface Hold {
  /** When the work is due, or when its lease expires; null without work. */
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

/** @throws WorkLost when the worker no longer holds the record */
export const requireHeld = <R extends Hold>(existing: R | null, lease: string): R => {
  if (existing?.lease !== lease) throw new WorkLost();
  return existing;
};
