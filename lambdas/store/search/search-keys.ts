import { recordShard } from '../../domain/size.ts';
import { recordPartition, type Key, type WorkKey } from '../table/keys.ts';

/** Records with a search index: customers and instances. */
export type SearchedKind = 'C' | 'I';

/** Where the changes of a partner's records stand. */
export const changesPartition = (partnerId: string, kind: SearchedKind, place: number | null): string =>
  recordPartition(partnerId, kind === 'C' ? 'S' : 'SI', place);

export const searchKeys = {
  /** The index: its blocks, and when it is folded. */
  head: (partnerId: string, kind: SearchedKind): Key => ({
    pk: changesPartition(partnerId, kind, null),
    sk: 'HEAD',
  }),
  /** A record's row, changed since the last fold. */
  change: (partnerId: string, kind: SearchedKind, id: string): Key => ({
    pk: changesPartition(partnerId, kind, recordShard(id)),
    sk: `T#${id}`,
  }),
  /** Each block has a partition, because a search reads all of them. */
  block: (partnerId: string, kind: SearchedKind, name: string): Key => ({
    pk: `${changesPartition(partnerId, kind, null)}#${name}`,
    sk: 'BLOCK',
  }),
} as const;

/** The records whose index a fold is of. */
export const kindOfFold = ({ partnerId, pk }: WorkKey<'searchFold'>): SearchedKind =>
  pk === changesPartition(partnerId, 'C', null) ? 'C' : 'I';
