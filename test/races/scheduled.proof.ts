import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Table } from '../../lambdas/store/table/table.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed, type Send } from '../interposed-table.ts';
import { races } from './command.ts';
import { race, type InParallel } from './race.ts';

let table: TestTable;
let service: TestService;
beforeAll(async () => {
  table = await startTestTable();
  const started = await startService(table, { rateScale: 10_000 });
  const { dispatcher } = started;
  // The scheduler, not the clock, decides when a caller retries.
  const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };
  service = { ...started, dispatcher: { ...dispatcher, deps: { ...dispatcher.deps, retryPolicy } } };
});
afterAll(() => table.stop());

/** The table, whose calls run when the scheduler decides. */
const scheduled = (scheduler: fc.Scheduler): Table => {
  // The outcome as a value, because the scheduler would treat a refusal as a failure of its own.
  const settled = scheduler.scheduleFunction(async (send: Send): Promise<PromiseSettledResult<unknown>> => {
    const [outcome] = await Promise.allSettled([send()]);
    return outcome;
  });
  return interposed(table, async (_, send) => {
    const outcome = await settled(send);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
};

/** One call of the table after another, of any caller: orders that occur seldom by chance. */
const inAnyOrder =
  (scheduler: fc.Scheduler): InParallel =>
  (calls) =>
    scheduler.waitFor(Promise.all(calls.map((call) => call(scheduled(scheduler)))));

describe('callers whose steps interleave in any order', () => {
  it('get the answers of some order, and leave records in which every invariant holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), races, async (scheduler, lots) => {
        expect(await race(service, lots, inAnyOrder(scheduler))).toEqual([]);
      }),
      { seed: 1_207, numRuns: 12 },
    );
  });
});
