import * as z from 'zod/mini';
import { recordShards } from '../../domain/size.ts';
import type { ClientCalls } from '../../domain/usage/client-version.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import { factTtl } from './fact-ttl.ts';

export const callCountPrefix = 'N#';

/** Whose calls of which day an environment counts. */
export interface CounterPlace {
  readonly partnerId: string;
  readonly day: UtcDay;
  /** A UUID of the counter. */
  readonly id: string;
  /** Whether the partner's counters are in many partitions. */
  readonly isSpread: boolean;
}

/**
 * Writes the running number of a counter, so that a repeated write counts nothing twice. A number that is behind the stored one came
 * late, and is left out. Version 1.1.0 subtracts `calls_limited`, the calls that were refused with 429 after they had been counted.
 */
export const writeCallCount = async (
  table: Table,
  { partnerId, day, id, isSpread }: CounterPlace,
  calls: number,
  clients: ClientCalls,
): Promise<void> => {
  const place = isSpread ? parseInt(id.slice(-2), 16) % recordShards : null;
  const hasClients = Object.keys(clients).length > 0;
  await tryUpdate(table, {
    Key: { ...keys.usageFact(partnerId, day, place, `${callCountPrefix}${id}`) },
    UpdateExpression: `SET calls = :calls, calls_limited = :none, #ttl = :ttl${hasClients ? ', clients = :clients' : ''}`,
    ConditionExpression: 'attribute_not_exists(pk) OR calls <= :calls',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':calls': calls,
      ':none': 0,
      ':ttl': factTtl(day),
      ...(hasClients && { ':clients': clients }),
    },
  });
};

const countItem = z.object({
  calls: z.number(),
  calls_limited: z.number(),
  /** Of the calls by clients of ours. */
  clients: z._default(z.record(z.string(), z.number()), {}),
});

export const countedCallsOf = (item: Item): number => {
  const { calls, calls_limited: limited } = countItem.parse(item);
  return calls - limited;
};

export const clientsOf = (item: Item): ClientCalls => countItem.parse(item).clients;
