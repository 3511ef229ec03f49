import { stripesOf } from '../../domain/delivery/message-place.ts';
import { readPartner } from '../partners/callers.ts';
import { getItemSoon } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** The stripes of a partner's journal. A size that was set a moment ago is not in force yet. */
export type StripesOf = (partnerId: string) => Promise<readonly number[]>;

export const readStripes =
  (table: Table): StripesOf =>
  async (partnerId) =>
    stripesOf((await readPartner(table, partnerId, getItemSoon))?.sizes ?? []);
