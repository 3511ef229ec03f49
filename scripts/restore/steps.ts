import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Maintenance, StageTables } from '../../lib/stage-tables.ts';
import { Failure } from '../../operator/failure.ts';
import { erasedSince, eraseAgain } from '../backup/erasures.ts';
import { copySegments, digestSegments } from './copy-segments.ts';
import type { Restore } from './progress-file.ts';
import type { RestoredStage } from './restored-stage.ts';
import { segmentsOfFiles, segmentsOfTable, type Segment } from './segment.ts';

/** The dependencies of the steps of a restore. */
export interface Restoring {
  readonly stage: RestoredStage;
  /** Saves the progress of the restore. */
  readonly save: (progress: Restore) => void;
  /** Shows the number of items that a step has processed. */
  readonly onItems: (count: number) => void;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Whether the stage is opened although an erasure failed. */
  readonly leaveFailed: boolean;
}

/** One step. It can be repeated, so an interruption does no harm. */
export interface Step {
  /** The title on the terminal. */
  readonly title: string;
  readonly isDone: (progress: Restore) => boolean;
  /** @returns the progress after the step, and its message */
  readonly run: (it: Restoring, progress: Restore) => Promise<readonly [Restore, string]>;
}

const scanSegments = 64;

const beforeSwitch = ({ damaged, restored, kept }: Restore, maintenance: Maintenance): StageTables => ({
  serving: damaged,
  beside: [restored, ...kept],
  maintenance,
});
const afterSwitch = ({ damaged, restored, kept }: Restore, maintenance: Maintenance): StageTables => ({
  serving: restored,
  beside: [damaged, ...kept],
  maintenance,
});

const sourceOf = async ({ stage }: Restoring, { from, damaged, at, restored }: Restore): Promise<readonly Segment[]> =>
  from === null ? stage.pointInTime(await stage.tableName(damaged), at, restored) : segmentsOfFiles(from);

/** Milliseconds between two writes of the progress. */
const saveEvery = 1_000;

/** Calls a function at most once a second. */
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
  title: 'Record the customers that were erased since',
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
      client: it.stage.client,
      done: progress.copied,
      segments: await sourceOf(it, progress),
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
    // Items are put again with the same keys.
    save({ ...progress, copied: {}, source: null });
    throw new Failure(
      'refused',
      'not_equal',
      `the new table has ${String(found.items)} items, digest ${found.sum}; its source had ${String(source?.items)}, digest ${String(source?.sum)}`,
      {
        next: 'repeat the command: everything is copied again. If they differ again, another program writes to the new table',
      },
    );
  },
};

const change: Step = {
  title: 'Switch to the new table, for erasures only',
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
        next: 'repeat the command to try again. To open the stage nevertheless, add --leave-failed; the operator can start the erasures again later',
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
    // Without alarms first, because those of the maintenance would roll the deployment back.
    await stage.deploy(afterSwitch(progress, 'opening'));
    await stage.deploy(afterSwitch(progress, 'off'));
    return [{ ...progress, opened: true }, 'calls are answered'];
  },
};

export const steps: readonly Step[] = [close, listErasures, copy, verify, change, erase, open];

/** Abandons a restore before the switch: the stage keeps its table. */
export const abandon = async ({ stage }: Pick<Restoring, 'stage'>, progress: Restore): Promise<void> => {
  if (progress.switched) {
    throw new Failure('usage', 'already_switched', 'the stage has switched to the new table', {
      next: 'repeat the command without --abandon, which opens the stage. To go back further, restore again',
    });
  }
  await stage.deploy(beforeSwitch(progress, 'opening'));
  await stage.deploy(beforeSwitch(progress, 'off'));
};
