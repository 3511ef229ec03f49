import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Stage } from '../stage.ts';
import { failedMessages, isFailing, isStopped, type Source } from '../stage-cloud.ts';
import { enter, unentered } from './entered.ts';

/**
 * The one reader of a stream that a record can stop: it tries records for 12 hours (lib/functions/journal.ts). `ChangeRelay` gives a record
 * up after four attempts by itself.
 */
const reader = 'Journal';
const usualRetries = -1;
const fewRetries = 3;

const pause = 2_000;
/** AWS takes about a minute to change a source, and each half of a batch is tried anew. */
const longest = 20 * 60_000;
const mostTries = 10;

const readerOf = async ({ cloud }: Stage): Promise<Source> => {
  const found = (await cloud.sources()).find((source) => source.function === reader);
  if (found === undefined) throw new Failure('refused', 'not_found', `the stage has no source of ${reader}`);
  return found;
};

const givenUp = async ({ cloud }: Stage): Promise<number> => failedMessages(await cloud.queues());

/** Whether an earlier run that was interrupted left the few retries. */
const isInterrupted = ({ mostRetries }: Source): boolean => mostRetries !== usualRetries;

/** @throws Failure when no record is in the way, or when every record would be given up */
export const skippable = async (stage: Stage): Promise<Source> => {
  const [source, alarms] = await Promise.all([readerOf(stage), stage.cloud.alarms()]);
  if (isInterrupted(source)) return source;
  const table = alarms.find(({ name }) => name === 'TableFails' || name === 'TableIsThrottled');
  if (table !== undefined) {
    const message = `${table.name} is up: every record fails, and all would be given up`;
    throw new Failure('refused', 'invalid_state', message, { next: table.section });
  }
  if (isStopped(source, alarms)) return source;
  throw new Failure('refused', 'invalid_state', `${reader} is not stopped by a record`, {
    next: '"status" shows what is wrong',
  });
};

/** `given_up`: messages that came to the dead-letter queue meanwhile. */
export const skipped = z.object({ function: z.string(), given_up: z.number(), unentered });

/** Waits until something is so. */
const settled = async (isDone: () => Promise<boolean>): Promise<boolean> => {
  const end = Date.now() + longest;
  while (!(await isDone())) {
    if (Date.now() > end) return false;
    await setTimeout(pause);
  }
  return true;
};

/** Lets records fail as long as before. AWS refuses a change of a source that another change is under way of. */
const putBack = async (stage: Stage, id: string): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      await stage.cloud.limitRetries(id, usualRetries);
      return;
    } catch (error) {
      if (tried === mostTries) throw error;
      await setTimeout(tried * pause);
    }
  }
};

/**
 * Lets a batch fail a few times only, until a record was given up, and then as long as before. Lambda halves a batch that fails, so the records
 * alone that fail by themselves are given up. Their position goes to the dead-letter queue:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export const skipPoisonRecord = async (stage: Stage): Promise<z.infer<typeof skipped>> => {
  const source = await skippable(stage);
  const { id } = source;
  const before = await givenUp(stage);
  const why = await enter(stage, 'fix poison-record', {});
  let goesOn = isInterrupted(source);
  try {
    if (!goesOn) {
      await stage.cloud.limitRetries(id, fewRetries);
      goesOn = await settled(async () => (await givenUp(stage)) > before && !isFailing(await readerOf(stage)));
    }
  } finally {
    await putBack(stage, id);
  }
  const isUsual = await settled(async () => !isInterrupted(await readerOf(stage)));
  if (!goesOn || !isUsual) {
    const what = goesOn ? `${reader} still gives records up` : `${reader} gave no record up`;
    throw new Failure('refused', 'invalid_state', what, { next: 'see its log, and run the command again' });
  }
  return { function: reader, given_up: Math.max(0, (await givenUp(stage)) - before), unentered: why };
};
