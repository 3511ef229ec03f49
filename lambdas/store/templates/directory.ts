import { createHash } from 'node:crypto';
import { isTroubled, type TemplateFilter, type TemplateRecord } from '../../domain/template.ts';
import { commit, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { requireRevision, revisionClause } from '../table/put-clause.ts';
import { queryAll, type Query } from '../table/query.ts';
import { getItem, getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { chunkOf, emptyChunk, packChunk, type Chunk } from './chunk.ts';
import { headOf, type TemplateHead } from './head.ts';

/** A business account's templates, without chunks that were never written. */
export interface TemplateDirectory {
  /** Null when the partner never had a connected instance of the business account. */
  readonly head: TemplateHead | null;
  readonly chunks: readonly Chunk[];
}

/**
 * A business account has up to about 6,000 templates, so a chunk has about a hundred, and a span of chunks stays far
 * below the 1 MB of a query's page. Spans are read concurrently.
 */
const chunkCount = 64;
const spanCount = 4;
const spanLength = chunkCount / spanCount;

export const partOf = (number: number): string => number.toString(16).padStart(2, '0');

/** Chunks are numbered from 0. */
export const lastChunk = chunkCount - 1;

/** All languages of a name are in one chunk. */
export const chunkNumberOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt8(0) % chunkCount;

/** Lists may miss writes of the last second, at half the read cost. */
type Consistency = 'strong' | 'eventual';

/** The query for one span of chunks. The head sorts before all chunks and belongs to the first span. */
const spanParams = (partnerId: string, wabaId: string, span: number, consistency: Consistency): Query => {
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

/** All templates, in one round trip of concurrent queries. */
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

/** The numbers of a business account's templates, and of the troubled ones. They may be a second old. */
export const countTemplates = async (
  table: Table,
  partnerId: string,
  wabaId: string,
): Promise<{ readonly templates: number; readonly troubled: number }> => {
  const { chunks } = await readDirectory(table, partnerId, wabaId, 'eventual');
  const rows = chunks.flatMap((chunk) => chunk.rows);
  return { templates: rows.length, troubled: rows.filter(isTroubled).length };
};

export const readChunk = async (table: Table, partnerId: string, wabaId: string, number: number): Promise<Chunk> => {
  const item = await getItem(table, keys.templateChunk(partnerId, wabaId, partOf(number)));
  return item === undefined ? emptyChunk(number) : chunkOf(number, item);
};

/** The head, and the chunk of a name, in one request. */
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

/** The part of the directory that a filter can match, in one round trip. A name determines its chunk. */
export const readMatching = (
  table: Table,
  partnerId: string,
  wabaId: string,
  { template_name: name }: TemplateFilter,
): Promise<TemplateDirectory> =>
  name === undefined ? readDirectory(table, partnerId, wabaId, 'eventual') : readNamed(table, partnerId, wabaId, name);

const chunkItem = (partnerId: string, wabaId: string, chunk: Chunk, records: readonly TemplateRecord[]) => ({
  ...keys.templateChunk(partnerId, wabaId, partOf(chunk.number)),
  ...packChunk(records),
});

/** Writes, or deletes, what stands for the troubled templates of a chunk, when that changes. */
const troubledClauses = (
  { name: TableName }: Table,
  partnerId: string,
  wabaId: string,
  { number, rows }: Chunk,
  records: readonly TemplateRecord[],
): readonly Clause[] => {
  const is = records.some(isTroubled);
  if (is === rows.some(isTroubled)) return [];
  const key = keys.troubledTemplates(partnerId, wabaId, partOf(number));
  const write = is ? { Put: { TableName, Item: { ...key } } } : { Delete: { TableName, Key: { ...key } } };
  return [{ name: 'the troubled templates are known', write }];
};

/** Writes the templates of a chunk as a part of a commit. */
export const chunkClauses = (
  table: Table,
  partnerId: string,
  wabaId: string,
  chunk: Chunk,
  records: readonly TemplateRecord[],
): readonly Clause[] => {
  const item = chunkItem(partnerId, wabaId, chunk, records);
  return [
    revisionClause(table, 'the templates are unchanged since they were read', chunk.revision, item),
    ...troubledClauses(table, partnerId, wabaId, chunk, records),
  ];
};

/** Writes the templates of a chunk. @throws Contended */
export const writeChunk = async (
  table: Table,
  partnerId: string,
  wabaId: string,
  chunk: Chunk,
  records: readonly TemplateRecord[],
): Promise<void> => {
  if (troubledClauses(table, partnerId, wabaId, chunk, records).length > 0) {
    await commit(table, chunkClauses(table, partnerId, wabaId, chunk, records));
    return;
  }
  // One write alone costs half of a transaction.
  await requireRevision(table, chunk.revision, chunkItem(partnerId, wabaId, chunk, records));
};
