import { revised, type Instance } from '../domain/instance.ts';
import { lineNotices } from '../domain/line-notices.ts';
import type { Notice } from '../domain/notice.ts';
import { instanceClauses, type InstanceRecord } from '../store/instances/instances.ts';
import { commitTelling, noticeClauses } from '../store/notifications/notices.ts';
import type { TableDeps } from './line-deps.ts';

/**
 * Commits the next version of a line and, in the same commit, what it tells the partner's members.
 * @param noticesOf what the change tells @throws Contended
 */
export const changeLine = async (
  deps: TableDeps,
  partnerId: string,
  current: InstanceRecord,
  changes: Partial<Instance>,
  noticesOf: (before: Instance, after: Instance) => readonly Notice[] = lineNotices,
): Promise<Instance> => {
  const { table, newId } = deps;
  const { instance } = current;
  const now = deps.clock();
  const next = revised(instance, changes, now);
  const record = { ...current, instance: next, revision: current.revision + 1 };
  const clauses = instanceClauses(table, partnerId, record, instance);
  await commitTelling(table, clauses, noticeClauses(table, newId), partnerId, noticesOf(instance, next), now);
  return next;
};
