import type { TemplateSync } from '../../domain/template-sync.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { headOf, shownTime } from './head.ts';
import { syncRecordOf } from './template-syncs.ts';

/** The latest pass over a business account's templates. */
export interface LatestSync {
  readonly sync: TemplateSync;
  /** When a whole pass ended last; null without one. */
  readonly syncedAt: string | null;
}

/** Of those business accounts that had a pass. */
export const readLatestSyncs = async (
  table: Table,
  partnerId: string,
  wabaIds: readonly string[],
): Promise<readonly LatestSync[]> => {
  const items = await getItems(
    table,
    wabaIds.map((wabaId) => keys.templateHead(partnerId, wabaId)),
  );
  const heads = items
    .filter((item) => item !== undefined)
    .map(headOf)
    .flatMap(({ sync, syncedAt }) => (sync === null ? [] : [{ id: sync.id, syncedAt: shownTime(syncedAt) }]));
  const records = await getItems(
    table,
    heads.map(({ id }) => keys.templateSync(partnerId, id)),
  );
  return heads.flatMap(({ syncedAt }, index) => {
    const record = records[index];
    return record === undefined ? [] : [{ sync: syncRecordOf(record).sync, syncedAt }];
  });
};
