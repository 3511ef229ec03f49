import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Consistency } from '@swift-worker/time-index/delivery-index.ts';
import { foldThreshold, longestWait, type WaitingReport } from '../../domain/delivery/waiting-report.ts';
import { dueAt } from '../../kernel/due.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { batchWrite } from '../table/batch-write.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { chunksOf, unpackChunk } from './chunk-codec.ts';
import { journalKeys, stripeOfMessage } from './keys.ts';

/** One stripe of a partner's journal. */
export interface JournalId {
  readonly partnerId: string;
  readonly stripe: number;
}

/** The state of a journal. */
export interface Tail extends JournalId {
  /** Rises whenever reports are added. */
  readonly revision: number;
  /** The number of reports that were added since the journal began, and of those that were folded. */
  readonly added: number;
  readonly folded: number;
  /** The number of waiting reports at which they are folded. At `foldBy` any number is folded. */
  readonly threshold: number;
  readonly foldBy: Milliseconds;
  /** Tries in a row that failed. */
  readonly failures: number;
}

const tailItem = z.object({
  partner_id: z.string(),
  stripe: z.number(),
  revision: z.number(),
  added: z.number(),
  folded: z._default(z.number(), 0),
  threshold: z._default(z.number(), foldThreshold(0)),
  fold_by: z.string(),
  failures: z._default(z.number(), 0),
});

export const tailOf = (item: Item): Tail => {
  const { partner_id: partnerId, fold_by: foldBy, ...rest } = tailItem.parse(item);
  return { partnerId, foldBy: Date.parse(foldBy), ...rest };
};

export const isToBeFolded = ({ added, folded, threshold, foldBy }: Tail, now: Milliseconds): boolean =>
  added - folded >= threshold || (added > folded && foldBy <= now);

const addParams = (table: string, { partnerId, stripe }: JournalId, count: number, now: Milliseconds) => {
  const due = dueAt('reportFold', partnerId, now + longestWait);
  return {
    TableName: table,
    Key: { ...journalKeys.tail(partnerId, stripe) },
    UpdateExpression:
      'SET partner_id = :partner, stripe = :stripe, fold_by = if_not_exists(fold_by, :by), due_shard = if_not_exists(due_shard, :shard), due_at = if_not_exists(due_at, :by) ADD revision :one, added :count',
    ExpressionAttributeValues: {
      ':partner': partnerId,
      ':stripe': stripe,
      ':by': due.due_at,
      ':shard': due.due_shard,
      ':one': 1,
      ':count': count,
    },
    ReturnValues: 'ALL_NEW' as const,
  };
};

/** Makes the fold due now, unless a worker holds it. */
const makeDue = async (table: Table, { partnerId, stripe }: JournalId, now: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...journalKeys.tail(partnerId, stripe) },
    UpdateExpression: 'SET due_at = :now',
    ConditionExpression: 'due_at > :now AND attribute_not_exists(lease)',
    ExpressionAttributeValues: { ':now': isoOf(now) },
  });
};

/**
 * Stores reports until they are folded. Readers see them as soon as their chunks are written. After a crash, the same batch
 * writes the same chunks again. A report that is stored twice is counted once.
 */
export const addToJournal = async (
  { table, clock }: { readonly table: Table; readonly clock: () => Milliseconds },
  id: JournalId,
  reports: readonly WaitingReport[],
): Promise<void> => {
  const { partnerId, stripe } = id;
  const puts = chunksOf(partnerId, reports).map(({ name, body }) => ({
    PutRequest: { Item: { ...journalKeys.chunk(partnerId, stripe, name), body } },
  }));
  await batchWrite(table, puts);
  const now = clock();
  const answer = await table.client.send(new UpdateCommand(addParams(table.name, id, reports.length, now)));
  if (isToBeFolded(tailOf(answer.Attributes ?? {}), now)) await makeDue(table, id, now);
};

/** The same, each report in the stripe of its message. */
export const addToStripes = async (
  deps: { readonly table: Table; readonly clock: () => Milliseconds },
  partnerId: string,
  reports: readonly WaitingReport[],
): Promise<void> => {
  const byStripe = Map.groupBy(reports, ({ message }) => stripeOfMessage(message));
  for (const [stripe, own] of byStripe) await addToJournal(deps, { partnerId, stripe }, own);
};

const leaseItem = z.object({ lease: z.optional(z.string()), due_at: z.optional(z.string()) });

/** The lease of the worker that folds the journal; null when none does. */
export const foldLeaseOf = async (table: Table, id: JournalId, now: Milliseconds): Promise<string | null> => {
  const item = await getItem(table, journalKeys.tail(id.partnerId, id.stripe));
  const { lease, due_at: until } = leaseItem.parse(item ?? {});
  return lease !== undefined && until !== undefined && Date.parse(until) > now ? lease : null;
};

const chunkItem = z.object({ sk: z.string(), body: z.instanceof(Uint8Array) });
const chunkPrefix = journalKeys.chunk('', 0, '').sk;

/** A chunk in the table. */
export interface StoredChunk {
  readonly name: string;
  readonly reports: readonly WaitingReport[];
}

interface ChunkPage {
  readonly chunks: readonly StoredChunk[];
  /** Where the next page begins; null after the last one. */
  readonly next: Item | null;
}

/** Reads up to 1 MB of chunks. @param from null: from the first chunk */
const readChunks = async (
  table: Table,
  { partnerId, stripe }: JournalId,
  from: Item | null,
  consistency: Consistency,
): Promise<ChunkPage> => {
  const { Items: items = [], LastEvaluatedKey: next } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :chunk)',
      ExpressionAttributeValues: { ':pk': journalKeys.tail(partnerId, stripe).pk, ':chunk': chunkPrefix },
      ConsistentRead: consistency === 'strong',
      ...(from !== null && { ExclusiveStartKey: from }),
    }),
  );
  const chunks = items.map((item): StoredChunk => {
    const { sk, body } = chunkItem.parse(item);
    return { name: sk.slice(chunkPrefix.length), reports: unpackChunk(partnerId, body) };
  });
  return { chunks, next: next ?? null };
};

/** Every chunk, page after page. */
export async function* eachChunkPage(
  table: Table,
  id: JournalId,
  consistency: Consistency,
): AsyncGenerator<readonly StoredChunk[]> {
  let from: Item | null = null;
  do {
    const page: ChunkPage = await readChunks(table, id, from, consistency);
    yield page.chunks;
    from = page.next;
  } while (from !== null);
}
