import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Maintenance, StageTables } from '../../lib/stage-tables.ts';
import { Failure } from '../../operator/failure.ts';
import { erasedSince, eraseAgain } from '../backup/erasures.ts';
import { copySegments, digestSegments } from './copy-segments.ts';
import type { Restore } from './progress-file.ts';
import type { RestoredStage } from './restored-stage.ts';
import { segmentsOfFiles, segmentsOfTable, type Segment } from './segment.ts';

/** What the steps of a restore work with. */
export interface Restoring {
  readonly stage: RestoredStage;
  /** Keeps how far the restore is. */
  readonly save: (progress: Restore) => void;
  /** Shows how many items went through a step. */
  readonly onItems: (count: number) => void;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Whether the stage is opened though an erasure failed. */
  readonly leaveFailed: boolean;
}

/** One step. Done again it changes nothing, so a cut anywhere in it does no harm. */
export interface Step {
  /** What the person at the terminal reads. */
  readonly title: string;
  readonly isDone: (progress: Restore) => boolean;
  /** @returns the progress with the step done, and what it says */
  readonly run: (it: Restoring, progress: Restore) => Promise<readonly [Restore, string]>;
}

const scanSegments = 64;

const beforeSwitch = ({ damaged, restored, kept }: Restore, maintenance: Maintenance): StageTables => ({
  ...{ serving: damaged, beside: [restored, ...kept], maintenance },
});
const afterSwitch = ({ damaged, restored, kept }: Restore, maintenance: Maintenance): StageTables => ({
  ...{ serving: restored, beside: [damaged, ...kept], maintenance },
});

const sourceOf = async ({ stage }: Restoring, { from, damaged, at, restored }: Restore): Promise<readonly Segment[]> =>
  from === null ? stage.pointInTime(await stage.tableName(damaged), at, restored) : segmentsOfFiles(from);

/** Milliseconds between two writes of the progress. */
const saveEvery = 1_000;

/** What is told at every page, at most once a second. */
const nowAndThen = <T>(tell: (value: T) => void): ((value: T) => void) => {
  let last = 0;
  return (value) => {
    if (Date.now() - last < saveEvery) return;
    last = Date.now();
    tell(value);
  };
};

const close: Step = {
  title: 'Close the stage, and add the new table',
  isDone: ({ closed }) => closed,
  run: async ({ stage }, progress) => {
    await stage.deploy(beforeSwitch(progress, 'closed'));
    return [{ ...progress, closed: true }, 'calls are answered with 503; no worker runs'];
  },
};

const listErasures: Step = {
  title: 'Write down who was erased since',
  isDone: ({ erased }) => erased !== null,
  run: async ({ stage }, progress) => {
    const erased = await erasedSince(await stage.operator(), progress.at);
    return [{ ...progress, erased: [...erased] }, `${String(erased.length)} customers`];
  },
};

const copy: Step = {
  title: 'Copy into the new table',
  isDone: ({ source }) => source !== null,
  run: async (it, progress) => {
    const keep = nowAndThen(it.save);
    let reached = progress.copied;
    const source = await copySegments({
      ...{ client: it.stage.client, done: progress.copied, segments: await sourceOf(it, progress) },
      table: await it.stage.tableName(progress.restored),
      onProgress: (copied, items) => {
        reached = copied;
        it.onItems(items);
        keep({ ...progress, copied });
      },
    });
    return [{ ...progress, copied: reached, source }, `${String(source.items)} items, digest ${source.sum}`];
  },
};

const digestOf = (client: DynamoDBClient, table: string, onItems: (count: number) => void) =>
  digestSegments(segmentsOfTable(client, table, scanSegments), onItems);

const verify: Step = {
  title: 'Compare the new table with its source',
  isDone: ({ verified }) => verified,
  run: async ({ stage, onItems, save }, progress) => {
    const { source } = progress;
    const found = await digestOf(stage.client, await stage.tableName(progress.restored), onItems);
    if (source?.sum === found.sum && source.items === found.items) {
      return [{ ...progress, verified: true }, `${String(found.items)} items, digest ${found.sum}: equal`];
    }
    // Items are put again by their keys.
    save({ ...progress, copied: {}, source: null });
    throw new Failure(
      'refused',
      'not_equal',
      `the new table has ${String(found.items)} items, digest ${found.sum}; its source had ${String(source?.items)}, digest ${String(source?.sum)}`,
      {
        next: 'repeat the command: everything is copied again. If they differ again, something else writes to the new table',
      },
    );
  },
};

const change: Step = {
  title: 'Switch to the new table, for erasures alone',
  isDone: ({ switched }) => switched,
  run: async ({ stage }, progress) => {
    await stage.deploy(afterSwitch(progress, 'erasing'));
    return [
      { ...progress, switched: true },
      `generation ${String(progress.restored)} serves; calls are still answered with 503`,
    ];
  },
};

const erase: Step = {
  title: 'Erase again',
  isDone: ({ erasedAgain }) => erasedAgain,
  run: async ({ stage, sleep, leaveFailed, onItems }, progress) => {
    const operator = await stage.operator();
    const failed: string[] = [];
    for (const erased of progress.erased ?? []) {
      const status = await eraseAgain(operator, erased, sleep);
      if (status === 'erasure_failed') failed.push(erased.customer_id);
      onItems(1);
    }
    if (failed.length > 0 && !leaveFailed) {
      throw new Failure('refused', 'erasure_failed', `the erasure failed again of ${failed.join(', ')}`, {
        next: 'repeat the command to try again. To open the stage nevertheless, add --leave-failed; the operator can begin the erasures anew later',
      });
    }
    const done = (progress.erased ?? []).length - failed.length;
    return [{ ...progress, erasedAgain: true }, `${String(done)} customers erased, ${String(failed.length)} failed`];
  },
};

const open: Step = {
  title: 'Open the stage',
  isDone: ({ opened }) => opened,
  run: async ({ stage }, progress) => {
    await stage.whenRead(await stage.tableName(progress.restored));
    // Without alarms first: those of the maintenance would take the release back.
    await stage.deploy(afterSwitch(progress, 'opening'));
    await stage.deploy(afterSwitch(progress, 'off'));
    return [{ ...progress, opened: true }, 'calls are answered'];
  },
};

export const steps: readonly Step[] = [close, listErasures, copy, verify, change, erase, open];

/** Takes a restore back that did not switch yet: the stage goes on with the table that it has. */
export const abandon = async ({ stage }: Pick<Restoring, 'stage'>, progress: Restore): Promise<void> => {
  if (progress.switched) {
    throw new Failure('usage', 'already_switched', 'the stage has switched to the new table', {
      next: 'repeat the command without --abandon, which opens the stage. To go back further, restore again',
    });
  }
  await stage.deploy(beforeSwitch(progress, 'opening'));
  await stage.deploy(beforeSwitch(progress, 'off'));
};
