import { readPartner, type Partner } from '../../lambdas/store/partners/callers.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { partnerClause } from '../../lambdas/store/partners/partners.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

/** A partner renamed or suspended, as the operator does it. */
export const changePartner = async (table: Table, partnerId: string, changes: Partial<Partner>): Promise<void> => {
  const partner = await readPartner(table, partnerId);
  if (partner === null) throw new Error('no partner');
  await commit(table, [partnerClause(table, { ...partner, ...changes, revision: partner.revision + 1 })]);
};
