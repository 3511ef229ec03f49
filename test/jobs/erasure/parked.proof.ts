import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { foldParked, type FoldParkedDeps } from '../../../lambdas/reports/fold-parked.ts';
import { longestWait } from '../../../lambdas/domain/delivery/waiting-report.ts';
import { foldTail, type FoldTailDeps } from '../../../lambdas/reports/fold-tail.ts';
import { journalReports, type JournalDeps } from '../../../lambdas/reports/journal-reports.ts';
import { forgetReports } from '../../../lambdas/reports/forgotten-reports.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import type { WorkKey } from '../../../lambdas/store/table/keys.ts';
import { addToStripes } from '../../../lambdas/store/delivery/journal.ts';
import { journalKeys, parkedKeys, scopePartition, type DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';
import { readMessages } from '../../../lambdas/store/delivery/message-statuses.ts';
import { parkReports } from '../../../lambdas/store/delivery/parked-reports.ts';
import { tableIndex } from '../../../lambdas/store/delivery/table-index.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { openTableStream, type TableStream } from '../../../tools/harness/table-stream.ts';
import { failingTable } from '../../reports/failing-table.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { personal, personalTexts } from './plant.ts';
import { startErasureScene, type ErasureScene } from './scene.ts';
import { foundIn, tableTexts } from '../../../tools/harness/traces.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';

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

const workersOn = (of: Table) => {
  const base = {
    table,
    retryPolicy: scene.deps.retryPolicy,
    clock: scene.clock.now,
    newId,
    deadline: noDeadline,
    onError: () => undefined,
  };
  const fold = { ...base, index: tableIndex(of), limits: blockLimits, watch: () => Promise.resolve() };
  const forget = forgetReports(table);
  const journal: JournalDeps['journal'] = (partnerId, reports) => addToStripes(base, partnerId, reports);
  const forJournal: JournalDeps = {
    ...base,
    forget,
    journal,
    watch: () => Promise.resolve(),
    park: (partnerId, reports) => parkReports(base, partnerId, null, reports),
    sendToFailedQueue: () => Promise.reject(new Error('no record has to go to the failed queue')),
  };
  const forFold: FoldTailDeps = { ...fold, park: (...parked) => parkReports(base, ...parked) };
  const forParked: FoldParkedDeps = {
    ...fold,
    forget,
    journal,
    readMessages: (messages) => readMessages(table, messages),
    onParked: () => undefined,
  };
  return { forJournal, forFold, forParked };
};

/** Folds a partner's journal after a day. */
const foldLater = (deps: FoldTailDeps, partnerId: string): Promise<void> => {
  scene.clock.pass(longestWait);
  return runWork({ reportFold: (work) => foldTail(deps, work, Infinity) }, journalKeys.tail(partnerId, 0));
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

/** Personal texts, each with the key of the item that contains it. */
const textsLeft = async (): Promise<readonly string[]> =>
  (await tableTexts(table)).flatMap((text) =>
    foundIn(personalTexts, [text]).map((found) => `${found} in ${text.split('\n')[0] ?? ''}`),
  );

const totalOf = async (customer_id: string): Promise<unknown> => {
  const query = { customer_id, date_from: '2029-10-05', date_to: '2030-01-04' };
  return (await scene.query('search-partner-delivery-events', query)).body;
};

/** Reports some messages of several hours ago, so that the customer's index does not lead to their hour. */
const reportSome = async (phone_number_id: string | undefined, name: string): Promise<readonly unknown[]> => {
  await stream.read();
  const occurred_at = scene.clock.now() / 1000 - 5 * 3_600;
  for (const number of [1, 2]) {
    await scene.report({
      ...message,
      message_id: `${personal.messageId}-${name}-${number}`,
      phone_number_id,
      occurred_at,
    });
  }
  return stream.read();
};

describe.each([
  ["the customer's index", 'customer'],
  ['all indexes', 'all'],
] as const)('reports that are parked for %s', (_, parkedFor) => {
  it('are erased with the customer, from the messages and the other indexes, and counted afterwards', async () => {
    const { partnerId } = scene.partner;
    const { customerId, instances } = await scene.plant({ updates: 1, reports: 1 });
    const customer: DeliveryScope = { kind: 'customer', partnerId, customerId };
    const { forJournal, forFold } = workersOn(failingTable(table, scopePartition(customer), () => true));
    const forget: JournalDeps['forget'] = () => Promise.reject(new Error('no answer'));
    const records = await reportSome(instances[0]?.phoneNumberId, parkedFor);
    const journal = parkedFor === 'all' ? { ...forJournal, forget } : forJournal;
    expect(await journalReports(journal, records, Infinity)).toEqual([]);
    if (parkedFor === 'customer') await foldLater(forFold, partnerId);
    expect((await textsLeft()).join('\n')).toContain(personal.errorTitle);
    await scene.erase(customerId);
    await scene.finish(customerId);
    expect(await textsLeft()).toEqual([]);
    const { forParked } = workersOn(table);
    const run = { parkedReports: (work: WorkKey<'parkedReports'>) => foldParked(forParked, work, Infinity) };
    await runWork(run, parkedKeys.head(partnerId, parkedFor === 'all' ? null : customer));
    expect(await textsLeft()).toEqual([]);
    expect(await totalOf(customerId)).toMatchObject({ total: 3 });
  });
});

describe('reports that wait to be folded', () => {
  it('are erased with the customer where they wait, and folded without personal data', async () => {
    const { partnerId } = scene.partner;
    const { customerId, instances } = await scene.plant({ updates: 1, reports: 1 });
    const { forJournal, forFold } = workersOn(table);
    const records = await reportSome(instances[0]?.phoneNumberId, 'waiting');
    expect(await journalReports(forJournal, records, Infinity)).toEqual([]);
    const chunks = (await tableTexts(table)).filter((text) => text.includes('#J#'));
    expect(foundIn(personalTexts, chunks)).toContain(personal.errorTitle);
    await scene.erase(customerId);
    await scene.finish(customerId);
    expect(await textsLeft()).toEqual([]);
    expect(await totalOf(customerId)).toMatchObject({ total: 3 });
    await foldLater(forFold, partnerId);
    expect(await textsLeft()).toEqual([]);
    expect(await totalOf(customerId)).toMatchObject({ total: 3 });
  });
});
