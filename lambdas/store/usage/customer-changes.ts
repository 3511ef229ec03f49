import * as z from 'zod/mini';
import type { CustomerStatus } from '../../domain/customer.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { countClauses } from '../table/span-counts.ts';
import type { Item, Table } from '../table/table.ts';
import { factTtl } from './fact-ttl.ts';

export const customersPrefix = 'C#';

/** So that few commits meet on an item. */
const lanes = 8;

/** An existing customer's change of status. */
export interface CustomerMove {
  readonly id: string;
  readonly from: CustomerStatus;
  readonly to: CustomerStatus;
  readonly at: Milliseconds;
}

/** Counts a customer's change of status for lists, and for usage whether it became active or stopped being so. Names no customer. */
export const customerMoveClauses = (table: Table, partnerId: string, move: CustomerMove): readonly Clause[] => {
  const counts = countClauses(table, partnerId, 'C', move);
  const change = Number(move.to === 'active') - Number(move.from === 'active');
  if (change === 0) return counts;
  const day = utcDayOf(move.at);
  const lane = parseInt(move.id.slice(-1), 16) % lanes;
  const update = {
    TableName: table.name,
    Key: { ...keys.usageFact(partnerId, day, null, `${customersPrefix}${lane}`) },
    UpdateExpression: 'SET #ttl = :ttl ADD #counted :one',
    ExpressionAttributeNames: { '#ttl': 'ttl', '#counted': change > 0 ? 'gained' : 'lost' },
    ExpressionAttributeValues: { ':one': 1, ':ttl': factTtl(day) },
  };
  return [...counts, { name: 'the active customers of the day are counted', write: { Update: update } }];
};

const laneItem = z.object({ gained: z._default(z.number(), 0), lost: z._default(z.number(), 0) });

/** Customers that became active, and those that stopped being so. Both numbers only grow. */
export interface ActiveChanges {
  readonly gained: number;
  readonly lost: number;
}

/** @param lanes of one day or of several */
export const activeChangesOf = (lanes: readonly Item[]): ActiveChanges => {
  const all = lanes.map((lane) => laneItem.parse(lane));
  return {
    gained: all.reduce((sum, { gained }) => sum + gained, 0),
    lost: all.reduce((sum, { lost }) => sum + lost, 0),
  };
};
