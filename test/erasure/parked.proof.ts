import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { foldParked, type FoldParkedDeps } from '../../lambdas/parked-reports/fold-parked.ts';
import { foldReports, type FoldReportsDeps } from '../../lambdas/report-rollup/fold-reports.ts';
import { forgetReports } from '../../lambdas/report-rollup/forgotten-reports.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { blockLimits } from '../../lambdas/store/delivery/index-limits.ts';
import type { WorkKey } from '../../lambdas/store/table/keys.ts';
import { parkedKeys, scopePartition, type DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import { readMessages } from '../../lambdas/store/delivery/message-statuses.ts';
import { parkReports } from '../../lambdas/store/delivery/parked-reports.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { openTableStream, type TableStream } from '../../tools/harness/table-stream.ts';
import { failingTable } from '../report-rollup/failing-table.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { personal, personalTexts } from './plant.ts';
import { startErasureScene, type ErasureScene } from './scene.ts';
import { foundIn, tableTexts } from '../../tools/harness/traces.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';

let table: TestTable;
let scene: ErasureScene;
let stream: TableStream;
beforeEach(async () => {
  table = await startTestTable();
  scene = await startErasureScene(table);
  stream = await openTableStream(table);
});
afterEach(async () => {
  stream.close();
  scene.close();
  await table.stop();
});

const foldOn = (of: Table): FoldReportsDeps & FoldParkedDeps => {
  const base = { retryPolicy: scene.deps.retryPolicy, clock: scene.clock.now, newId, deadline: noDeadline };
  return {
    ...base,
    ...{ table: of, index: tableIndex(of), limits: blockLimits, forget: forgetReports(of) },
    watch: () => Promise.resolve(),
    readMessages: (messages) => readMessages(of, messages),
    park: (...parked) => parkReports({ ...base, table }, ...parked),
    setAside: () => Promise.reject(new Error('nothing has to be set aside')),
    onParked: () => undefined,
    onError: () => undefined,
  };
};

const message = {
  client_message_id: personal.clientMessageId,
  request_id: personal.requestId,
  campaign_id: personal.campaignId,
  recipient_user_id: personal.recipientUserId,
  status: 'failed',
  error_code: 131026,
  error_title: personal.errorTitle,
};

/** Personal texts, each with the key of the item that holds it. */
const textsLeft = async (): Promise<readonly string[]> =>
  (await tableTexts(table)).flatMap((text) =>
    foundIn(personalTexts, [text]).map((found) => `${found} in ${text.split('\n')[0] ?? ''}`),
  );

const totalOf = async (query: Record<string, string>): Promise<unknown> =>
  (await scene.query('search-partner-delivery-events', query)).body;

describe.each([
  ["the customer's index", 'customer'],
  ['all indexes', 'all'],
] as const)('reports that are parked for %s', (_, parkedFor) => {
  it('are erased with the customer, from the messages and the other indexes, and counted afterwards', async () => {
    const { partnerId } = scene.partner;
    const { customerId, instances } = await scene.plant({ updates: 1, reports: 1 });
    const customer: DeliveryScope = { kind: 'customer', partnerId, customerId };
    const deps = foldOn(failingTable(table, scopePartition(customer), () => true));
    const forget: FoldReportsDeps['forget'] = () => Promise.reject(new Error('no answer'));
    await stream.read();
    // Hours before, so that the customer's index does not lead to their hour.
    const occurred_at = scene.clock.now() / 1000 - 5 * 3_600;
    for (const number of [1, 2]) {
      const message_id = `${personal.messageId}-${parkedFor}-${number}`;
      await scene.report({ ...message, message_id, phone_number_id: instances[0]?.phoneNumberId, occurred_at });
    }
    const records = await stream.read();
    const rollup = parkedFor === 'all' ? { ...deps, forget } : deps;
    expect(await foldReports(rollup, records, Infinity)).toEqual([]);
    expect((await textsLeft()).join('\n')).toContain(personal.errorTitle);
    await scene.erase(customerId);
    await scene.finish(customerId);
    expect(await textsLeft()).toEqual([]);
    const scope = parkedFor === 'all' ? null : customer;
    const run = { parkedReports: (work: WorkKey<'parkedReports'>) => foldParked(foldOn(table), work, Infinity) };
    await runWork(run, parkedKeys.head(partnerId, scope));
    expect(await textsLeft()).toEqual([]);
    expect(await totalOf({ customer_id: customerId })).toMatchObject({ total: 3 });
  });
});
