import { second } from '../../../lambdas/kernel/time.ts';
import { numbers } from '../ground.ts';
import type { AcceptedReport } from '../ledger.ts';
import type { World } from '../world.ts';
import type { Actor } from './actor.ts';

const accepted = (world: World, report: AcceptedReport, status: unknown): void => {
  if (status === 201) world.ledger.reports.push(report);
};

interface Given extends AcceptedReport {
  readonly error_code?: number;
}

const reportOne = async (world: World, report: Given): Promise<void> => {
  const { status } = await world.call('report-partner-message-status', 'POST', { ...report });
  accepted(world, report, status);
};

const message = (world: World, phone_number_id: string) => {
  const message_id = `wamid.${world.freshKey()}`;
  return (status: string, more: Pick<Given, 'error_code'> = {}): Given => ({
    phone_number_id,
    message_id,
    status,
    ...more,
  });
};

/** Two clients report a message, in the wrong order and again. */
const singly: Actor['act'] = async (world) => {
  const of = message(world, numbers.plain);
  await Promise.all([reportOne(world, of('read')), reportOne(world, of('sent'))]);
  await reportOne(world, of('delivered'));
  await reportOne(world, of('sent'));
};

const failures: Actor['act'] = async (world) => {
  for (let count = 0; count < 3; count += 1) {
    await reportOne(world, message(world, numbers.onApp)('failed', { error_code: 131026 }));
    await world.scheduler.wait(second);
  }
};

/** A batch, which another client sends as well. Both accept a part of it. */
const inBatches: Actor['act'] = async (world) => {
  const [one, another] = [message(world, numbers.plain), message(world, numbers.onApp)];
  const reports = [
    one('sent'),
    another('sent'),
    one('failed', { error_code: 131000 }),
    another('delivered'),
    one('sent'),
  ];
  const send = async (): Promise<void> => {
    await world.call('report-partner-message-statuses', 'POST', { reports });
  };
  await Promise.all([send(), send()]);
  const all = [...new Map(reports.map((report) => [JSON.stringify(report), report])).values()];
  for (const report of all) accepted(world, report, 201);
};

export const reportActors: readonly Actor[] = [
  { name: 'reports a message', act: singly },
  { name: 'reports failures', act: failures },
  { name: 'reports in batches', act: inBatches },
];
