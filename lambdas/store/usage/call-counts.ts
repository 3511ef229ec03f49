import * as z from 'zod/mini';
import { recordShards } from '../../domain/size.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import { factTtl } from './fact-ttl.ts';

export const callCountPrefix = 'N#';

/** Running numbers of one environment. Both only grow. */
export interface CallCount {
  /** Calls that began. */
  readonly calls: number;
  /** Those of them that the operation refused with 429. */
  readonly limited: number;
}

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
 * Writes the running numbers of a counter, so that a repeated write counts nothing twice. A number that is behind the stored one came
 * late, and is left out.
 */
export const writeCallCount = async (
  table: Table,
  { partnerId, day, id, isSpread }: CounterPlace,
  { calls, limited }: CallCount,
): Promise<void> => {
  const place = isSpread ? parseInt(id.slice(-2), 16) % recordShards : null;
  await tryUpdate(table, {
    Key: { ...keys.usageFact(partnerId, day, place, `${callCountPrefix}${id}`) },
    UpdateExpression: 'SET calls = :calls, calls_limited = :limited, #ttl = :ttl',
    ConditionExpression: 'attribute_not_exists(pk) OR (calls <= :calls AND calls_limited <= :limited)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':calls': calls, ':limited': limited, ':ttl': factTtl(day) },
  });
};

const countItem = z.object({ calls: z.number(), calls_limited: z.number() });

export const countedCallsOf = (item: Item): number => {
  const { calls, calls_limited: limited } = countItem.parse(item);
  return calls - limited;
};
