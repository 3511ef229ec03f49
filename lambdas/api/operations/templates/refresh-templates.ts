import * as z from 'zod/mini';
import { invalidState, notFound, type ServiceError } from '../../../kernel/errors.ts';
import { decideRefresh, type TemplateSync } from '../../../domain/template-sync.ts';
import { keys } from '../../../store/table/keys.ts';
import { getItems } from '../../../store/table/read.ts';
import { receiptKeys, requireUnanswered, throwEarlier } from '../../../store/table/receipts.ts';
import { beginPass } from '../../../store/templates/template-passes.ts';
import { readSync } from '../../../store/templates/template-syncs.ts';
import { headOf, noHead, type TemplateHead } from '../../../store/templates/head.ts';
import { hasInstanceOfWaba, hasWaba } from '../../../store/instances/waba-instances.ts';
import type { Deps } from '../../deps.ts';
import { command, type Call } from '../../operation.ts';
import { syncView } from '../../resources/template.ts';
import { settle } from '../../settle.ts';
import { wabaScope, wabaSelector, wabaSelectorNames } from '../../waba-scope.ts';

const notConnected = (): ServiceError =>
  invalidState('not_connected', 'no instance of the business account is connected to the platform');

/** The head of a business account with a connected instance. @throws Replay */
const connectedHead = async (deps: Deps, call: Call<never>, wabaId: string): Promise<TemplateHead> => {
  const { table } = deps;
  const { partnerId, claim } = call;
  const wanted = [keys.templateHead(partnerId, wabaId), ...receiptKeys(partnerId, claim)];
  const [[head, receipt], hasInstance] = await Promise.all([
    getItems(table, wanted),
    hasInstanceOfWaba(table, partnerId, wabaId),
  ]);
  throwEarlier(receipt, claim);
  if (hasInstance) return head === undefined ? noHead : headOf(head);
  if (await hasWaba(table, partnerId, wabaId)) throw notConnected();
  throw notFound('the business account');
};

const latestOf = async (deps: Deps, partnerId: string, head: TemplateHead): Promise<TemplateSync> => {
  const record = head.sync === null ? null : await readSync(deps.table, partnerId, head.sync.id);
  if (record === null) throw new Error('the latest pass does not exist');
  return record.sync;
};

/** Starts a template sync of a business account in the background. */
export const refreshTemplates = command({
  input: z.object({ ...wabaSelector, force: z._default(z.boolean(), false) }),
  output: z.object({ sync: syncView }),
  statuses: [200, 202],
  selectors: wabaSelectorNames,
  errors: ['not_found', 'waba_scope_required', 'invalid_state'],
  run: async (deps, call, given) => {
    const { partnerId } = call;
    const wabaId = await wabaScope(deps.table, partnerId, given).catch(async (error: unknown): Promise<never> => {
      // The accounts may have changed since an equal call.
      await requireUnanswered(deps.table, call.claim);
      throw error;
    });
    if (wabaId === null) throw notConnected();
    const head = await connectedHead(deps, call, wabaId);
    const decision = decideRefresh(head.sync, given.force, call.now);
    if (decision !== 'start') {
      const sync = await latestOf(deps, partnerId, head);
      return settle(deps, call, call.answer(decision === 'fresh' ? 200 : 202, { sync }), [], []);
    }
    const asked = { id: deps.newId(call.now), wabaId, trigger: 'request', now: call.now } as const;
    const { sync, clauses } = beginPass(deps.table, partnerId, head, asked);
    return settle(deps, call, call.answer(202, { sync }), [], clauses);
  },
});
