import * as z from 'zod/mini';
import { pageRequestOf, paging, uuid } from '../../fields.ts';
import { migrationPage, requireMigration } from '../../migration-read.ts';
import { operation } from '../../operation.ts';
import { migrationView } from '../../resources/webhook.ts';

/** Returns the latest webhook migration, or one by its id, with a page of its instances. */
export const getWebhookMigration = operation({
  input: z.object({ ...paging(), migration_id: z.optional(uuid) }),
  output: z.object({ migration: migrationView }),
  errors: ['not_found'],
  run: async (deps, call, given) => {
    const record = await requireMigration(deps.table, call.partnerId, given.migration_id);
    return call.answer(200, { migration: await migrationPage(deps.table, record, pageRequestOf(given)) });
  },
});
