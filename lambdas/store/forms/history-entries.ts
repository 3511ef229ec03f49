import * as z from 'zod/mini';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { packEntry, unpackEntry } from '../customers/packed-entry.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { entrySortPrefix, keys, recordPartition, type Key } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';

/** An item with bytes of a form. */
export interface FormItem {
  readonly key: Key;
  readonly bytes: Uint8Array;
  /** Among the partner's items of the form. */
  readonly position: string;
}

/** The partner whose items are walked through. */
export interface Walked {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly now: Milliseconds;
}

const pageSize = 100;
const linkItem = z.object({ sk: z.string() });
const entryItem = z.object({ pk: z.string(), sk: z.string(), entry: z.instanceof(Uint8Array) });

/** Where owners of entries are listed: a partition of the partner's customers, or its business accounts with events. */
type Place = number | null | 'accounts';

/** A place, an owner in it, and the number of an entry. */
interface Position {
  readonly place: Place;
  readonly ownerId: string;
  readonly number: number;
}

const positionText = ({ place, ownerId, number }: Position): string => `${place ?? ''}/${ownerId}/${number}`;

const positionOf = (text: string): Position => {
  const [place = '', ownerId = '', number = ''] = text.split('/');
  const placed = place === '' ? null : place === 'accounts' ? place : Number(place);
  return { place: placed, ownerId, number: Number(number) };
};

const partitionOf = (partnerId: string, place: Place): string =>
  place === 'accounts' ? keys.accountEvents(partnerId, '').pk : recordPartition(partnerId, 'C', place);

/** The ids of the owners of a partition from one on. */
async function* ownersFrom(table: Table, partition: string, from: string): AsyncGenerator<string> {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND sk >= :from',
    ExpressionAttributeValues: { ':pk': partition, ':from': from },
    ProjectionExpression: 'sk',
    Limit: pageSize,
  });
  for await (const page of pages) yield* page.map((item) => linkItem.parse(item).sk);
}

const formItemOf = (item: Item, position: Omit<Position, 'number'>): FormItem => {
  const { entry, ...key } = entryItem.parse(item);
  return {
    key,
    bytes: entry,
    position: positionText({ ...position, number: Number(key.sk.slice(entrySortPrefix.length)) }),
  };
};

/**
 * A partner's history entries after a position, customer after customer and then account after account, page after page. The reads are eventually consistent: what is
 * written now has the newest version.
 */
export async function* historyEntryPages(
  table: Table,
  { partnerId, sizes, now }: Walked,
  after: string | null,
): AsyncGenerator<readonly FormItem[]> {
  const begin = after === null ? null : positionOf(after);
  const places: readonly Place[] = [...placesUntil(sizes, now), 'accounts'];
  for (const place of places.slice(begin === null ? 0 : places.indexOf(begin.place))) {
    const isBegun = begin !== null && place === begin.place;
    const partition = partitionOf(partnerId, place);
    for await (const ownerId of ownersFrom(table, partition, isBegun ? begin.ownerId : '0')) {
      const done = isBegun && ownerId === begin.ownerId ? begin.number : 0;
      const pages = queryPages(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': keys.historyEntry(partnerId, ownerId, 0).pk,
          ':first': keys.historyEntry(partnerId, ownerId, done + 1).sk,
          ':last': `${entrySortPrefix}~`,
        },
        ProjectionExpression: 'pk, sk, entry',
        Limit: pageSize,
      });
      for await (const page of pages) yield page.map((item) => formItemOf(item, { place, ownerId }));
    }
  }
}

/**
 * Rewrites an entry in the version that is written. The attributes of its delivery stay. An entry that an erasure or another writer
 * changed after it was read stays as it is. @returns whether it was rewritten
 */
export const rewriteHistoryEntry = async (table: Table, { key, bytes }: FormItem): Promise<boolean> => {
  const entry = packEntry(unpackEntry(bytes));
  const outcome = await tryUpdate(table, {
    Key: { ...key },
    UpdateExpression: 'SET entry = :entry',
    ConditionExpression: 'entry = :was',
    ExpressionAttributeValues: { ':entry': entry, ':was': bytes },
  });
  if (outcome.kind === 'written') return true;
  // The client repeats an update whose response was lost.
  const { entry: existing } = outcome.existing ?? {};
  return existing instanceof Uint8Array && Buffer.compare(existing, entry) === 0;
};
