import type { Asked, Reply } from '../harness/service.ts';
import { type Milliseconds, second } from '../../lambdas/kernel/time.ts';
import type { Access } from './metered-table.ts';
import type { Ask, Scenario } from './scenario.ts';
import { openStage, type Environment, type PlantedScene, type Stage } from './scene.ts';
import { customerScenarios } from './scenarios/customers.ts';
import { deliveryScenarios } from './scenarios/delivery.ts';
import { importScenarios } from './scenarios/imports.ts';
import { instanceScenarios } from './scenarios/instances.ts';
import { notificationScenarios } from './scenarios/notifications.ts';
import { sizeScenarios } from './scenarios/sizes.ts';
import { teamScenarios } from './scenarios/team.ts';
import { templateScenarios } from './scenarios/templates.ts';
import { toldScenarios } from './scenarios/told-changes.ts';
import { usageScenarios } from './scenarios/usage.ts';
import { webhookScenarios } from './scenarios/webhook.ts';

/** The table of measured calls. A new route needs a row. */
const scenarios: readonly Scenario<PlantedScene>[] = [
  ...customerScenarios,
  ...importScenarios,
  ...instanceScenarios,
  // Before the scheduled sync of the planted accounts, which is due 2 h 42 min after the beginning at the earliest.
  ...templateScenarios,
  ...sizeScenarios,
  ...webhookScenarios,
  ...usageScenarios,
  ...deliveryScenarios,
  ...notificationScenarios,
  ...teamScenarios,
  ...toldScenarios,
];

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

const askedOf = (route: string, { method, given, key, bearer }: Ask): Asked => ({
  ...(method === 'GET' ? { query: strings({ route, ...given }) } : { body: { route, ...given } }),
  ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  ...(bearer === undefined ? {} : { bearer }),
});

const strings = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));

const send = (environment: Environment, { route }: Scenario<PlantedScene>, ask: Ask): Promise<Reply> =>
  environment.call(ask.method, askedOf(route, ask));

/** After it the bucket of the rate limit is full again. */

/** Longer than a caller is cached, and than a bucket takes to fill. */
const pause = 60_000;

const costOf = (accesses: readonly Access[], rounds: number): Cost => ({
  rounds,
  calls: accesses.length,
  read: accesses.reduce((sum, access) => sum + access.read, 0),
  write: accesses.reduce((sum, access) => sum + access.write, 0),
});

const measureIn = async (
  { scene, table }: Stage,
  environment: Environment,
  scenario: Scenario<PlantedScene>,
): Promise<{ readonly cost: Cost; readonly accesses: readonly Access[] }> => {
  const ask = await scenario.prepare(scene);
  scene.clock.pass(second);
  const { result, accesses, roundsToAnswer } = await table.measure(() => send(environment, scenario, ask));
  if (result.status !== scenario.answers) {
    throw new Error(`${scenario.route}, ${scenario.about}: ${result.status} ${result.text}`);
  }
  return { cost: costOf(accesses, roundsToAnswer), accesses };
};

const measureOne = async (stage: Stage, scenario: Scenario<PlantedScene>): Promise<Measurement> => {
  const { scene, warm } = stage;
  scene.clock.pass(pause);
  const { bearer } = await scenario.prepare(scene);
  const known = { query: { route: 'get-partner-webhook-endpoint' }, ...(bearer === undefined ? {} : { bearer }) };
  await warm.call('GET', known);
  if (scenario.after !== undefined) await send(warm, scenario, await scenario.after(scene));
  const before = stage.charged();
  const whenWarm = await measureIn(stage, warm, scenario);
  const charged = stage.charged() - before;
  scene.clock.pass(pause);
  const whenCold = await measureIn(stage, await stage.cold(), scenario);
  const { route, about } = scenario;
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

/** Runs every scenario through the dispatcher with DynamoDB Local. */
export const measureAccessPatterns = async (): Promise<readonly Measurement[]> => {
  const stage = await openStage();
  try {
    const measurements: Measurement[] = [];
    for (const scenario of scenarios) measurements.push(await measureOne(stage, scenario));
    return measurements;
  } finally {
    await stage.stop();
  }
};
