import * as z from 'zod/mini';
import { mostRows } from '../../api/batch-limits.ts';
import { beginImport, readRows } from '../../api/begin-import.ts';
import { rule, uuid } from '../../api/fields.ts';
import { previewImport } from '../../jobs/imports/preview-import.ts';
import { nothingImported, sumOf } from '../../domain/customer-import.ts';
import { notFound } from '../../kernel/errors.ts';
import { readImport } from '../../store/imports/import-records.ts';
import { readResults } from '../../store/imports/import-results.ts';
import { termsOf, type Partner } from '../../store/partners/callers.ts';
import { requirePartner } from '../../store/partners/partners.ts';
import { commit } from '../../store/table/commit.ts';
import { command, retried, type OperatorDeps, type Run } from '../command.ts';

const rows = z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostRows));

const importInput = z
  .object({
    partner_id: uuid,
    customers: z.optional(rows),
    // A field of its own: a version that does not know it must refuse the call, and not import.
    dry_run_customers: z.optional(rows),
  })
  .check(
    rule(
      'required',
      'is required, or dry_run_customers in its place',
      ({ customers, dry_run_customers: dry }) => (customers === undefined) !== (dry === undefined),
      { field: 'customers' },
    ),
  );

/** What an import would do now. */
const preview = async (deps: OperatorDeps, { cause, now }: Run, partner: Partner, customers: readonly unknown[]) => {
  const { partner_id: partnerId } = partner;
  const { rows: valid, failures } = readRows(partnerId, customers);
  const foreseen = await previewImport(deps, { partnerId, cause, terms: termsOf(partner) }, valid, now);
  const counts = sumOf([foreseen.counts, { ...nothingImported, failed: failures.length }]);
  return {
    foreseen: { total: customers.length, ...counts },
    failures: [...failures, ...foreseen.failures].sort((one, other) => one.index - other.index),
  };
};

/** Begins an import of a partner's customers, which workers carry out; or tells what it would do, and writes nothing. */
export const importCustomers = retried({
  input: importInput,
  run: async (deps, run, { partner_id: partnerId, customers = [], dry_run_customers: dryRun }) => {
    const partner = await requirePartner(deps.table, partnerId);
    if (dryRun !== undefined) return preview(deps, run, partner, dryRun);
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
