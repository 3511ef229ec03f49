import * as z from 'zod/mini';
import type { Milliseconds } from '../../kernel/time.ts';
import { healthy } from '../../domain/webhook/endpoint-health.ts';
import { fast } from '../../domain/webhook/pace.ts';
import type { Outbox } from '../../domain/webhook/outbox.ts';
import { commit, contended, persist, type Clause, type RetryPolicy } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { holdAttributes, holdOf, type Hold } from '../table/work.ts';

/** An outbox with the lease and the due time of its keeper. */
export interface OutboxRecord extends Outbox, Hold {
  readonly partnerId: string;
  /** The optimistic lock; 0 before the first write. */
  readonly revision: number;
}

const health = z.discriminatedUnion('state', [
  z.object({ state: z.literal('healthy') }),
  z.object({ state: z.literal('failing'), since: z.number(), failures: z.number(), warned: z.boolean() }),
  z.object({
    state: z.literal('paused'),
    since: z.number(),
    failures: z.number(),
    warned: z.boolean(),
    probes: z.number(),
    probeAt: z.number(),
  }),
  z.object({
    state: z.literal('disabled'),
    at: z.number(),
    reason: z.enum(['failing', 'gone']),
    since: z._default(z.nullable(z.number()), null),
  }),
]);

const pace = z.discriminatedUnion('state', [
  z.object({ state: z.literal('fast') }),
  z.object({ state: z.literal('slow'), prompt: z.number(), answeredAt: z.nullable(z.number()) }),
]);

const lastError = z.object({ at: z.number(), status: z.nullable(z.number()), error: z.nullable(z.string()) });

const outboxItem = z.object({
  endpoint_revision: z._default(z.number(), 0),
  health,
  pace,
  watch_until: z.number(),
  kept_until: z._default(z.number(), 0),
  last_error: z._default(z.nullable(lastError), null),
  outage_since: z._default(z.nullable(z.number()), null),
  revision: z.number(),
});

/** @param item undefined when nothing was ever sent to the partner */
export const outboxRecordOf = (partnerId: string, item: Item | undefined): OutboxRecord => {
  if (item === undefined) {
    const times = { watchUntil: 0, keptUntil: 0, lastError: null, outageSince: null };
    const nothing = { endpointRevision: 0, health: healthy, pace: fast, ...times };
    return { partnerId, ...nothing, revision: 0, dueAt: null, lease: null };
  }
  const it = outboxItem.parse(item);
  return {
    partnerId,
    endpointRevision: it.endpoint_revision,
    health: it.health,
    pace: it.pace,
    watchUntil: it.watch_until,
    keptUntil: it.kept_until,
    lastError: it.last_error,
    outageSince: it.outage_since,
    revision: it.revision,
    ...holdOf(item),
  };
};

export const readOutbox = async (table: Table, partnerId: string): Promise<OutboxRecord> =>
  outboxRecordOf(partnerId, await getItem(table, keys.outbox(partnerId)));

const outboxItemOf = (record: OutboxRecord): Item => ({
  ...keys.outbox(record.partnerId),
  endpoint_revision: record.endpointRevision,
  health: record.health,
  pace: record.pace,
  watch_until: record.watchUntil,
  kept_until: record.keptUntil,
  last_error: record.lastError,
  outage_since: record.outageSince,
  revision: record.revision + 1,
  ...holdAttributes('outbox', record.partnerId, record),
});

/** @param record the new state, with the revision that was read */
export const outboxClause = (table: Table, record: OutboxRecord): Clause => ({
  name: 'the outbox is unchanged since it was read',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...outboxItemOf(record) },
      ConditionExpression: record.revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :read',
      ...(record.revision === 0 ? {} : { ExpressionAttributeValues: { ':read': record.revision } }),
    },
  },
  refuse: contended,
});

/** Makes the keeper's work due by `time`, unless it is due earlier. A keeper that holds the outbox sets the next time itself. */
export const dueBy = (record: OutboxRecord, time: Milliseconds | null): OutboxRecord =>
  time === null || record.lease !== null || (record.dueAt !== null && record.dueAt <= time)
    ? record
    : { ...record, dueAt: time };

/** The next state of an outbox, with other clauses of the same commit. */
export interface OutboxChange {
  readonly record: OutboxRecord;
  readonly clauses: readonly Clause[];
}

/** Changes an outbox, and repeats it when another change came first. @param change returns null when nothing is to be changed */
export const changeOutbox = (
  table: Table,
  retryPolicy: RetryPolicy,
  partnerId: string,
  change: (record: OutboxRecord) => OutboxChange | null,
): Promise<OutboxRecord> =>
  persist(retryPolicy, async () => {
    const record = await readOutbox(table, partnerId);
    const next = change(record);
    if (next === null) return record;
    await commit(table, [outboxClause(table, next.record), ...next.clauses]);
    return { ...next.record, revision: record.revision + 1 };
  });
