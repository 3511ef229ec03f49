import { commit } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { customerClause, customerRecordOf, type CustomerRecord } from './customers.ts';
import { unpackEntry } from './packed-entry.ts';

const entriesAfter = (table: Table, partnerId: string, customerId: string, number: number): Promise<readonly Item[]> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.historyEntry(partnerId, customerId, 0).pk,
      ':first': keys.historyEntry(partnerId, customerId, number + 1).sk,
      ':last': 'H#~',
    },
    ProjectionExpression: 'sk, entry',
    ConsistentRead: true,
  });

const counting = (record: CustomerRecord, item: Item): CustomerRecord => {
  const historyCount = Number(String(item['sk']).slice('H#'.length));
  const { event } = unpackEntry(item['entry']);
  return event === null
    ? { ...record, historyCount }
    : { ...record, historyCount, eventSequence: event.sequence, lastEvent: historyCount };
};

/**
 * Counts the entries that are ahead of their customer's record, so that the next change has the number after them. Between
 * the regions of a global table, entry and record arrive apart: after a fail-over an entry may be there without the record
 * of its commit. Within a region there are none, and nothing is written.
 * @throws Contended
 */
export const countEntriesAhead = async (table: Table, partnerId: string, customerId: string): Promise<void> => {
  const item = await getItem(table, keys.customer(partnerId, customerId));
  if (item === undefined) return;
  const record = customerRecordOf(item);
  const ahead = await entriesAfter(table, partnerId, customerId, record.historyCount);
  if (ahead.length === 0) return;
  const next = ahead.reduce(counting, record);
  await commit(table, [customerClause(table, partnerId, { ...next, revision: record.revision + 1 })]);
};
