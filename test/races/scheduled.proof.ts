import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Table } from '../../lambdas/store/table/table.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { races } from './command.ts';
import { race, type InParallel } from './race.ts';

let table: TestTable;
let service: TestService;
beforeAll(async () => {
  table = await startTestTable();
  const started = await startService(table, { rateScale: 10_000 });
  const { dispatcher } = started;
  // Whoever has to try again does so when the scheduler says so, and not by the clock.
  const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };
  service = { ...started, dispatcher: { ...dispatcher, deps: { ...dispatcher.deps, retryPolicy } } };
});
afterAll(() => table.stop());

/** The table, each of whose calls comes when the scheduler says so. */
const scheduled = (scheduler: fc.Scheduler): Table => ({
  ...table,
  client: new Proxy(table.client, {
    get: (client, name, receiver) => {
      const value: unknown = Reflect.get(client, name, receiver);
      if (name !== 'send' || typeof value !== 'function') return value;
      // Its outcome as a value: the scheduler would take a refusal for a failure of its own.
      const settled = scheduler.scheduleFunction(async (command: unknown): Promise<PromiseSettledResult<unknown>> => {
        const [outcome] = await Promise.allSettled([Promise.resolve(value.call(client, command))]);
        return outcome;
      });
      return async (command: unknown) => {
        const outcome = await settled(command);
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      };
    },
  }),
});

/** One call of the table after another, of whichever caller: the orders that chance seldom brings. */
const inAnyOrder =
  (scheduler: fc.Scheduler): InParallel =>
  (calls) =>
    scheduler.waitFor(Promise.all(calls.map((call) => call(scheduled(scheduler)))));

describe('callers whose steps come in any order', () => {
  it('are answered as in some order, and leave records in which everything holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), races, async (scheduler, lots) => {
        expect(await race(service, lots, inAnyOrder(scheduler))).toEqual([]);
      }),
      { seed: 1_207, numRuns: 12 },
    );
  });
});
