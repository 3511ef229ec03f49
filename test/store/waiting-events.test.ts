import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { WorkLost } from '../../lambdas/kernel/errors.ts';
import { isoOf, minute } from '../../lambdas/kernel/time.ts';
import { packEntry, unpackEntry } from '../../lambdas/store/customers/packed-entry.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { releaseConcurrencySlot, takeConcurrencySlot } from '../../lambdas/store/webhooks/concurrency-slots.ts';
import { endEvent } from '../../lambdas/store/webhooks/event-end.ts';
import { expireUndelivered, resendEvent } from '../../lambdas/store/webhooks/event-resend.ts';
import { followPrevious, moveToSlow, parkDue, postponeEvent } from '../../lambdas/store/webhooks/event-waits.ts';
import { claimEvent, eventLease, makeEventDue, type OutboxEvent } from '../../lambdas/store/webhooks/outbox-events.ts';
import { refusalClause, type Refusal } from '../../lambdas/store/webhooks/refusal.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const change = {
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
} as const;
const entry = packEntry({ entry: change, event: { type: 'service.partner.customer.updated', sequence: 1, data: {} } });

let table: TestTable;
let customers = 0;
let customer = '';
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  customer = `c${(customers += 1)}`;
});

const keyOf = (number: number) => keys.historyEntry('p', customer, number);
const stored = (number: number) => getItem(table, keyOf(number));

/** Stores an event that is due, with other attributes. @returns the item */
const stands = async (number: number, more: Item = {}): Promise<Item> => {
  const due = { due_shard: 'event#0', due_at: isoOf(now) };
  const item: Item = {
    ...keyOf(number),
    entry,
    event_id: `e${number}`,
    event_after: number - 1,
    ...due,
    ...more,
  };
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
  return (await stored(number)) ?? {};
};

const holder = () => ({ table, lease: eventLease(now + minute, 'worker-1') });
const notDue: Item = { due_shard: undefined, due_at: undefined };

const claimed = async (number: number, more: Item = {}): Promise<OutboxEvent> => {
  await stands(number, more);
  const event = await claimEvent(holder(), keyOf(number), now);
  if (event === null) throw new Error('the event was not claimed');
  return event;
};

describe('an event that ended', () => {
  it('is not claimed though it is due', async () => {
    const before = await stands(1, { event_end: 'given_up' });
    expect(await claimEvent(holder(), keyOf(1), now)).toBeNull();
    expect(await stored(1)).toEqual(before);
  });

  it.each<[string, Item, boolean]>([
    ['waits', notDue, true],
    ['ended', { ...notDue, event_end: 'delivered' }, false],
    ['is due already', { due_at: isoOf(now + minute) }, false],
  ])('with a follower that %s: %j, due now: %j', async (_, follower, isMade) => {
    const event = await claimed(1, { event_follower: 2 });
    const before = await stands(2, follower);
    await endEvent(holder(), event, { kind: 'given_up' }, now);
    expect(await stored(1)).toMatchObject({ event_end: 'given_up' });
    const after = await stored(2);
    expect(after?.['due_at']).toBe(isMade ? isoOf(now) : before['due_at']);
  });

  it.each<[string, Refusal | null]>([
    ['without a condition', null],
    ['under a condition', { kind: 'absent' }],
  ])('%s with a follower that came since it was claimed makes that due', async (_, refusal) => {
    const event = await claimed(1);
    const { lease } = holder();
    await stands(1, { lease, event_follower: 2 });
    await stands(2, notDue);
    await endEvent(holder(), event, { kind: 'given_up' }, now, refusal && refusalClause(table, 'p', refusal));
    expect(await stored(1)).toMatchObject({ event_end: 'given_up' });
    expect(await stored(2)).toMatchObject({ due_at: isoOf(now) });
  });

  it('does not leave its follower waiting after a commit that failed', async () => {
    const event = await claimed(1, { event_follower: 2 });
    const before = [await stored(1), await stands(2, notDue)];
    let failures = 1;
    const failing = interposed(table, (command, send) =>
      command instanceof TransactWriteCommand && failures-- > 0 ? Promise.reject(new Error('no answer')) : send(),
    );
    const ending = endEvent({ ...holder(), table: failing }, event, { kind: 'given_up' }, now);
    await expect(ending).rejects.toThrow('no answer');
    expect([await stored(1), await stored(2)]).toEqual(before);
  });

  it('does not bring back a follower that was erased', async () => {
    await endEvent(holder(), await claimed(1, { event_follower: 2 }), { kind: 'given_up' }, now);
    expect(await stored(2)).toBeUndefined();
  });

  it('gets no follower, and neither does one that was erased', async () => {
    const event = await claimed(2);
    expect(await followPrevious(holder(), event)).toBe(false);
    expect(await stored(1)).toBeUndefined();
    await stands(1, { event_end: 'delivered' });
    expect(await followPrevious(holder(), event)).toBe(false);
    expect(await stored(1)).not.toHaveProperty('event_follower');
    await stands(1);
    expect(await followPrevious(holder(), event)).toBe(true);
    expect(await stored(1)).toMatchObject({ event_follower: 2 });
    expect(await stored(2)).not.toHaveProperty('due_at');
  });
});

describe('an event', () => {
  it.each<[string, Item]>([
    ['that another worker holds', { lease: eventLease(now, 'worker-2') }],
    ['that is due later', { due_at: isoOf(now + 1) }],
    ['that is parked', { due_shard: 'parked#0' }],
  ])('%s is not claimed, moved to the slow workers or parked', async (_, more) => {
    const before = await stands(1, more);
    await moveToSlow(table, keyOf(1), now);
    await parkDue(table, 'p', keyOf(1), now);
    if (more['due_shard'] === undefined) {
      await makeEventDue(table, keyOf(1), now);
      expect(await claimEvent(holder(), keyOf(1), now)).toBeNull();
    }
    expect(await stored(1)).toEqual(before);
  });

  it('of another worker is not postponed', async () => {
    const event = await claimed(1);
    const before = await stored(1);
    const other = { table, lease: eventLease(now + minute, 'worker-2') };
    await expect(postponeEvent(other, event, now + minute)).rejects.toBeInstanceOf(WorkLost);
    expect(await stored(1)).toEqual(before);
  });

  it.each<[string, Refusal | null, Item]>([
    ['without a condition', null, {}],
    ['under a condition', { kind: 'absent' }, {}],
    ['before a follower under a condition', { kind: 'absent' }, { event_follower: 2 }],
  ])('of another worker is not ended %s', async (_, refusal, more) => {
    const event = await claimed(1);
    const before = await stands(1, { ...more, lease: eventLease(now + minute, 'worker-2') });
    const condition = refusal && refusalClause(table, 'p', refusal);
    await expect(endEvent(holder(), event, { kind: 'given_up' }, now, condition)).rejects.toBeInstanceOf(WorkLost);
    expect(await stored(1)).toEqual(before);
  });

  it('is sent again only after it ended', async () => {
    const event = await claimed(1);
    const before = await stored(1);
    expect(await resendEvent(table, event, now + minute)).toBe(false);
    expect(await stored(1)).toEqual(before);
  });

  it.each([
    ['is waiting for its endpoint', { due_shard: 'parked#0' }],
    ['ended undelivered later', { due_shard: 'undelivered#p', due_at: isoOf(now + 1) }],
  ])('keeps its content when it %s', async (_, more) => {
    const before = await stands(1, more);
    await expireUndelivered(table, 'p', keyOf(1), now);
    expect(await stored(1)).toEqual(before);
  });
});

describe('an undelivered event', () => {
  const undelivered = { due_shard: 'undelivered#p', event_end: 'given_up' };
  const rewritten = packEntry({ entry: { ...change, request_id: 'other' }, event: null });

  /** The table, where the entry is rewritten just before the first update. */
  const rewriting = (): Table => {
    let isFirst = true;
    return interposed(table, async (command, send) => {
      if (isFirst && command instanceof UpdateCommand) {
        isFirst = false;
        await stands(1, { ...undelivered, entry: rewritten });
      }
      return send();
    });
  };

  it('loses its content when its time has come', async () => {
    await stands(1, undelivered);
    await expireUndelivered(table, 'p', keyOf(1), now);
    const after = await stored(1);
    expect(after).not.toHaveProperty('due_at');
    expect(unpackEntry(after?.['entry']).event?.data).toBeUndefined();
  });

  it('keeps an entry that was rewritten meanwhile', async () => {
    await stands(1, undelivered);
    await expireUndelivered(rewriting(), 'p', keyOf(1), now);
    expect(await stored(1)).toMatchObject({ ...undelivered, entry: rewritten });
  });

  it('is not sent again when its content was erased meanwhile', async () => {
    const event = await claimed(1);
    await stands(1, undelivered);
    expect(await resendEvent(rewriting(), event, now)).toBe(false);
    expect(await stored(1)).toMatchObject(undelivered);
  });
});

describe('a concurrency slot', () => {
  const take = (at: number, until: number) => takeConcurrencySlot(table, customer, 1, at, until, () => 0);

  it('is taken once until its end', async () => {
    expect(await take(now, now + minute)).not.toBeNull();
    expect(await take(now + minute - 1, now + 2 * minute)).toBeNull();
    expect(await take(now + minute, now + 2 * minute)).not.toBeNull();
  });

  it('is not released by the worker that had it before', async () => {
    const late = await take(now, now + minute);
    const held = await take(now + minute, now + 2 * minute);
    if (late === null || held === null) throw new Error('there was no slot');
    await releaseConcurrencySlot(table, late);
    expect(await take(now + minute, now + 3 * minute)).toBeNull();
    await releaseConcurrencySlot(table, held);
    expect(await take(now + minute, now + 3 * minute)).not.toBeNull();
  });
});
