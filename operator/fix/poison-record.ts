import { setTimeout } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { Source } from '../stage-cloud.ts';
import { enter } from './entered.ts';

/**
 * The one reader of a stream that a record can stop: it tries records for 12 hours (lib/functions/journal.ts). `ChangeRelay` gives a record
 * up after four attempts by itself.
 */
const reader = 'Journal';
const usualRetries = -1;
const fewRetries = 3;

const pause = 2_000;
/** AWS takes about a minute to change a source. */
const longest = 5 * 60_000;

const failing = ({ lastResult }: Source): boolean => lastResult?.startsWith('PROBLEM') === true;

const readerOf = async ({ cloud }: Stage): Promise<Source> => {
  const found = (await cloud.sources()).find((source) => source.function === reader);
  if (found === undefined) throw new Failure('refused', 'not_found', `the stage has no source of ${reader}`);
  return found;
};

const givenUp = async ({ cloud }: Stage): Promise<number> => {
  const failed = (await cloud.queues()).find(({ name }) => name === 'FailedQueue');
  return (failed?.waiting ?? 0) + (failed?.inFlight ?? 0);
};

/** @throws Failure when no record is in the way, or when every record would be given up */
export const skippable = async (stage: Stage): Promise<Source> => {
  const [source, alarms] = await Promise.all([readerOf(stage), stage.cloud.alarms()]);
  const table = alarms.find(({ name }) => name === 'TableFails' || name === 'TableIsThrottled');
  if (table !== undefined) {
    const message = `${table.name} is up: every record fails, and all would be given up`;
    throw new Failure('refused', 'invalid_state', message, { next: table.section });
  }
  // An earlier run that was interrupted left the few retries.
  if (failing(source) || source.mostRetries !== usualRetries) return source;
  throw new Failure('refused', 'invalid_state', `${reader} is not stopped by a record`, {
    next: '"status" shows what is wrong',
  });
};

export interface Skipped {
  readonly function: string;
  /** Messages that came to the dead-letter queue meanwhile. */
  readonly given_up: number;
  readonly unentered: string | null;
}

/** Waits until AWS shows the change, and the source does not fail. */
const settled = async (stage: Stage, isDone: (source: Source) => boolean): Promise<boolean> => {
  const end = Date.now() + longest;
  while (!isDone(await readerOf(stage))) {
    if (Date.now() > end) return false;
    await setTimeout(pause);
  }
  return true;
};

/**
 * Lets a batch fail a few times only, until the stream goes on, and then as long as before. Lambda halves a batch that fails, so the records
 * alone that fail by themselves are given up. Their position goes to the dead-letter queue:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export const skipPoisonRecord = async (stage: Stage): Promise<Skipped> => {
  const { id } = await skippable(stage);
  const before = await givenUp(stage);
  const unentered = await enter(stage, 'fix poison-record', {});
  await stage.cloud.limitRetries(id, fewRetries);
  let goesOn = false;
  try {
    goesOn = await settled(stage, (source) => source.state === 'Enabled' && !failing(source));
  } finally {
    await settled(stage, ({ state }) => state === 'Enabled');
    await stage.cloud.limitRetries(id, usualRetries);
  }
  const isUsual = await settled(stage, ({ mostRetries }) => mostRetries === usualRetries);
  if (!goesOn || !isUsual) {
    const what = goesOn ? `${reader} still gives records up` : `${reader} still fails`;
    throw new Failure('refused', 'invalid_state', what, { next: 'see its log, and run the command again' });
  }
  return { function: reader, given_up: Math.max(0, (await givenUp(stage)) - before), unentered };
};
