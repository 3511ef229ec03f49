import { createHash } from 'node:crypto';
import { PutCommand, type PutCommandInput, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { TemplateFilter, TemplateRecord } from '../../domain/template.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItem, getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { chunkOf, emptyChunk, packChunk, type Chunk } from './chunk.ts';
import { headOf, type TemplateHead } from './head.ts';

/** All that is kept of a business account's templates; chunks that were never written are left out. */
export interface TemplateDirectory {
  /** Null: the partner never had a connected line of the business account. */
  readonly head: TemplateHead | null;
  readonly chunks: readonly Chunk[];
}

/**
 * The platform lets a business account have some 6,000 templates. Over 64 chunks that is about a hundred each, and the
 * spans of chunks, which are read side by side, stay far below the 1 MB that a query returns at once.
 */
const chunkCount = 64;
const spanCount = 4;
const spanLength = chunkCount / spanCount;

const partOf = (number: number): string => number.toString(16).padStart(2, '0');

/** All languages of a name stand in one chunk. */
export const chunkNumberOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt8(0) % chunkCount;

/** Lists need not see what was written within the last second, and cost half as much for it. */
type Consistency = 'strong' | 'eventual';

/** Chunks that are read by one query; the head sorts before every chunk and comes with the first. */
const spanParams = (
  partnerId: string,
  wabaId: string,
  span: number,
  consistency: Consistency,
): Omit<QueryCommandInput, 'TableName'> => {
  const first = span * spanLength;
  const { pk, sk: head } = keys.templateHead(partnerId, wabaId);
  const chunkKey = (number: number): string => keys.templateChunk(partnerId, wabaId, partOf(number)).sk;
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': pk,
      ':first': span === 0 ? head : chunkKey(first),
      ':last': chunkKey(first + spanLength - 1),
    },
    ConsistentRead: consistency === 'strong',
  };
};

const headKey = keys.templateHead('', '').sk;
const chunkPrefix = keys.templateChunk('', '', '').sk;

const numberOf = (item: Item): number => parseInt(String(item['sk']).slice(chunkPrefix.length), 16);

const directoryOf = (items: readonly Item[]): TemplateDirectory => {
  const head = items.find((item) => item['sk'] === headKey);
  const chunks = items.filter((item) => item !== head).map((item) => chunkOf(numberOf(item), item));
  return { head: head === undefined ? null : headOf(head), chunks };
};

/** Everything, in one round trip: the spans side by side. */
export const readDirectory = async (
  table: Table,
  partnerId: string,
  wabaId: string,
  consistency: Consistency,
): Promise<TemplateDirectory> => {
  const spans = Array.from({ length: spanCount }, (_, span) => spanParams(partnerId, wabaId, span, consistency));
  const found = await Promise.all(spans.map((params) => queryAll(table, params)));
  return directoryOf(found.flat());
};

/** One chunk as it is now. */
export const readChunk = async (table: Table, partnerId: string, wabaId: string, number: number): Promise<Chunk> => {
  const item = await getItem(table, keys.templateChunk(partnerId, wabaId, partOf(number)));
  return item === undefined ? emptyChunk(number) : chunkOf(number, item);
};

/** The head, and the one chunk where the templates of a name stand, in one request. */
const readNamed = async (table: Table, partnerId: string, wabaId: string, name: string): Promise<TemplateDirectory> => {
  const number = chunkNumberOf(name);
  const [head, chunk] = await getItems(table, [
    keys.templateHead(partnerId, wabaId),
    keys.templateChunk(partnerId, wabaId, partOf(number)),
  ]);
  return {
    head: head === undefined ? null : headOf(head),
    chunks: chunk === undefined ? [] : [chunkOf(number, chunk)],
  };
};

/** As much of the directory as may hold what a query asks for, in one round trip: a name says where it stands. */
export const readMatching = (
  table: Table,
  partnerId: string,
  wabaId: string,
  { template_name: name }: TemplateFilter,
): Promise<TemplateDirectory> =>
  name === undefined ? readDirectory(table, partnerId, wabaId, 'eventual') : readNamed(table, partnerId, wabaId, name);

const chunkParams = (
  table: string,
  partnerId: string,
  wabaId: string,
  chunk: Chunk,
  records: readonly TemplateRecord[],
): PutCommandInput => ({
  TableName: table,
  Item: {
    ...keys.templateChunk(partnerId, wabaId, partOf(chunk.number)),
    revision: chunk.revision + 1,
    ...packChunk(records),
  },
  ConditionExpression: chunk.revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :read',
  ...(chunk.revision === 0 ? {} : { ExpressionAttributeValues: { ':read': chunk.revision } }),
});

/** The chunk with other templates, as a part of a commit. */
export const chunkClause = (
  table: Table,
  partnerId: string,
  wabaId: string,
  chunk: Chunk,
  records: readonly TemplateRecord[],
): Clause => ({
  name: 'the templates are as they were read',
  write: { Put: { ...chunkParams(table.name, partnerId, wabaId, chunk, records) } },
  refuse: contended,
});

/** The chunk with other templates, and nothing else. @throws Contended */
export const writeChunk = async (
  table: Table,
  partnerId: string,
  wabaId: string,
  chunk: Chunk,
  records: readonly TemplateRecord[],
): Promise<void> => {
  try {
    await table.client.send(new PutCommand(chunkParams(table.name, partnerId, wabaId, chunk, records)));
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? contended() : error;
  }
};
