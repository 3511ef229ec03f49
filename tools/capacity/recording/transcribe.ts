import { keyText } from '@swift-worker/local-cloud/services/dynamodb-actions.ts';
import { child, text, type JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import type { Access } from '../../access-patterns/metered-table.ts';
import type { RecordedCall, RecordedOperation } from './recording.ts';

const partner = /^P#[0-9a-f-]{36}/;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Partitions that the service plans by a partner's size, and shards, by their planner; and ids of one operation as `{own}`.
 * Of the blocks of a search, each has a partition that all searches use: as one partition they are too slow rather than too fast.
 */
const names: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^P#\{partner\}#C$/, '{customers}'],
  [/^P#\{partner\}#I$/, '{instances}'],
  [/^P#\{partner\}#N#C$/, '{customerCounts}'],
  [/^P#\{partner\}#N#I$/, '{instanceCounts}'],
  [/^P#\{partner\}#DM#\d+\.\d+$/, '{message}'],
  [/^P#\{partner\}#J#\d+$/, '{journal}'],
  [/^P#\{partner\}#U#[\d-]+$/, '{usageFacts}'],
  [/^P#\{partner\}#S#.+$/, 'P#{partner}#S#BLOCKS'],
  [/#(IDEM|X|K|NUMBER)#.+$/, '#$1#{own}'],
  [/^KEY#.+$/, 'KEY#{partner}'],
  [/^(\w+)#\d+$/, '$1#{shard}'],
];

const named = (pk: string): string =>
  names.reduce(
    (template, [pattern, name]) => template.replace(pattern, name),
    pk.replace(partner, 'P#{partner}').replaceAll(uuid, '{own}'),
  );

/** The value of the partition key in a query's condition. */
const queriedPartition = (input: JsonObject): string => {
  const name = /^\S+ = (:\w+)/.exec(text(input, 'KeyConditionExpression') ?? '')?.[1] ?? '';
  return text(child(child(input, 'ExpressionAttributeValues') ?? {}, name) ?? {}, 'S') ?? '';
};

const callOf = ({ operation, request, items, read }: Access): RecordedCall => ({
  transaction: operation.startsWith('Transact'),
  items:
    operation === 'Query'
      ? [{ pk: named(queriedPartition(request.input)), read, write: 0, due: [] }]
      : items.map(({ action, entries, ...units }) => ({
          pk: named(keyText(action.item, 'pk') ?? ''),
          read: units.read,
          write: units.write,
          due: entries.map((entry) => [named(entry.partition), entry.write]),
        })),
});

/** The recorded table calls, without the ids of the scene. */
export const transcribed = (accesses: readonly Access[]): RecordedOperation =>
  Array.from(Map.groupBy(accesses, ({ round }) => round).values(), (round) => round.map(callOf));
