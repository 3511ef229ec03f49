import { z } from 'zod';
import type { ImportDeps } from '../../../lambdas/jobs/imports/import-deps.ts';
import { runImports } from '../../../lambdas/jobs/imports/run-imports.ts';
import { newId, systemRetryPolicy } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { importKeys } from '../../../lambdas/store/imports/import-keys.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../../tools/harness/service.ts';
import { testClock, type TestClock } from '../../../tools/harness/test-clock.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';

const shown = z.object({
  import: z.strictObject({
    id: z.uuid(),
    status: z.enum(['running', 'completed', 'failed']),
    total: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  }),
});
const failedRows = z.object({
  total: z.int(),
  items: z.array(
    z.strictObject({
      index: z.int(),
      external_customer_id: z.string().nullable(),
      code: z.string(),
      details: z.unknown(),
    }),
  ),
});

type ShownImport = z.infer<typeof shown>['import'];
export const importOf = (reply: Reply): ShownImport => shown.parse(reply.body).import;
export const failuresOf = (reply: Reply): z.infer<typeof failedRows> => failedRows.parse(reply.body);

/** The routes of imports, with the real worker. */
export interface ImportScene {
  readonly table: TestTable;
  readonly clock: TestClock;
  readonly service: TestService;
  readonly deps: ImportDeps;
  readonly send: (partner: TestPartner, customers: readonly unknown[], key?: string) => Promise<Reply>;
  readonly read: (partner: TestPartner, id: string, query?: Record<string, string>) => Promise<Reply>;
  readonly upsert: (partner: TestPartner, fields: object) => Promise<Reply>;
  /** Has a worker do what is due of a partner's imports. */
  readonly work: (partner: TestPartner, deps?: ImportDeps) => Promise<void>;
  /** Sends rows, and has them carried out. @returns the import then */
  readonly imported: (partner: TestPartner, customers: readonly unknown[]) => Promise<ShownImport>;
}

export const importScene = async (table: TestTable): Promise<ImportScene> => {
  const clock = testClock();
  const service = await startService(table, { clock: clock.now });
  const deps: ImportDeps = { table, clock: clock.now, newId, retryPolicy: systemRetryPolicy, deadline: noDeadline };
  const send: ImportScene['send'] = ({ apiKey }, customers, key) =>
    service.call('POST', {
      bearer: apiKey,
      body: { route: 'import-partner-customers', customers },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const read: ImportScene['read'] = ({ apiKey }, id, query = {}) =>
    service.call('GET', { bearer: apiKey, query: { route: 'get-partner-customer-import', import_id: id, ...query } });
  const work: ImportScene['work'] = ({ partnerId }, worker = deps) =>
    runWork({ customerImport: (key, begunBy) => runImports(worker, key, begunBy) }, importKeys.head(partnerId));
  return {
    table,
    clock,
    service,
    deps,
    send,
    read,
    work,
    upsert: ({ apiKey }, fields) =>
      service.call('POST', { bearer: apiKey, body: { route: 'upsert-partner-customer', ...fields } }),
    imported: async (partner, customers) => {
      const { id } = importOf(await send(partner, customers));
      await work(partner);
      return importOf(await read(partner, id));
    },
  };
};
