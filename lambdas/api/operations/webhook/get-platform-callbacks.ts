import * as z from 'zod/mini';
import { defaultPageSize } from '../../../domain/paging.ts';
import { readMigration } from '../../../store/webhooks/migrations.ts';
import { readWebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts';
import { migrationPage } from '../../migration-read.ts';
import { operation } from '../../operation.ts';
import { platformCallbacksView, shownPlatformCallbacks } from '../../resources/platform-callbacks.ts';

/** Returns where the platform sends the callbacks of the partner's lines, and how far they have moved there. */
export const getPlatformCallbacks = operation({
  input: z.object({}),
  output: z.object({ platform_callbacks: platformCallbacksView }),
  run: async ({ table }, { partnerId, answer }) => {
    const endpoint = await readWebhookEndpoint(table, partnerId);
    const record = endpoint === null ? null : await readMigration(table, partnerId, endpoint.migration_id);
    const first = { page: 1, pageSize: defaultPageSize };
    const migration = record === null ? null : await migrationPage(table, record, first);
    return answer(200, { platform_callbacks: shownPlatformCallbacks(endpoint, migration) });
  },
});
