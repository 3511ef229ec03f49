import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { WorkLost } from '../../lambdas/kernel/errors.ts';
import {
  claimItem,
  finished,
  paused,
  record,
  recordIf,
  removeWork,
  renewed,
  type Changes,
  type HeldWork,
} from '../../lambdas/store/table/work.ts';
import { resendEvent } from '../../lambdas/store/webhooks/event-resend.ts';
import { claimEvent, entryKey, eventLease, type OutboxEvent } from '../../lambdas/store/webhooks/outbox-events.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { packEntry } from '../../lambdas/store/customers/packed-entry.ts';
import { releaseLease, takeLease, type PartnerClaim } from '../../lambdas/store/table/receipts.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const put = (item: Item): Promise<unknown> =>
  table.client.send(new PutCommand({ TableName: table.name, Item: { ...item } }));

/** The table through a client whose first write is applied and repeated, as after a lost response. */
const repeating = (): Table => {
  let isFirst = true;
  return interposed(table, async (command, send) => {
    if (isFirst && !(command instanceof GetCommand)) {
      isFirst = false;
      await send();
    }
    return send();
  });
};

/** The table while a transaction has the item, for a number of requests. */
const conflicting = (times: number, pauses: number[]): Table => {
  let left = times;
  const busy = interposed(table, (_, send) => {
    left -= 1;
    return left >= 0 ? Promise.reject(new TransactionConflictException({ message: 'ongoing', $metadata: {} })) : send();
  });
  const sleep = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  return { ...busy, retryPolicy: { random: () => 1, sleep } };
};

const now = Date.UTC(2026, 0, 1);
const later = now + 60_000;

describe('a claim of due work', () => {
  const key = (sk: string) => ({ pk: 'due', sk });
  const due = (sk: string, more: Item = {}) => put({ ...key(sk), due_shard: 'job#0', due_at: isoOf(now), ...more });

  test('is known to be held when its response was lost', async () => {
    await due('lost', { note: 'mine' });
    expect(await claimItem(repeating(), key('lost'), now, later, 'worker-1')).toEqual({
      ...key('lost'),
      due_shard: 'job#0',
      due_at: isoOf(later),
      lease: 'worker-1',
      note: 'mine',
    });
  });

  test('is refused when another worker holds it', async () => {
    await due('taken');
    expect(await claimItem(table, key('taken'), now, later, 'worker-1')).not.toBeNull();
    expect(await claimItem(table, key('taken'), now, later, 'worker-2')).toBeNull();
  });

  test('is refused when the work is due later, or gone', async () => {
    await due('later', { due_at: isoOf(later) });
    expect(await claimItem(table, key('later'), now, later, 'worker-1')).toBeNull();
    expect(await claimItem(table, key('gone'), now, later, 'worker-1')).toBeNull();
  });

  test('waits for the transaction that has the item', async () => {
    await due('conflict');
    const pauses: number[] = [];
    expect(await claimItem(conflicting(2, pauses), key('conflict'), now, later, 'worker-1')).toMatchObject({
      lease: 'worker-1',
    });
    expect(pauses).toHaveLength(2);
  });
});

describe('a step of work', () => {
  const key = { pk: 'work', sk: 'step' };
  const heldBy = (lease: string, through: Table): HeldWork => ({ table: through, key, lease });
  const seen = new Uint8Array([1, 2, 3]);
  const begin = (more: Item = {}) =>
    put({ ...key, due_shard: 'job#0', due_at: isoOf(now), lease: 'worker-1', cursor: null, ...more });

  const steps: readonly (readonly [string, Changes])[] = [
    ['that keeps the work', { ...renewed(later), cursor: 'x' }],
    ['that leaves the work for later', { ...paused(later), cursor: 'x', seen, erased: { instances: 1 } }],
    ['that ends the work', { ...finished, finished: true, cursor: undefined }],
  ];

  test.each(steps)('%s is known to be recorded when its response was lost', async (_, changes) => {
    await begin();
    await record(heldBy('worker-1', repeating()), changes);
    const existing: Item = { ...(await getItem(table, key)) };
    for (const [name, value] of Object.entries(changes)) expect([name, existing[name]]).toEqual([name, value]);
  });

  test.each(steps)('%s fails when another worker has the work', async (_, changes) => {
    await begin();
    const before = await getItem(table, key);
    await expect(record(heldBy('worker-2', table), changes)).rejects.toThrow(WorkLost);
    expect(await getItem(table, key)).toEqual(before);
  });

  test('that another worker recorded is not mistaken for its own', async () => {
    await begin();
    await record(heldBy('worker-1', table), { ...paused(later), cursor: 'y' });
    await expect(record(heldBy('worker-1', table), { ...paused(later), cursor: 'x' })).rejects.toThrow(WorkLost);
  });

  test('waits for the transaction that has the item', async () => {
    await begin();
    const pauses: number[] = [];
    await record(heldBy('worker-1', conflicting(2, pauses)), finished);
    expect(pauses).toHaveLength(2);
    expect(await getItem(table, key)).not.toHaveProperty('due_at');
  });

  test('with a further condition returns the existing item when that fails, and keeps the work', async () => {
    await begin({ event_follower: 3 });
    const held = heldBy('worker-1', table);
    expect(await recordIf(held, { event_follower: undefined }, finished)).toMatchObject({ event_follower: 3 });
    expect(await recordIf(held, { event_follower: 3 }, finished)).toBeNull();
  });

  test('that removes the work is known to have done so when its response was lost', async () => {
    await begin({ revision: 4 });
    expect(await removeWork(heldBy('worker-1', repeating()), 4)).toBe(true);
    expect(await getItem(table, key)).toBeUndefined();
  });

  test('that removes the work fails when more was added, or when another worker has it', async () => {
    await begin({ revision: 5 });
    expect(await removeWork(heldBy('worker-1', table), 4)).toBe(false);
    await expect(removeWork(heldBy('worker-2', table), 5)).rejects.toThrow(WorkLost);
  });
});

const eventEntry = packEntry({
  entry: {
    id: 'e',
    event: 'customer_updated',
    origin: 'api',
    actor: { type: 'partner_key', id: 'k' },
    changed_fields: [],
    previous: {},
    new: {},
    reason: null,
    related: {},
    request_id: 'r',
    created_at: isoOf(now),
  },
  event: { type: 'service.partner.customer.updated', sequence: 1, data: {} },
});

describe('the claim of an event', () => {
  const key = keys.historyEntry('p', 'claimed', 1);
  const lease = eventLease(later, 'worker-1');
  const stands = (attributes: Item): Promise<unknown> =>
    put({ ...key, entry: eventEntry, event_id: 'e', event_after: 0, due_shard: 'event#0', ...attributes });

  test('is the worker’s own when its response was lost, and keeps the order of the event', async () => {
    await stands({ due_at: isoOf(now) });
    expect(await claimEvent({ table: repeating(), lease }, key, now)).toMatchObject({ id: 'e' });
    expect(await getItem(table, key)).toMatchObject({ due_shard: 'event#0', due_at: isoOf(now), lease });
  });

  test('is refused while another worker has the event, and before its time', async () => {
    await stands({ due_at: isoOf(now), lease: eventLease(later, 'worker-2') });
    expect(await claimEvent({ table, lease }, key, now)).toBeNull();
    expect(await claimEvent({ table, lease }, key, later)).toBeNull();
    expect(await claimEvent({ table, lease }, key, later + 1)).toMatchObject({ id: 'e' });
    await stands({ due_at: isoOf(later) });
    expect(await claimEvent({ table, lease }, key, now)).toBeNull();
  });
});

describe('an event that is sent again', () => {
  const event: OutboxEvent = {
    partnerId: 'p',
    customerId: 'c',
    number: 7,
    id: '01920001-0000-7000-8000-000000000007',
    previous: 0,
    requestId: 'r',
    follower: null,
    content: null,
    isTried: false,
    packed: new Uint8Array(),
    attempts: 3,
    end: 'given_up',
    turn: 1,
    delivered: null,
    firstDelivered: null,
    resentBy: null,
    expiresAt: null,
    reachesWorker: () => false,
  };

  test('is known to be due when the response was lost', async () => {
    await put({ ...entryKey(event), entry: eventEntry, event_end: 'given_up' });
    expect(await resendEvent(repeating(), event, now)).toBe(true);
  });

  test('is not sent again when it has not ended', async () => {
    await put({ ...entryKey(event), entry: eventEntry, due_shard: 'event#0', due_at: isoOf(later) });
    expect(await resendEvent(table, event, now)).toBe(false);
  });
});

describe('the lease of an idempotency key', () => {
  const deadline = { calls: later, answer: new AbortController().signal, end: later };
  const claim = (key: string): PartnerClaim => ({
    partnerId: 'p',
    now,
    key,
    fingerprint: 'f',
    fence: null,
    began: now,
  });

  test('is known to be held when its response was lost', async () => {
    const held = await takeLease(repeating(), claim('lost'), 'call-1', deadline);
    expect(held).toMatchObject({ fence: 1 });
    await releaseLease(table, held);
    expect(await getItem(table, keys.receipt('p', 'lost'))).toMatchObject({ lease_until: 0 });
  });

  test('is refused to another call at the same time', async () => {
    await takeLease(table, claim('same'), 'call-1', deadline);
    await expect(takeLease(table, claim('same'), 'call-2', deadline)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
  });
});
