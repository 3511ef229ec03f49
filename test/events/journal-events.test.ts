import { describe, expect, test } from '@jest/globals';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { journalEvents, type EventJournalDeps } from '../../lambdas/events/journal/journal-events.ts';
import { traceParams } from '../../lambdas/store/customers/history.ts';
import type { EventRow } from '../../lambdas/store/webhooks/event-row.ts';
import { uuidOf } from '../delivery/reports.ts';

const now = Date.UTC(2026, 4, 20, 10, 30);
const day = 86_400_000;
const [partnerId, other] = [uuidOf(1, 1), uuidOf(1, 2)];

type Attributes = Readonly<Record<string, unknown>>;

/** The attributes of an event's item in the stream's JSON. */
const imageOf = (number: number, at: number, changes: Attributes): Attributes => {
  const id = uuidOf(5, number);
  const created_at = isoOf(at);
  const { Put: { Item: item = {} } = {} } = traceParams('', {
    partnerId,
    customerId: uuidOf(2, 1),
    number,
    previousEvent: 0,
    idempotencyKey: null,
    entry: {
      id,
      event: 'customer_updated',
      origin: 'api',
      actor: { type: 'partner_key', id: 'key' },
      changed_fields: [],
      previous: {},
      new: {},
      reason: null,
      related: {},
      request_id: id,
      created_at,
    },
    event: {
      id,
      type: 'service.partner.customer.erased',
      timestamp: created_at,
      partner_id: partnerId,
      sequence: number,
      external_customer_id: null,
      data: { customer_id: uuidOf(2, 1), erasure_id: id },
    },
  });
  const { entry } = item;
  return {
    event_id: { S: id },
    event_after: { N: '0' },
    ...(entry instanceof Uint8Array && { entry: { B: Buffer.from(entry).toString('base64') } }),
    ...changes,
  };
};

const keysOf = (number: number) => ({
  pk: { S: `P#${partnerId}#C#${uuidOf(2, 1)}` },
  sk: { S: `H#${String(number).padStart(10, '0')}` },
});

const inserted = (number: number, { at = now, changes = {} }: { at?: number; changes?: Attributes } = {}): unknown => ({
  eventName: 'INSERT',
  dynamodb: { Keys: keysOf(number), SequenceNumber: `${number}`, NewImage: imageOf(number, at, changes) },
});

const ended = { event_end: { S: 'delivered' }, event_turn: { N: '1' } };

const modified = (number: number, before: Attributes, after: Attributes): unknown => ({
  eventName: 'MODIFY',
  dynamodb: {
    Keys: keysOf(number),
    SequenceNumber: `${number}0`,
    OldImage: imageOf(number, now, before),
    NewImage: imageOf(number, now, after),
  },
});

const ofPartner = (partner: string, record: unknown): unknown =>
  JSON.parse(JSON.stringify(record).replaceAll(partnerId, partner));

interface Calls {
  readonly added: (readonly [string, readonly EventRow[]])[];
  readonly failed: unknown[];
  readonly errors: unknown[];
}

const open = (changes: Partial<EventJournalDeps> = {}): { readonly deps: EventJournalDeps; readonly calls: Calls } => {
  const calls: Calls = { added: [], failed: [], errors: [] };
  const deps: EventJournalDeps = {
    clock: () => now,
    retryPolicy: { sleep: () => Promise.resolve(), random: () => 0 },
    add: (...given) => {
      calls.added.push(given);
      return Promise.resolve();
    },
    sendToFailedQueue: (record) => {
      calls.failed.push(record);
      return Promise.resolve();
    },
    onError: (error) => calls.errors.push(error),
    ...changes,
  };
  return { deps, calls };
};

const rowsOf = ({ added }: Calls) =>
  added.flatMap(([, rows]) => rows.map(({ number, turn, end }) => ({ number, turn, end })));

describe('a batch of the stream', () => {
  test('is added by partner, with the newest state of each event', async () => {
    const { deps, calls } = open();
    const records = [inserted(1), modified(1, {}, ended), ofPartner(other, inserted(2)), inserted(3)];
    expect(await journalEvents(deps, records.toReversed(), Infinity)).toEqual([]);
    expect(new Map(calls.added.map(([partner, rows]) => [partner, rows.length]))).toEqual(
      new Map([
        [partnerId, 2],
        [other, 1],
      ]),
    );
    const own = rowsOf(calls).toSorted((left, right) => left.number - right.number);
    expect(own).toEqual([
      { number: 1, turn: 1, end: 'delivered' },
      { number: 2, turn: 0, end: null },
      { number: 3, turn: 0, end: null },
    ]);
  });

  test('adds nothing for a change that neither ends an event nor makes it due again', async () => {
    const { deps, calls } = open();
    const postponed = modified(1, {}, { event_attempts: { N: '1' } });
    const scrubbed = modified(2, ended, { ...ended, entry: { B: 'AQ==' } });
    expect(await journalEvents(deps, [postponed, scrubbed], Infinity)).toEqual([]);
    expect(calls).toEqual({ added: [], failed: [], errors: [] });
  });

  test('adds an event that is made due again', async () => {
    const { deps, calls } = open();
    await journalEvents(deps, [modified(1, ended, { event_turn: { N: '2' } })], Infinity);
    expect(rowsOf(calls)).toEqual([{ number: 1, turn: 2, end: null }]);
  });

  test('adds the end of an event by a worker that counts no turns', async () => {
    const { deps, calls } = open();
    await journalEvents(deps, [modified(1, {}, { event_end: { S: 'given_up' } })], Infinity);
    expect(rowsOf(calls)).toEqual([{ number: 1, turn: 1, end: 'given_up' }]);
  });

  test('sends a record that cannot be read to the failed queue, and adds the others', async () => {
    const { deps, calls } = open();
    const later = inserted(1, { changes: { entry: { B: Buffer.of(99).toString('base64') } } });
    const stranger = { eventName: 'INSERT', dynamodb: { Keys: keysOf(2) } };
    expect(await journalEvents(deps, [later, stranger, inserted(3)], Infinity)).toEqual([]);
    expect(calls.failed).toEqual([later, stranger]);
    expect(rowsOf(calls).map(({ number }) => number)).toEqual([3]);
  });

  test('returns the records of a partner whose list takes nothing, after three tries, and adds the others', async () => {
    let tries = 0;
    const { deps, calls } = open();
    const add: EventJournalDeps['add'] = (partner, rows) => {
      if (partner === partnerId) return deps.add(partner, rows);
      tries += 1;
      return Promise.reject(new Error('the table takes nothing'));
    };
    const records = [inserted(1), ofPartner(other, inserted(2))];
    expect(await journalEvents({ ...deps, add }, records, Infinity)).toEqual(['2']);
    expect([tries, calls.errors.length]).toEqual([3, 1]);
    expect(rowsOf(calls).map(({ number }) => number)).toEqual([1]);
  });

  test('adds no event that is no longer listed, such as one that a restore copies', async () => {
    const { deps, calls } = open();
    await journalEvents(deps, [inserted(1, { at: now - 30 * day - 1 }), inserted(2, { at: now - 30 * day })], Infinity);
    expect(rowsOf(calls).map(({ number }) => number)).toEqual([2]);
  });
});
