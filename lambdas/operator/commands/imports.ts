import * as z from 'zod/mini';
import { mostRows } from '../../api/batch-limits.ts';
import { beginImport } from '../../api/begin-import.ts';
import { uuid } from '../../api/fields.ts';
import { notFound } from '../../domain/errors.ts';
import { readImport } from '../../store/imports/import-records.ts';
import { readResults } from '../../store/imports/import-results.ts';
import { requirePartner } from '../../store/partners/partners.ts';
import { commit } from '../../store/table/commit.ts';
import { command, retried } from '../command.ts';

/** Begins an import of a partner's customers. Workers carry it out. */
export const importCustomers = retried({
  input: z.object({ partner_id: uuid, customers: z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostRows)) }),
  run: async (deps, run, { partner_id: partnerId, customers }) => {
    await requirePartner(deps.table, partnerId);
    const begun = beginImport(deps, { partnerId, cause: run.cause, now: run.now, customers });
    const subject = { partner_id: partnerId, import_id: begun.import.id, rows: String(customers.length) };
    await commit(deps.table, [...begun.clauses, run.audit(subject)]);
    return { import: begun.import, failures: [] };
  },
});

export const showImport = command({
  input: z.object({ partner_id: uuid, import_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId, import_id: id }) => {
    const record = await readImport(deps.table, partnerId, id);
    if (record === null) throw notFound('the import');
    const { counts, failures } = await readResults(deps.table, partnerId, id);
    return { import: { ...record.import, ...counts }, failures };
  },
});
