import { workOn } from '../../processes/background.ts';
import { dueOf, undelivered } from './work.ts';
import type { Stage } from '../../processes/stage.ts';
import type { Names } from '../queries.ts';
import { openJournal, type Journal } from '../stream.ts';
import { customersOf } from './customers.ts';
import { indexed, settledEvents, waitingWork } from './events.ts';
import { instancesOf } from './instances.ts';
import { foldedReports, messageOf, unfoldedReports } from './reports.ts';
import { teamOf } from './team.ts';
import { day } from '../../../lambdas/kernel/time.ts';

/** Lets 33 days pass: the days of usage are closed, and no other work is done. */
const passMonth = async (stage: Stage, journal: Journal): Promise<void> => {
  const { clock } = stage.surroundings;
  await journal.write(stage.sound());
  // A day is closed within 30 days, or never.
  for (const days of [20, 13]) {
    clock.pass(days * day);
    await workOn(stage.sound(), clock.now(), 'fold', await dueOf(stage, 'fold'));
  }
};

const numberOf = async (stage: Stage, instanceId: string): Promise<string> =>
  (await stage.scene.instance(instanceId)).instance.platform_phone_number_id ?? '';

/** What a partner does in five weeks. Work of every kind waits at the end. @returns the names of what there is */
export const tellStory = async (stage: Stage): Promise<Names> => {
  const { surroundings, partner } = stage;
  const isoNow = (): string => new Date(surroundings.clock.now()).toISOString();
  const journal = await openJournal(surroundings.table);
  try {
    const since = isoNow();
    const customers = await customersOf(stage);
    const instances = await instancesOf(stage, customers);
    const numbers = [await numberOf(stage, instances.instance), await numberOf(stage, instances.moved)];
    await teamOf(stage);
    await foldedReports(stage, journal, numbers, 0);
    await passMonth(stage, journal);
    await settledEvents(stage);
    await indexed(stage, { ...customers, ...instances });
    await foldedReports(stage, journal, numbers, 1_000);
    // Its workers also do all other work, so it comes first.
    await undelivered(stage);
    await unfoldedReports(stage, journal, numbers, 2_000);
    const waiting = await waitingWork(stage, { ...customers, ...instances }, () => journal.write(stage.sound()));
    return {
      ...customers,
      ...instances,
      ...waiting,
      partner: partner.partnerId,
      month: since.slice(0, 7),
      since,
      until: isoNow(),
      message: messageOf(numbers[0] ?? '', 2_001),
    };
  } finally {
    journal.close();
  }
};
