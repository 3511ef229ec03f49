import * as z from 'zod/mini';
import type { DeliveryIndex, IndexItem, NodeWrite, SegmentWrite } from '@swift-worker/time-index/delivery-index.ts';
import { batchWrite } from '../table/batch-write.ts';
import { commit, contended, type Clause } from '../table/commit.ts';
import { queryAll } from '../table/query.ts';
import { findItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const indexItem = z.object({ sk: z.string(), version: z.optional(z.number()), body: z.instanceof(Uint8Array) });

const parsed = (item: Item): IndexItem => {
  const { sk, version = 0, body } = indexItem.parse(item);
  return { sk, version, body };
};

/** Replaces a node, if it still has the version that was read. */
const nodeClause = (table: string, partition: string, node: NodeWrite): Clause => ({
  name: `${node.sk} is unchanged since it was read`,
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

const putSegment = (partition: string, { sk, body, ttl }: SegmentWrite) => ({
  PutRequest: { Item: { pk: partition, sk, body, ttl } },
});

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
  putSegments: (partition, segments) =>
    batchWrite(
      table,
      segments.map((segment) => putSegment(partition, segment)),
    ),
  commit: (partition, nodes) =>
    commit(
      table,
      nodes.map((node) => nodeClause(table.name, partition, node)),
    ),
  remove: (partition, sortKeys) =>
    batchWrite(
      table,
      sortKeys.map((sk) => ({ DeleteRequest: { Key: { pk: partition, sk } } })),
    ),
});
