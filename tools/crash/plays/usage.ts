import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { countReports } from '../../../lambdas/store/usage/count-reports.ts';
import { workOn } from '../background.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { connectedInstance } from './customers-and-instances.ts';
import { dueOf, play } from './workers.ts';
import { hour, day } from '../../../lambdas/kernel/time.ts';

/** A customer with an instance, and a customer that is not active. */
const used = async (stage: Stage): Promise<void> => {
  await connectedInstance(stage, await stage.newCustomer());
  const customer_id = await stage.newCustomer();
  await stage.prepared('deactivate-partner-customer', { method: 'POST', given: { customer_id } });
};

/** A day with usage that has ended. */
const endedDay = async (stage: Stage): Promise<void> => {
  await used(stage);
  stage.surroundings.clock.pass(day + 8 * hour);
};

/** A day with more reports than are read at once, all of one hour. */
const endedLargeDay = async (stage: Stage): Promise<void> => {
  const { table, clock } = stage.surroundings;
  const now = clock.now();
  const reports = Array.from({ length: 21_000 }, () => ({ id: newId(now), received_at: now }));
  await countReports(table, stage.partner.partnerId, reports);
  clock.pass(day + 8 * hour);
};

/** Makes the partner one from before usage was recorded. */
const forgetUsage = async ({ surroundings: { table }, partner }: Stage): Promise<void> => {
  const Key = { ...keys.usageHead(partner.partnerId) };
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
};

/** A partner whose usage begins, on its first day. */
const beginning = async (stage: Stage): Promise<void> => {
  await used(stage);
  await forgetUsage(stage);
  await stage.scene.service.operate('usage begin', {});
  stage.surroundings.clock.pass(day);
};

/** A month whose days are all closed. @returns the month */
const closedMonth = async (stage: Stage): Promise<string> => {
  const { clock } = stage.surroundings;
  const month = new Date(clock.now()).toISOString().slice(0, 7);
  await used(stage);
  // A day is closed within 30 days, or never.
  for (const days of [20, 13]) {
    clock.pass(days * day);
    await workOn(stage.sound(), clock.now(), 'fold', await dueOf(stage, 'fold'));
  }
  return month;
};

const command = (name: string, input: (stage: Stage) => Promise<Readonly<Record<string, unknown>>>): Play => ({
  name: `operator ${name}`,
  about: 'repeated',
  prepare: async (stage) => {
    const given = await input(stage);
    return {
      again: 'client',
      expected: '{"ok":true',
      // A repetition finds nothing left to begin.
      progress: /^answer .*$/gs,
      act: (it) => stage.operate(it, name, given),
    };
  },
});

export const usagePlays: readonly Play[] = [
  play('folding', 'a day of usage is closed', 'fold', endedDay),
  play('folding', 'a large day of usage is closed', 'fold', endedLargeDay),
  play('folding', 'what a partner had when its usage began is counted', 'fold', beginning),
  command('usage begin', async (stage) => {
    await used(stage);
    await forgetUsage(stage);
    return {};
  }),
  command('usage export', async (stage) => ({ month: await closedMonth(stage) })),
];
