import type { SyncTrigger } from '../domain/template-sync.ts';
import { commit, persist } from '../store/commit.ts';
import { beginPass } from '../store/template-passes.ts';
import { headClause, readHead, revisedHead } from '../store/templates/head.ts';
import { hasLineOfWaba } from '../store/waba-lines.ts';
import { nextPassAt } from '../domain/template-sync.ts';
import type { LineDeps } from '../lifecycle/line-deps.ts';

/**
 * Begins a pass that nobody waits for. While one is under way it is that one; where no line is connected any more
 * there is none, and none will be due until a line is connected again.
 */
export const beginUnasked = (
  deps: LineDeps,
  partnerId: string,
  wabaId: string,
  trigger: Exclude<SyncTrigger, 'request'>,
): Promise<void> =>
  persist(deps.patience, async () => {
    const { table } = deps;
    const now = deps.clock();
    const [head, isConnected] = await Promise.all([
      readHead(table, partnerId, wabaId),
      hasLineOfWaba(table, partnerId, wabaId),
    ]);
    const id = deps.newId(now);
    if (isConnected && head.sync?.isOpen !== true) {
      await commit(table, beginPass(table, partnerId, head, { id, wabaId, trigger, now }).clauses);
      return;
    }
    const next = revisedHead(head, { nextPassAt: isConnected ? nextPassAt(id, now) : null });
    await commit(table, [headClause(table, partnerId, wabaId, next)]);
  });
