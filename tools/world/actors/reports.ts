import { z } from 'zod';
import { day, hour, second } from '../../../lambdas/kernel/time.ts';
import { numbers } from '../ground.ts';
import type { AcceptedReport } from '../ledger.ts';
import type { Answered, World } from '../world.ts';
import type { Actor } from './actor.ts';

const reported = z.object({ phone_number_id: z.string(), message_id: z.string(), status: z.string() });
const batch = z.object({ reports: z.array(z.unknown()) });
const batchAnswer = z.object({ items: z.array(z.object({ status: z.number() })) });

/** The reports of a call that were accepted: none without a success, and those of a batch that it doesn't refuse. */
export const acceptedReports = (given: unknown, { status, text }: Answered): readonly AcceptedReport[] => {
  if (status >= 300) return [];
  const items = batchAnswer.safeParse(JSON.parse(text)).data?.items ?? [];
  return (batch.safeParse(given).data?.reports ?? [given])
    .filter((_, index) => (items[index]?.status ?? status) < 300)
    .flatMap((row) => reported.safeParse(row).data ?? []);
};

interface Given extends AcceptedReport {
  readonly error_code?: number;
}

const reportOne = async (world: World, report: Given): Promise<void> => {
  const answer = await world.call('report-partner-message-status', 'POST', { ...report });
  if (answer.status === 201) world.ledger.reports.push(...acceptedReports(report, answer));
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
  const send = () => world.call('report-partner-message-statuses', 'POST', { reports });
  const answers = await Promise.all([send(), send()]);
  const accepted = answers.flatMap((answer) => acceptedReports({ reports }, answer));
  const distinct = new Map(accepted.map((report) => [JSON.stringify(report), report]));
  world.ledger.reports.push(...distinct.values());
};

/** Reports of several hours, and the day after which they are folded. */
const forHours: Actor['act'] = async (world) => {
  for (let count = 0; count < 3; count += 1) {
    for (const [number, status] of [
      [numbers.plain, 'delivered'],
      [numbers.onApp, 'failed'],
    ] as const)
      await reportOne(world, message(world, number)(status, status === 'failed' ? { error_code: 131026 } : {}));
    await world.scheduler.wait(hour);
  }
  await world.scheduler.wait(day + hour);
};

/** The index of the lines takes nothing for a while, so that reports are parked. */
const parked: Actor['act'] = async (world) => {
  world.refused = '#D#I#';
  const of = message(world, numbers.plain);
  for (const report of [of('sent'), of('delivered'), message(world, numbers.plain)('failed', { error_code: 131026 })])
    await reportOne(world, report);
  await world.scheduler.wait(day + hour);
  world.refused = null;
  await world.scheduler.wait(hour);
};

export const reportActors: readonly Actor[] = [
  { name: 'reports a message', act: singly },
  { name: 'reports failures', act: failures },
  { name: 'reports in batches', act: inBatches },
];

/** They take days. */
export const longReportActors: readonly Actor[] = [
  { name: 'reports for hours', act: forHours },
  { name: 'reports to an index that takes nothing', act: parked },
];
