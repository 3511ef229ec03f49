import { type Milliseconds, second } from '../../lambdas/kernel/time.ts';
import type { Access } from './metered-table.ts';
import { routes } from '../../lambdas/api/routes.ts';
import type { Case } from '../../lambdas/api/scenes/scene.ts';
import { askOf, askedOf } from '../scenes/ask-of.ts';
import { sceneOf } from '../scenes/scenes.ts';
import { openStage, type Environment, type Stage } from './stage.ts';

/** A row of docs/access-patterns.md: a route in one of its cases. */
interface Row {
  readonly route: string;
  readonly it: Case;
}

const lastTemplates = routes.findLastIndex(({ route }) => sceneOf(route).scope.startsWith('templates.'));

/**
 * Templates come before webhooks: the planted accounts have a scheduled sync, 2 h 42 min after the beginning at the earliest.
 */
const turnOf = ({ route, it }: Row): number => {
  if (it.isLast === true) return 2;
  const isLater = routes.findIndex((row) => row.route === route) > lastTemplates;
  return isLater || sceneOf(route).scope.startsWith('webhook.') ? 1 : 0;
};

const rows: readonly Row[] = routes
  .flatMap(({ route }) => sceneOf(route).cases.map((it) => ({ route, it })))
  .toSorted((one, other) => turnOf(one) - turnOf(other));

/** The table calls of an API call. */
export interface Cost {
  /** How many table calls the caller waits for one after another. */
  readonly rounds: number;
  readonly calls: number;
  readonly read: number;
  readonly write: number;
}

export interface Measurement {
  readonly route: string;
  readonly about: string;
  readonly warm: Cost;
  readonly cold: Cost;
  /** For how long the warm call fills the bucket of its class, at the stage's default limits. */
  readonly charged: Milliseconds;
  /** Of the warm call. */
  readonly accesses: readonly Access[];
  readonly coldAccesses: readonly Access[];
}

/** Longer than a caller is cached, and than a bucket takes to fill. */
const pause = 60_000;

const costOf = (accesses: readonly Access[], rounds: number): Cost => ({
  rounds,
  calls: accesses.length,
  read: accesses.reduce((sum, access) => sum + access.read, 0),
  write: accesses.reduce((sum, access) => sum + access.write, 0),
});

/** Prepares a call. @returns a function that makes it */
const prepared = async ({ ground, bearerOf }: Stage, environment: Environment, { route, it }: Row) => {
  const ask = await askOf(route, it, ground);
  const asked = askedOf(route, { ...ask, bearer: bearerOf(it.as ?? 'partner') });
  return () => environment.call(ask.method, asked);
};

const measureIn = async (
  stage: Stage,
  environment: Environment,
  row: Row,
): Promise<{ readonly cost: Cost; readonly accesses: readonly Access[] }> => {
  const call = await prepared(stage, environment, row);
  stage.clock.pass(second);
  const { result, accesses, roundsToAnswer } = await stage.table.measure(call);
  if (result.status !== row.it.status)
    throw new Error(`${row.route}, ${row.it.about}: ${result.status} ${result.text}`);
  return { cost: costOf(accesses, roundsToAnswer), accesses };
};

const measureOne = async (stage: Stage, row: Row): Promise<Measurement> => {
  const { clock, warm } = stage;
  clock.pass(pause);
  const call = await prepared(stage, warm, row);
  await warm.call('GET', {
    query: { route: 'get-partner-webhook-endpoint' },
    bearer: stage.bearerOf(row.it.as ?? 'partner'),
  });
  if (row.it.isRepeated === true) await call();
  const before = stage.charged();
  const whenWarm = await measureIn(stage, warm, row);
  const charged = stage.charged() - before;
  clock.pass(pause);
  const whenCold = await measureIn(stage, await stage.cold(), row);
  const {
    route,
    it: { about },
  } = row;
  return {
    route,
    about,
    warm: whenWarm.cost,
    cold: whenCold.cost,
    charged,
    accesses: whenWarm.accesses,
    coldAccesses: whenCold.accesses,
  };
};

/** Runs every case of every scene through the dispatcher with DynamoDB Local. */
export const measureAccessPatterns = async (): Promise<readonly Measurement[]> => {
  const stage = await openStage();
  try {
    const measurements: Measurement[] = [];
    for (const row of rows) measurements.push(await measureOne(stage, row));
    return measurements;
  } finally {
    await stage.stop();
  }
};
