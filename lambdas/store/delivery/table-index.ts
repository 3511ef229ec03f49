import {
  BatchGetCommand,
  BatchWriteCommand,
  QueryCommand,
  type BatchGetCommandInput,
  type BatchWriteCommandInput,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { commit, contended, type Clause } from '../table/commit.ts';
import type { Item, Table } from '../table/table.ts';
import { untilProcessed } from '../table/unprocessed.ts';
import type { Consistency, DeliveryIndex, IndexItem, NodeWrite, SegmentWrite } from './delivery-index.ts';
import type { SortRange } from './keys.ts';

const indexItem = z.object({ sk: z.string(), version: z.optional(z.number()), body: z.instanceof(Uint8Array) });

const parsed = (item: Item): IndexItem => {
  const { sk, version = 0, body } = indexItem.parse(item);
  return { sk, version, body };
};

type BatchKeys = NonNullable<BatchGetCommandInput['RequestItems']>;
type BatchWrites = NonNullable<BatchWriteCommandInput['RequestItems']>;

const getParams = (
  table: string,
  partition: string,
  sortKeys: readonly string[],
  consistency: Consistency,
): { readonly RequestItems: BatchKeys } => ({
  RequestItems: {
    [table]: { Keys: sortKeys.map((sk) => ({ pk: partition, sk })), ConsistentRead: consistency === 'strong' },
  },
});

const rangeParams = (
  table: string,
  partition: string,
  range: SortRange,
  consistency: Consistency,
): QueryCommandInput => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
  ExpressionAttributeValues: { ':pk': partition, ':first': range.first, ':last': range.last },
  ConsistentRead: consistency === 'strong',
});

/** A node is replaced whole, and only the version that was read. */
const nodeClause = (table: string, partition: string, node: NodeWrite): Clause => ({
  name: `${node.sk} is as it was read`,
  write: {
    Put: {
      TableName: table,
      Item: { pk: partition, sk: node.sk, version: node.version + 1, body: node.body, ttl: node.ttl },
      ...(node.version === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#version = :version',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':version': node.version },
          }),
    },
  },
  refuse: contended,
});

const chunksOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) => items.slice(chunk * size, (chunk + 1) * size));

const someOf = <T extends object>(left: T | undefined): T | undefined =>
  left === undefined || Object.keys(left).length === 0 ? undefined : left;

const getBatch = async (table: Table, wanted: BatchKeys): Promise<readonly Item[]> => {
  const found: Item[] = [];
  await untilProcessed(table.retryPolicy, wanted, async (asked) => {
    const answer = await table.client.send(new BatchGetCommand({ RequestItems: asked }));
    found.push(...(answer.Responses?.[table.name] ?? []));
    return someOf<BatchKeys>(answer.UnprocessedKeys);
  });
  return found;
};

const writeBatch = (table: Table, writes: NonNullable<BatchWrites[string]>): Promise<void> =>
  untilProcessed<BatchWrites>(table.retryPolicy, { [table.name]: writes }, async (asked) => {
    const answer = await table.client.send(new BatchWriteCommand({ RequestItems: asked }));
    return someOf<BatchWrites>(answer.UnprocessedItems);
  });

const putSegment = (partition: string, { sk, body, ttl }: SegmentWrite) => ({
  PutRequest: { Item: { pk: partition, sk, body, ttl } },
});

const mostKeys = 100;
const mostWrites = 25;

/** The delivery index in the service's table. */
export const tableIndex = (table: Table): DeliveryIndex => ({
  get: async (partition, sortKeys, consistency) => {
    const batches = chunksOf(sortKeys, mostKeys).map((chunk) =>
      getBatch(table, getParams(table.name, partition, chunk, consistency).RequestItems),
    );
    const items = (await Promise.all(batches)).flat().map(parsed);
    return new Map(items.map((item) => [item.sk, item]));
  },
  range: async (partition, range, consistency) => {
    const items: IndexItem[] = [];
    let start: Item | undefined;
    do {
      const page: QueryCommandInput = {
        ...rangeParams(table.name, partition, range, consistency),
        ExclusiveStartKey: start,
      };
      const answer = await table.client.send(new QueryCommand(page));
      items.push(...(answer.Items ?? []).map(parsed));
      start = answer.LastEvaluatedKey;
    } while (start !== undefined);
    return items;
  },
  putSegments: async (partition, segments) => {
    const writes = segments.map((segment) => putSegment(partition, segment));
    await Promise.all(chunksOf(writes, mostWrites).map((chunk) => writeBatch(table, [...chunk])));
  },
  commit: (partition, nodes) =>
    commit(
      table,
      nodes.map((node) => nodeClause(table.name, partition, node)),
    ),
  remove: async (partition, sortKeys) => {
    const writes = sortKeys.map((sk) => ({ DeleteRequest: { Key: { pk: partition, sk } } }));
    await Promise.all(chunksOf(writes, mostWrites).map((chunk) => writeBatch(table, [...chunk])));
  },
});
