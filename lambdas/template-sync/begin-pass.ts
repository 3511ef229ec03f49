import { passOnWordAt, secondLookAt, type SyncTrigger } from '../domain/template-sync.ts';
import { commit, persist } from '../store/table/commit.ts';
import { beginPass } from '../store/templates/template-passes.ts';
import { headClause, readHead, revisedHead } from '../store/templates/head.ts';
import { hasInstanceOfWaba } from '../store/instances/waba-instances.ts';
import type { TableDeps } from '../instances/instance-deps.ts';

/**
 * Begins a pass that nobody waits for. While one is under way another one follows it soon; where no line is connected
 * any more there is none, and none will be due until a line is connected again.
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
 * The platform spoke of templates that are not known here: a pass will bring them. The first word of them begins it;
 * what comes soon after waits, so that however many templates are made at once cost few passes.
 */
export const passOnWord = async (deps: TableDeps, partnerId: string, wabaId: string): Promise<void> => {
  const begins = await persist(deps.retryPolicy, async () => {
    const now = deps.clock();
    const head = await readHead(deps.table, partnerId, wabaId);
    const at = passOnWordAt(head.sync, now);
    if (at <= now) return true;
    if (head.nextPassAt === null || head.nextPassAt <= at) return false;
    await commit(deps.table, [headClause(deps.table, partnerId, wabaId, revisedHead(head, { nextPassAt: at }))]);
    return false;
  });
  if (begins) await beginUnasked(deps, partnerId, wabaId, 'platform');
};
