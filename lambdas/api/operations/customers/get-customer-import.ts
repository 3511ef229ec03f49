import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { pageOf as page, sliceOf } from '../../../domain/paging.ts';
import { failedRow } from '../../../store/imports/failed-rows.ts';
import { readImport } from '../../../store/imports/import-records.ts';
import { readResults } from '../../../store/imports/import-results.ts';
import { pageRequestOf, paging, uuid } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { pageOf } from '../../resources/page.ts';
import { customerImportView } from '../../resources/customer-import.ts';

/** Returns an import of customers, and its failed rows. */
export const getCustomerImport = operation({
  input: z.object({ import_id: uuid, ...paging() }),
  output: z.extend(pageOf(failedRow), { import: customerImportView }),
  errors: ['not_found'],
  run: async (deps, { partnerId, answer }, { import_id: id, ...given }) => {
    const record = await readImport(deps.table, partnerId, id);
    if (record === null) throw notFound('the import');
    const { counts, failures } = await readResults(deps.table, partnerId, id);
    const request = pageRequestOf(given);
    const current = { ...record.import, ...counts };
    return answer(200, { import: current, ...page(request, failures.length, sliceOf(request, failures)) });
  },
});
