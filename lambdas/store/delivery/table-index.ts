import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchesOf } from '../../domain/batches.ts';
import { commit, contended, type Clause } from '../table/commit.ts';
import { queryAll } from '../table/query.ts';
import { findItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { untilProcessed } from '../table/unprocessed.ts';
import type { DeliveryIndex, IndexItem, NodeWrite, SegmentWrite } from './delivery-index.ts';

const indexItem = z.object({ sk: z.string(), version: z.optional(z.number()), body: z.instanceof(Uint8Array) });

const parsed = (item: Item): IndexItem => {
  const { sk, version = 0, body } = indexItem.parse(item);
  return { sk, version, body };
};

type BatchWrites = NonNullable<BatchWriteCommandInput['RequestItems']>;

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

const writeBatch = (table: Table, writes: NonNullable<BatchWrites[string]>): Promise<void> =>
  untilProcessed<BatchWrites>(table.retryPolicy, { [table.name]: writes }, async (asked) => {
    const answer = await table.client.send(new BatchWriteCommand({ RequestItems: asked }));
    const left = answer.UnprocessedItems ?? {};
    return Object.keys(left).length === 0 ? undefined : left;
  });

const putSegment = (partition: string, { sk, body, ttl }: SegmentWrite) => ({
  PutRequest: { Item: { pk: partition, sk, body, ttl } },
});

const mostWrites = 25;

/** The delivery index in the service's table. */
export const tableIndex = (table: Table): DeliveryIndex => ({
  get: async (partition, sortKeys, consistency) => {
    const wanted = sortKeys.map((sk) => ({ pk: partition, sk }));
    const items = (await findItems(table, wanted, consistency === 'strong')).map(parsed);
    return new Map(items.map((item) => [item.sk, item]));
  },
  range: async (partition, range, consistency) => {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': partition, ':first': range.first, ':last': range.last },
      ConsistentRead: consistency === 'strong',
    });
    return items.map(parsed);
  },
  putSegments: async (partition, segments) => {
    const writes = segments.map((segment) => putSegment(partition, segment));
    await Promise.all(batchesOf(writes, mostWrites).map((chunk) => writeBatch(table, [...chunk])));
  },
  commit: (partition, nodes) =>
    commit(
      table,
      nodes.map((node) => nodeClause(table.name, partition, node)),
    ),
  remove: async (partition, sortKeys) => {
    const writes = sortKeys.map((sk) => ({ DeleteRequest: { Key: { pk: partition, sk } } }));
    await Promise.all(batchesOf(writes, mostWrites).map((chunk) => writeBatch(table, [...chunk])));
  },
});
