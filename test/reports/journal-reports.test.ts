import { describe, expect, test } from '@jest/globals';
import type { WaitingReport } from '../../lambdas/domain/delivery/waiting-report.ts';
import { journalReports, type JournalDeps } from '../../lambdas/reports/journal-reports.ts';
import { messageKey, messageName, namedMessage } from '../../lambdas/store/delivery/keys.ts';
import { instances, messageTable, partnerId, plainEvent, uuidOf } from '../delivery/reports.ts';
import { keepAll } from './keep-all.ts';

const now = Date.UTC(2026, 4, 20, 10, 30);
const other = uuidOf(1, 2);

const recordsOf = (count: number, status: 'sent' | 'failed' = 'sent'): readonly unknown[] => {
  const table = messageTable();
  return Array.from({ length: count }, (_, number) => {
    const reported = table.report(
      plainEvent(uuidOf(9, number), {
        status,
        message_id: `m-${number}`,
        instance_id: instances[number % 2] ?? '',
        occurred_at: now - number * 1_000,
        received_at: now,
      }),
    );
    return reported?.record;
  });
};

const ofPartner = (partner: string, record: unknown): unknown =>
  JSON.parse(JSON.stringify(record).replaceAll(partnerId, partner));

const keyOf = (number: number): string =>
  messageName(messageKey(partnerId, '1065', { kind: 'message_id', value: `m-${number}` }));

const never = (): Promise<void> => Promise.reject(new Error('not to be called'));

interface Calls {
  readonly journalled: (readonly [string, readonly WaitingReport[]])[];
  readonly parked: unknown[];
  readonly watched: unknown[];
  readonly errors: unknown[];
}

const open = (changes: Partial<JournalDeps> = {}): { readonly deps: JournalDeps; readonly reported: Calls } => {
  const reported: Calls = { journalled: [], parked: [], watched: [], errors: [] };
  const hear = (list: unknown[], entry: unknown): Promise<void> => {
    list.push(entry);
    return Promise.resolve();
  };
  const deps: JournalDeps = {
    clock: () => now,
    retryPolicy: { sleep: () => Promise.resolve(), random: () => 0 },
    forget: keepAll,
    journal: (...given) => hear(reported.journalled, given),
    watch: (...given) => hear(reported.watched, given),
    park: (...given) => hear(reported.parked, given),
    sendToFailedQueue: never,
    onError: (error) => reported.errors.push(error),
    ...changes,
  };
  return { deps, reported };
};

describe('a batch of the stream', () => {
  test('is journalled by partner', async () => {
    const { deps, reported } = open();
    const [first, second, third] = recordsOf(3);
    expect(await journalReports(deps, [first, ofPartner(other, second), third], Infinity)).toEqual([]);
    const found = reported.journalled.map(([partner, reports]) => [
      partner,
      reports.map(({ event }) => event.message_id),
    ]);
    expect(found).toEqual([
      [partnerId, ['m-0', 'm-2']],
      [other, ['m-1']],
    ]);
    expect(reported.journalled[0]?.[1][0]).toMatchObject({
      message: keyOf(0),
      known: [],
      event: { effect: { first: true } },
    });
    expect(reported.watched).toEqual([]);
  });

  test('updates the verdicts of instances whose messages failed, and goes on when an update fails', async () => {
    const { deps, reported } = open();
    expect(await journalReports(deps, recordsOf(3, 'failed'), Infinity)).toEqual([]);
    expect(reported.watched).toEqual([[partnerId, new Set(instances.slice(0, 2))]]);
    const failing = open({ watch: never });
    expect(await journalReports(failing.deps, recordsOf(3, 'failed'), Infinity)).toEqual([]);
    expect(failing.reported.journalled).toHaveLength(1);
    expect(failing.reported.errors).toHaveLength(1);
  });

  test('parks a partner whose journal cannot be written, after three tries, and journals the others', async () => {
    let tries = 0;
    const { deps, reported } = open();
    const journal: JournalDeps['journal'] = (partner, reports) => {
      if (partner === other) return deps.journal(partner, reports);
      tries += 1;
      return never();
    };
    const [first, second, third] = recordsOf(3);
    const records = [first, ofPartner(other, second), third];
    expect(await journalReports({ ...deps, journal }, records, Infinity)).toEqual([]);
    expect(tries).toBe(3);
    const reports = [0, 2].map((number) => ({ message: keyOf(number), known: [], brought: ['sent'] }));
    expect(reported.parked).toEqual([[partnerId, reports]]);
    expect(reported.journalled.map(([partner]) => partner)).toEqual([other]);
  });

  test('parks reports without a try when no time is left', async () => {
    const { deps, reported } = open({ journal: never });
    expect(await journalReports(deps, recordsOf(2), 0)).toEqual([]);
    expect(reported.parked).toHaveLength(1);
  });

  test('parks a report that cannot be read, and journals the others', async () => {
    const { deps, reported } = open();
    const strange = {
      eventName: 'INSERT',
      dynamodb: {
        Keys: { pk: { S: namedMessage(keyOf(7)).pk }, sk: { S: namedMessage(keyOf(7)).sk } },
        SequenceNumber: '77',
        NewImage: { s_read: { B: Buffer.from('of another version').toString('base64') }, ttl: { N: '5' } },
      },
    };
    expect(await journalReports(deps, [strange, ...recordsOf(2)], Infinity)).toEqual([]);
    expect(reported.parked).toEqual([[partnerId, [{ message: keyOf(7), known: [], brought: ['read'] }]]]);
    expect(reported.journalled[0]?.[1]).toHaveLength(2);
  });

  test('sends a record that is not a report to the failed queue, and journals the others', async () => {
    const partnerShards: unknown[] = [];
    const { deps, reported } = open({
      sendToFailedQueue: (record) => {
        partnerShards.push(record);
        return Promise.resolve();
      },
    });
    const strange = {
      eventName: 'INSERT',
      dynamodb: { Keys: { pk: { S: 'P#1' } }, SequenceNumber: '77', NewImage: {} },
    };
    expect(await journalReports(deps, [strange, ...recordsOf(2)], Infinity)).toEqual([]);
    expect(partnerShards).toEqual([strange]);
    expect(reported.journalled).toHaveLength(1);
  });

  test('returns the records that cannot be parked as failures', async () => {
    const { deps } = open({ journal: never, park: never });
    expect((await journalReports(deps, recordsOf(3), Infinity)).toSorted()).toEqual(['1', '2', '3']);
  });
});
