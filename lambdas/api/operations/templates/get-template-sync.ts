import * as z from 'zod/mini';
import { notFound, ServiceError } from '../../../kernel/errors.ts';
import type { TemplateSync } from '../../../domain/template-sync.ts';
import { keys } from '../../../store/table/keys.ts';
import { getItem } from '../../../store/table/read.ts';
import { readSync } from '../../../store/templates/template-syncs.ts';
import { headOf } from '../../../store/templates/head.ts';
import type { Table } from '../../../store/table/table.ts';
import { uuid } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { syncView } from '../../resources/template.ts';
import { requireWabaScope, wabaSelector, wabaSelectorNames, type WabaSelectors } from '../../waba-scope.ts';

const latestId = async (table: Table, partnerId: string, wabaId: string): Promise<string | null> => {
  const item = await getItem(table, keys.templateHead(partnerId, wabaId));
  return item === undefined ? null : (headOf(item).sync?.id ?? null);
};

const requireSync = async (table: Table, partnerId: string, id: string | null): Promise<TemplateSync> => {
  const record = id === null ? null : await readSync(table, partnerId, id);
  if (record === null) throw notFound('a synchronisation of the templates');
  return record.sync;
};

const hasSelector = (given: object): boolean =>
  Object.entries(given).some(([name, value]) => wabaSelectorNames.includes(name) && value !== null);

const named = async (
  table: Table,
  partnerId: string,
  given: WabaSelectors & { readonly sync_id: string },
): Promise<TemplateSync> => {
  const sync = await requireSync(table, partnerId, given.sync_id);
  if (hasSelector(given) && (await requireWabaScope(table, partnerId, given)) !== sync.waba_id) {
    throw new ServiceError('conflicting_selectors', 'sync_id names a synchronisation of another business account');
  }
  return sync;
};

/** Returns the progress of a template sync of a business account: the latest, or one by its id. */
export const getTemplateSync = operation({
  input: z.object({ ...wabaSelector, sync_id: z.optional(uuid) }),
  output: z.object({ sync: syncView }),
  errors: ['not_found', 'conflicting_selectors', 'waba_scope_required'],
  run: async (deps, call, given) => {
    const { table } = deps;
    const { partnerId } = call;
    const { sync_id: id } = given;
    if (id !== undefined) return call.answer(200, { sync: await named(table, partnerId, { ...given, sync_id: id }) });
    const wabaId = await requireWabaScope(table, partnerId, given);
    const latest = await latestId(table, partnerId, wabaId);
    return call.answer(200, { sync: await requireSync(table, partnerId, latest) });
  },
});
