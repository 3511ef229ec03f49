import { passAfterCallbackAt, secondLookAt, type SyncTrigger } from '../domain/template-sync.ts';
import { commit, persist } from '../store/table/commit.ts';
import { beginPass } from '../store/templates/template-passes.ts';
import { headClause, readHead, revisedHead } from '../store/templates/head.ts';
import { hasInstanceOfWaba } from '../store/instances/waba-instances.ts';
import type { TableDeps } from '../lines/instance-deps.ts';

/**
 * Begins a pass that no request asked for. During another pass, the next one is due soon after it. Without a connected
 * instance no pass is due.
 */
export const beginUnasked = (
  deps: TableDeps,
  partnerId: string,
  wabaId: string,
  trigger: Exclude<SyncTrigger, 'request'>,
): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const { table } = deps;
    const now = deps.clock();
    const [head, isConnected] = await Promise.all([
      readHead(table, partnerId, wabaId),
      hasInstanceOfWaba(table, partnerId, wabaId),
    ]);
    const id = deps.newId(now);
    if (isConnected && head.sync?.isOpen !== true) {
      await commit(table, beginPass(table, partnerId, head, { id, wabaId, trigger, now }).clauses);
      return;
    }
    const next = revisedHead(head, { nextPassAt: isConnected ? secondLookAt(now) : null });
    await commit(table, [headClause(table, partnerId, wabaId, next)]);
  });

/**
 * Schedules a pass after a callback about unknown templates. The first callback begins it at once. Callbacks soon after
 * it share a later pass, so that many new templates cost few passes.
 */
export const passAfterCallback = async (deps: TableDeps, partnerId: string, wabaId: string): Promise<void> => {
  const begins = await persist(deps.retryPolicy, async () => {
    const now = deps.clock();
    const head = await readHead(deps.table, partnerId, wabaId);
    const at = passAfterCallbackAt(head.sync, now);
    if (at <= now) return true;
    if (head.nextPassAt === null || head.nextPassAt <= at) return false;
    await commit(deps.table, [headClause(deps.table, partnerId, wabaId, revisedHead(head, { nextPassAt: at }))]);
    return false;
  });
  if (begins) await beginUnasked(deps, partnerId, wabaId, 'platform');
};
