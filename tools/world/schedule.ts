import { minute, second, type Milliseconds } from '../../lambdas/kernel/time.ts';
import type { Actor } from './actors/actor.ts';
import { actors } from './actors/actors.ts';
import { Choices, type Overrides } from './choices.ts';
import { openGround, type Ground } from './ground.ts';
import { invariants } from './invariants/invariants.ts';
import { viewOf } from './invariants/view.ts';
import { watches } from './invariants/watches.ts';
import type { Fate, FateOf, Process } from './process.ts';
import { seedChance } from './seeded-chance.ts';
import { World, type Weather } from './world.ts';

interface Violation {
  readonly rule: string;
  readonly what: string;
}

export interface Outcome {
  readonly about: string;
  readonly violations: readonly Violation[];
  readonly events: number;
  readonly trace: readonly string[];
  /** What broke. */
  readonly struck: readonly string[];
}

/** Longer than the leases of work, and shorter. */
const stalls: readonly [Milliseconds, ...Milliseconds[]] = [3 * second, 25 * second, 65 * second, 125 * second];
const faults = ['dies before', 'dies after', 'loses the answer'] as const;

const latencies = (choices: Choices, place: string): Pick<Fate, 'before' | 'after'> => ({
  before: 1 + choices.index(`${place}: there`, 40),
  after: 1 + choices.index(`${place}: back`, 20),
});

const placeOf = (process: Process, index: number, name: string): string => `${process.name}, ${index} ${name}`;

/** Every seed has rates of its own, of which some are zero, so that faults do not hide one another. */
const stormOf = (choices: Choices): Weather => {
  const rate = (of: string): number => choices.of(`the rate of ${of}`, [0, 0, 0.005, 0.02, 0.06]);
  const rates = faults.map((fault) => [fault, rate(fault)] as const);
  const stall = rate('stalls');
  const fateOf: FateOf = (process, index, name) => {
    const place = placeOf(process, index, name);
    const { before, after } = latencies(choices, place);
    const fault = rates.find(([kind, share]) => choices.strikes(`${place}: ${kind}`, share))?.[0] ?? null;
    if (!choices.strikes(`${place}: stalls`, stall)) return { before, after, fault };
    const time = choices.of(`${place}: stalls for`, stalls);
    const isBefore = choices.index(`${place}: stalls where`, 2) === 0;
    return { before: before + (isBefore ? time : 0), after: after + (isBefore ? 0 : time), fault };
  };
  return { fateOf, lostHints: rate('lost hints'), repeatedHints: rate('repeated hints') };
};

/** One process pauses at one of its calls, and the others begin then. */
interface Meeting {
  readonly weather: Weather;
  readonly met: Promise<unknown>;
}

const mostCalls = 40;

const meetingOf = (choices: Choices, kinds: readonly [string, ...string[]]): Meeting => {
  const kind = choices.of('who pauses', kinds);
  const call = 1 + choices.index('at which call', mostCalls);
  const isBefore = choices.index('on which side', 2) === 0;
  const time = choices.of('for how long', stalls);
  const { promise: met, resolve } = Promise.withResolvers<null>();
  let isMet = false;
  const fateOf: FateOf = (process, index) => {
    if (isMet || process.kind !== kind || index !== call) return { before: 3, after: 3, fault: null };
    isMet = true;
    resolve(null);
    return { before: isBefore ? time : 3, after: isBefore ? 3 : time, fault: null };
  };
  return { weather: { fateOf, lostHints: 0, repeatedHints: 0 }, met };
};

const pausing: readonly [string, ...string[]] = [
  'InstanceRefresh',
  'WebhookMigration',
  'Connect',
  'Lifecycle',
  'WebhookDelivery',
  'OutboxKeeper',
  'refresh-partner-instance-platform',
  'deactivate-partner-instance',
  'update-partner-webhook-endpoint',
  'move-partner-instance-to-customer',
  'retry-partner-webhook-migration',
  'create-connect-session',
];

const chosenActors = (choices: Choices, count: number): readonly Actor[] =>
  Array.from({ length: count }, (_, index) => choices.index(`actor ${index + 1}`, actors.length)).flatMap(
    (index) => actors[index] ?? [],
  );

/** Nothing begins later than this. */
const within = 4 * minute;

const play = async (world: World, ground: Ground): Promise<string> => {
  const { choices, scheduler } = world;
  const isMeeting = choices.index('storm or meeting', 2) === 1;
  const some = chosenActors(choices, 2 + choices.index('how many actors', isMeeting ? 2 : 4));
  const begin = (actor: Actor): void => {
    world.say(`begins: ${actor.name}`);
    actor.act(world, ground).catch((error: unknown) => {
      world.faults.push(`${actor.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
  };
  if (isMeeting) {
    const [first, ...others] = some;
    const { weather, met } = meetingOf(choices, pausing);
    world.weather = weather;
    if (first !== undefined)
      scheduler.at(scheduler.now + second, () => {
        begin(first);
      });
    let areBegun = false;
    const meet = (): void => {
      if (areBegun) return;
      areBegun = true;
      for (const actor of others) begin(actor);
    };
    void met.then(meet);
    scheduler.at(scheduler.now + within, meet);
  } else {
    world.weather = stormOf(choices);
    for (const [index, actor] of some.entries()) {
      const at = scheduler.now + choices.index(`actor ${index + 1} begins`, within);
      scheduler.at(at, () => {
        begin(actor);
      });
    }
  }
  await world.pass(20 * minute);
  return `${isMeeting ? 'meeting' : 'storm'}: ${some.map(({ name }) => name).join('; ')}`;
};

/** Plays a schedule. */
export const runSchedule = async (seed: number, overrides: Overrides = {}, isTraced = false): Promise<Outcome> => {
  seedChance(seed);
  const choices = new Choices(seed, overrides);
  const world = new World(choices, isTraced);
  world.watching.begin(watches);
  const ground = await openGround(world);
  const about = await play(world, ground);
  await world.settle();
  const view = await viewOf(world);
  const violations = invariants.flatMap(({ rule, broken }) => broken(view).map((what) => ({ rule, what })));
  return { about, violations, events: world.scheduler.events, trace: world.trace, struck: choices.struck };
};

/** Leaves out each fault of a schedule without which it still breaks the rule. @returns what is left of it */
export const shrunk = async (seed: number, rule: string): Promise<Outcome> => {
  let overrides: Overrides = {};
  let least = await runSchedule(seed);
  for (const place of least.struck) {
    const without = { ...overrides, [place]: 1 };
    const outcome = await runSchedule(seed, without);
    if (!outcome.violations.some((violation) => violation.rule === rule)) continue;
    overrides = without;
    least = outcome;
  }
  return runSchedule(seed, overrides, true);
};
