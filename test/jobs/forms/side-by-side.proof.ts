import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { runners } from '../../../lambdas/jobs/lifecycle-runners.ts';
import { noMails } from '../../../tools/harness/no-mails.ts';
import { dispatch } from '../../../lambdas/api/dispatch.ts';
import { rewritings } from '../../../lambdas/store/forms/rewritten-forms.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { dueHints } from '../../../tools/harness/due-hints.ts';
import { storeEntriesInVersion1 } from '../../../tools/harness/earlier-entries.ts';
import { noConnections } from '../../../tools/harness/no-connections.ts';
import { eventOf } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { foundIn, rawItems, tableTexts } from '../../../tools/harness/traces.ts';
import { quiet, startErasureScene, type ErasureScene } from '../erasure/scene.ts';
import { interposed, type Send } from '../../interposed-table.ts';
import { runsOf } from '../../share.ts';

let table: TestTable;
let scene: ErasureScene;
beforeAll(async () => {
  table = await startTestTable();
  scene = await startErasureScene(table);
});
afterAll(async () => {
  scene.close();
  await table.stop();
});

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

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });
let made = 0;

/** A customer with some entries. */
const newCustomer = async (name: string): Promise<string> => {
  made += 1;
  const { body } = await scene.command('POST', 'upsert-partner-customer', {
    external_customer_id: `side-${made}`,
    customer_name: name,
  });
  const { customer_id: id } = customerAnswer.parse(body).customer;
  for (const round of [1, 2]) {
    await scene.command('PATCH', 'update-partner-customer', {
      customer_id: id,
      changes: { customer_name: `${name} ${round}` },
    });
  }
  return id;
};

const namesOf = async (customerId: string): Promise<readonly unknown[]> => {
  const { body } = await scene.query('get-partner-customer-history', { customer_id: customerId, page_size: '200' });
  const items = z.array(z.object({ event: z.string(), new: z.record(z.string(), z.unknown()) }));
  const { items: all } = z.object({ items }).parse(body);
  return all.toReversed().flatMap((one) => ('customer_name' in one.new ? [one.new['customer_name']] : []));
};

/** Calls and workers, each of whose calls of the table happens when the scheduler decides. */
const sideBySide = async (scheduler: fc.Scheduler, calls: readonly [string, object][]): Promise<void> => {
  const deps = { ...scene.deps, ...noConnections, table: scheduled(scheduler) };
  const until = scene.clock.now() + 60_000;
  const hints = await dueHints(table, 'lifecycle', scene.clock.now());
  const { dispatcher, apikey, partner } = scene;
  const made = calls.map(async ([method, body]) => {
    const headers = {
      apikey,
      authorization: `Bearer ${partner.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `key-${JSON.stringify(body).length}-${scene.clock.now()}-${method}-${Math.random()}`,
    };
    const of = { ...dispatcher.deps, table: deps.table, retryPolicy: deps.retryPolicy };
    const { statusCode } = await dispatch({ ...dispatcher, deps: of }, eventOf(method, { body }, headers));
    expect(statusCode).toBe(200);
  });
  await scheduler.waitFor(
    Promise.all([...made, ...hints.map((hint) => runWork(runners({ ...deps, ...noMails }, until), hint))]),
  );
};

describe('an erasure, a merge, a change and the rewriting of entries, whose steps interleave in any order', () => {
  it('lose no entry, leave all in the newest version, and nothing of the erased customer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const secret = `Aurelia Blackmarsh ${made}`;
        const [erased, source, target] = [
          await newCustomer(secret),
          await newCustomer('Source'),
          await newCustomer('Target'),
        ];
        await storeEntriesInVersion1(table);
        await scene.erase(erased);
        await scene.step();
        // The erasure goes on to the histories when the calls that it waits for have ended.
        scene.clock.pass(quiet);
        await scene.operate('stored rewrite', { form: 'history-entry', units_a_second: 200 });
        await sideBySide(scheduler, [
          ['PATCH', { route: 'update-partner-customer', customer_id: target, changes: { customer_name: 'Last' } }],
          [
            'POST',
            {
              route: 'merge-partner-customers',
              source_customer_id: source,
              target_customer_id: target,
              reason: 'same',
            },
          ],
        ]);
        for (let round = 0; round < 6; round += 1) {
          scene.clock.pass(5_000);
          await sideBySide(scheduler, []);
        }
        const entries = (await rawItems(table)).filter(({ sk }) => String(sk).startsWith('H#'));
        const versions = entries.map(({ entry }) => (entry instanceof Uint8Array ? entry[0] : null));
        expect(new Set(versions)).toEqual(new Set([rewritings['history-entry'].version]));
        expect(foundIn([secret], await tableTexts(table))).toEqual([]);
        expect(await namesOf(source)).toEqual(['Source', 'Source 1', 'Source 2']);
        expect(await namesOf(target)).toEqual(['Target', 'Target 1', 'Target 2', 'Last']);
      }),
      { seed: 1_207, numRuns: runsOf(40) },
    );
  });
});
