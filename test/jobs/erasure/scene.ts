import { afterAll, beforeAll } from '@jest/globals';
import { z } from 'zod';
import { revised } from '../../../lambdas/domain/instance.ts';
import type { ErasureDeps } from '../../../lambdas/jobs/erasure/erasure-deps.ts';
import { runners } from '../../../lambdas/jobs/lifecycle-runners.ts';
import { noMails } from '../../../tools/harness/no-mails.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { commit, type RetryPolicy } from '../../../lambdas/store/table/commit.ts';
import { tableIndex } from '../../../lambdas/store/delivery/table-index.ts';
import { readErasure } from '../../../lambdas/store/erasure/erasures.ts';
import { instanceClauses, readInstance } from '../../../lambdas/store/instances/instances.ts';
import { dueHints } from '../../../tools/harness/due-hints.ts';
import { testClock, type TestClock } from '../../../tools/harness/test-clock.ts';
import { startScene, type DeliveryScene } from '../../delivery/delivery-scene.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { plant, type Amount, type Connect, type Planted } from './plant.ts';
import { noConnections } from '../../../tools/harness/no-connections.ts';

export interface ErasureScene extends DeliveryScene {
  readonly clock: TestClock;
  readonly deps: ErasureDeps;
  readonly plant: (amount: Amount) => Promise<Planted>;
  readonly erase: (customerId: string) => Promise<unknown>;
  /** Has a worker do the work that is due now. @returns whether there was any */
  readonly step: (deps?: ErasureDeps) => Promise<boolean>;
  /** Lets time pass and workers run until the erasure has ended; without the check afterwards. */
  readonly finish: (customerId: string, deps?: ErasureDeps) => Promise<void>;
}

export const quiet = 12_000;
const minute = 60_000;
const immediately: RetryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };

let numbers = 0;
const answer = z.object({ instance: z.object({ id: z.string() }) });

/** A connected instance, with what the platform reports about its number. */
const connecting =
  (scene: DeliveryScene, table: TestTable, clock: TestClock): Connect =>
  async (customerId, instance, facts) => {
    const made = await scene.command('POST', 'create-customer-instance', {
      partner_customer_id: customerId,
      instance_key: instance.key,
      instance_name: instance.name,
      metadata: instance.metadata,
    });
    const { id } = answer.parse(made.body).instance;
    numbers += 1;
    const phoneNumberId = `20654035224${numbers}`;
    await scene.connect(id, phoneNumberId, '3001');
    const record = await readInstance(table, scene.partner.partnerId, id);
    if (record === null) throw new Error('the instance has gone');
    const { verifiedName, displayNumber } = facts;
    const known = { verified_name: verifiedName, username: verifiedName, display_phone_number: displayNumber };
    const next = { ...record, instance: revised(record.instance, known, clock.now()), revision: record.revision + 1 };
    await commit(table, instanceClauses(table, scene.partner.partnerId, next, record.instance));
    return { id, phoneNumberId };
  };

export const startErasureScene = async (table: TestTable): Promise<ErasureScene> => {
  const clock = testClock();
  const scene = await startScene(table, clock.now);
  const { partnerId } = scene.partner;
  const deps: ErasureDeps = {
    ...scene.dispatcher.deps,
    retryPolicy: immediately,
    index: tableIndex(table),
    quiet,
  };
  const step: ErasureScene['step'] = async (worker = deps) => {
    const hints = await dueHints(table, 'lifecycle', clock.now());
    for (const hint of hints)
      await runWork(runners({ ...worker, ...noConnections, ...noMails }, clock.now() + minute), hint);
    return hints.length > 0;
  };
  return {
    ...scene,
    clock,
    deps,
    plant: async (amount) => {
      const planted = await plant(scene, connecting(scene, table, clock), amount);
      await scene.fold();
      await scene.foldIndex();
      return planted;
    },
    erase: (customerId) => scene.operate('customers erase', { partner_id: partnerId, customer_id: customerId }),
    step,
    finish: async (customerId, worker = deps) => {
      for (let round = 0; round < 500; round += 1) {
        if ((await readErasure(table, partnerId, customerId))?.state !== 'running') return;
        if (!(await step(worker))) clock.pass(1_000);
      }
      throw new Error('the erasure does not end');
    },
  };
};

/** Starts a table with a scene for the tests of a file. @param given gets both before them */
export const withErasureScene = (given: (scene: ErasureScene, table: TestTable) => void): void => {
  let stop = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    const table = await startTestTable();
    const scene = await startErasureScene(table);
    stop = () => {
      scene.close();
      return table.stop();
    };
    given(scene, table);
  });
  afterAll(() => stop());
};
