import type { DueHint } from '../../../lambdas/kernel/due.ts';
import { auditReports } from '../../../lambdas/reports/audit-reports.ts';
import { foldTail, type FoldTailDeps } from '../../../lambdas/reports/fold-tail.ts';
import { journalReports } from '../../../lambdas/reports/journal-reports.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { sampleMessages } from '../../../lambdas/store/delivery/message-sample.ts';
import { openWaiting } from '../../../lambdas/store/delivery/waiting-reports.ts';
import type { WorkKey } from '../../../lambdas/store/table/keys.ts';
import { openTableStream } from '../../harness/table-stream.ts';
import { workOn } from '../background.ts';
import type { Environment } from '../environment.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { done } from '../told.ts';
import { reportingNumber } from './calls.ts';
import { awaitedOf, play } from './workers.ts';
import { minute } from '../../../lambdas/kernel/time.ts';

/** Reports three messages of an instance, one of them failed. @returns the records of the stream */
const reported = async (stage: Stage): Promise<readonly unknown[]> => {
  const phone_number_id = await reportingNumber(stage);
  const stream = await openTableStream(stage.surroundings.table);
  await stream.read();
  for (const [message, status] of ['sent', 'delivered', 'failed'].entries()) {
    const given = {
      phone_number_id,
      status,
      message_id: `wamid.${message}`,
      ...(status === 'failed' && { error_code: 131026 }),
    };
    await stage.prepared('report-partner-message-status', { method: 'POST', given });
  }
  const records = await stream.read();
  stream.close();
  return records;
};

const showReports = async (stage: Stage, it: Environment): Promise<void> => {
  // The reports are a day old. A disturbed run takes longer, so that a window of 24 hours would begin after them.
  const asked = [
    ['search-partner-delivery-events', {}],
    ['get-partner-delivery-health', { window_hours: '72' }],
  ] as const;
  for (const [route, given] of asked) {
    stage.surroundings.views.push((await stage.call(it, route, { method: 'GET', given })).text);
  }
};

const journalling: Play = {
  name: 'journal',
  about: 'three reports',
  prepare: async (stage) => {
    const records = await reported(stage);
    return {
      again: 'queue',
      act: async (it) => {
        const failed = await journalReports(it.reports, records, Infinity);
        return { ...done, isFinal: failed.length === 0 };
      },
      afterwards: (it) => showReports(stage, it),
    };
  },
};

const journalled = async (stage: Stage): Promise<void> => {
  const records = await reported(stage);
  await journalReports(stage.sound().reports, records, Infinity);
};

/** The fold, with an index of the instance that accepts no commits. */
const refused = (fold: FoldTailDeps): FoldTailDeps => ({
  ...fold,
  index: {
    ...fold.index,
    commit: (partition, nodes) =>
      partition.includes('#D#I#')
        ? Promise.reject(new Error('the index takes nothing'))
        : fold.index.commit(partition, nodes),
  },
});

export const foldRefused = async (it: Environment, hints: readonly DueHint[]): Promise<void> => {
  const run = { reportFold: (work: WorkKey<'reportFold'>) => foldTail(refused(it.fold), work, Infinity) };
  await Promise.all(hints.map((hint) => runWork(run, hint)));
};

const folding = (
  about: string,
  act: (it: Environment, hints: readonly DueHint[], now: number) => Promise<void>,
): Play => ({
  name: 'folding',
  about,
  prepare: async (stage) => {
    await journalled(stage);
    const hints = await awaitedOf(stage, 'reportFold');
    return {
      again: 'queue',
      act: async (it) => {
        await act(it, hints, stage.surroundings.clock.now());
        return done;
      },
      afterwards: (it) => showReports(stage, it),
    };
  },
});

const parkedReports = async (stage: Stage): Promise<void> => {
  await journalled(stage);
  await foldRefused(stage.sound(), await awaitedOf(stage, 'reportFold'));
};

const audit: Play = {
  name: 'report-audit',
  about: 'three reports',
  prepare: async (stage) => {
    const records = await reported(stage);
    await journalReports(stage.sound().reports, records, Infinity);
    stage.surroundings.clock.pass(30 * minute);
    return {
      again: 'queue',
      act: async ({ lifecycle }) => {
        const { table, index, retryPolicy, clock } = lifecycle;
        const { differences } = await auditReports({
          index,
          retryPolicy,
          clock,
          waiting: openWaiting(table),
          until: Infinity,
          sample: () => sampleMessages(table, retryPolicy.random),
        });
        return { ...done, text: JSON.stringify(differences) };
      },
    };
  },
};

export const reportPlays: readonly Play[] = [
  journalling,
  folding('three reports', (it, hints, now) => workOn(it, now, 'fold', hints)),
  folding('three reports that an index does not take', foldRefused),
  play('parked-reports', 'three parked reports, when the index accepts commits again', 'report', parkedReports),
  audit,
];
