import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { foldThreshold, type WaitingReport } from '../../../lambdas/domain/delivery/waiting-report.ts';
import { messageIdentity } from '../../../lambdas/domain/delivery/report.ts';
import { foldTail, type FoldTailDeps } from '../../../lambdas/reports/fold-tail.ts';
import { forgetReports } from '../../../lambdas/reports/forgotten-reports.ts';
import { newId, systemRetryPolicy } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { addToJournal } from '../../../lambdas/store/delivery/journal.ts';
import { journalKeys, messageKey, messageName } from '../../../lambdas/store/delivery/keys.ts';
import { tableIndex } from '../../../lambdas/store/delivery/table-index.ts';
import { instancesOf, randomFrom, trafficOf } from '../../bench/delivery/event-traffic.ts';
import { indexedEvents } from '../../bench/delivery/indexed-events.ts';
import type { Stage } from '../../access-patterns/scene.ts';
import { noDeadline } from '../../harness/no-deadline.ts';
import { foldName, journalName, journalSizes, type PartnerShape } from './journal-sizes.ts';
import type { Recording } from './recording.ts';
import { transcribed } from './transcribe.ts';
import { hour } from '../../../lambdas/kernel/time.ts';

/** Far from the end of a day. */
const from = Date.UTC(2030, 0, 2, 3, 0, 0);

/** An hour of a partner's reports. */
const traffic: Readonly<Record<PartnerShape, () => readonly IndexedEvent[]>> = {
  // The number at 1,430 a second for 10,000 partners.
  small: () => trafficWith({ instances: 5, customers: 5, messages: 220 }),
  large: () => trafficWith({ instances: 50, customers: 10, messages: 4_000 }),
};

const trafficWith = (load: {
  readonly instances: number;
  readonly customers: number;
  readonly messages: number;
}): readonly IndexedEvent[] => {
  const instances = instancesOf(load.instances, load.customers, randomFrom(7), from - hour);
  const events = indexedEvents(trafficOf({ instances, from, to: from + hour, messages: load.messages, seed: 11 }));
  return events.filter(({ occurred_at: at }) => at < from + hour);
};

const waitingOf =
  (partnerId: string) =>
  (event: IndexedEvent): WaitingReport => ({
    event,
    message: messageName(messageKey(partnerId, event.phone_number_id, messageIdentity(event))),
    known: [],
  });

/** The calls of a partner's journal for a batch of each size, and for the fold of the reports that make it due. */
const recordJournal = async ({ table, scene }: Stage, shape: PartnerShape): Promise<Recording> => {
  const { partnerId } = await scene.newPartner();
  const reports = traffic[shape]().map(waitingOf(partnerId));
  const threshold = foldThreshold(shape === 'small' ? 5 : 50);
  let now = from + hour;
  const clock = (): number => now;
  const journal = (first: number, count: number): Promise<void> =>
    addToJournal({ table, clock }, { partnerId, stripe: 0 }, reports.slice(first, first + count));
  const deps: FoldTailDeps = {
    table,
    index: tableIndex(table),
    retryPolicy: systemRetryPolicy,
    clock,
    newId,
    limits: blockLimits,
    deadline: noDeadline,
    watch: () => Promise.resolve(),
    park: () => Promise.reject(new Error('nothing has to be parked')),
    onError: (error) => {
      throw error;
    },
  };
  const fold = (): Promise<void> =>
    runWork({ reportFold: (key) => foldTail(deps, key, Infinity) }, journalKeys.tail(partnerId, 0));
  /** Folds all waiting reports, and deletes the chunks when no reader needs them. */
  const foldWhole = async (): Promise<void> => {
    now += 2 * 24 * hour;
    await fold();
    now += hour;
    await fold();
  };
  await journal(0, reports.length - threshold);
  await foldWhole();
  const recording: Recording = {};
  await journal(reports.length - threshold, threshold);
  const folded = await table.measure(foldWhole);
  recording[foldName(shape)] = transcribed(folded.accesses);
  for (const size of journalSizes.filter((some) => some <= reports.length)) {
    // The journal has new chunks since its last fold.
    await foldWhole();
    await journal(0, 1);
    const { accesses } = await table.measure(() => journal(reports.length - size, size));
    recording[journalName(shape, size)] = transcribed(accesses);
  }
  return recording;
};

/** The calls of journals and folds, and the reads of a partner's customers before them. */
export const recordReports = async (stage: Stage): Promise<Recording> => ({
  ...(await recordJournal(stage, 'small')),
  ...(await recordJournal(stage, 'large')),
  ...(await recordForgetting(stage)),
});

const recordForgetting = async ({ table, scene }: Stage): Promise<Recording> => {
  const customer = await scene.customer(scene.fresh());
  const [event] = traffic.small();
  if (event === undefined) throw new Error('there are no reports');
  const report = { event: { ...event, customer_id: customer }, message: '', known: [] };
  const { accesses } = await table.measure(() => forgetReports(table)(scene.partner.partnerId, [report]));
  return { 'journal, the customer': transcribed(accesses) };
};
