import { minute, second, type Milliseconds } from '../../lambdas/kernel/time.ts';
import { readied, type Act, type Player } from './actors/actor.ts';
import { actors, commandActors } from './actors/actors.ts';
import { Choices, type Overrides } from './choices.ts';
import type { Ground } from './ground.ts';
import { openWorld, settled, type Violation } from './playing.ts';
import { faultKinds, latestLanding, type Fate, type FateOf, type Process } from './process.ts';
import { seedChance } from './seeded-chance.ts';
import { calm, largestClockError, type Weather, type World } from './world.ts';

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

const latencies = (choices: Choices, place: string): Pick<Fate, 'before' | 'after'> => ({
  before: 1 + choices.index(`${place}: there`, 40),
  after: 1 + choices.index(`${place}: back`, 20),
});

const placeOf = (process: Process, index: number, name: string): string => `${process.name}, ${index} ${name}`;

/** As in an account with traffic: mostly they do, and a schedule without them is as of a new version. */
const doEnvironmentsLast = (choices: Choices): boolean => choices.strikes('environments last', 0.75);

/** Every seed has rates of its own, of which some are zero, so that faults do not hide one another. */
const stormOf = (choices: Choices): Weather => {
  const rate = (of: string): number => choices.of(`the rate of ${of}`, [0, 0, 0.005, 0.02, 0.06]);
  const rates = faultKinds.map((fault) => [fault, rate(fault)] as const);
  const stall = rate('stalls');
  const contention = rate('long transactions');
  const fateOf: FateOf = (process, index, name) => {
    const place = placeOf(process, index, name);
    const { before, after } = latencies(choices, place);
    const fault = rates.find(([kind, share]) => choices.strikes(`${place}: ${kind}`, share))?.[0] ?? null;
    const underWay = choices.strikes(`${place}: is long under way`, contention) ? 2 * second : 3;
    const late = fault === 'lands late' ? 1 + choices.index(`${place}: lands when`, latestLanding) : 0;
    const common = { fault, underWay, late };
    if (!choices.strikes(`${place}: stalls`, stall)) return { before, after, ...common };
    const time = choices.of(`${place}: stalls for`, stalls);
    const isBefore = choices.index(`${place}: stalls where`, 2) === 0;
    return { before: before + (isBefore ? time : 0), after: after + (isBefore ? 0 : time), ...common };
  };
  const lag = {
    index: choices.of('the lag of the index', [500, 5 * second]),
    table: choices.of('the lag of reads', [0, second]),
  };
  return {
    fateOf,
    lostHints: rate('lost hints'),
    repeatedHints: rate('repeated hints'),
    lag,
    clockError: choices.of('the error of clocks', [0, largestClockError]),
    areWarm: doEnvironmentsLast(choices),
  };
};

/** One process pauses at one of its calls, and the others begin then. */
interface Meeting {
  readonly weather: Weather;
  readonly met: Promise<unknown>;
}

/** The processes that an actor sets going when it is alone, and how many calls each makes. */
const processesOf = async (actor: Player): Promise<ReadonlyMap<string, number>> => {
  const { world, ground } = await openWorld(new Choices(0));
  const act = await readied(world, ground, actor);
  const calls = new Map<string, number>();
  const fateOf: FateOf = (process, index, name) => {
    calls.set(process.name, index);
    return calm.fateOf(process, index, name);
  };
  world.weather = { ...calm, fateOf };
  void act();
  await world.pass(5 * minute);
  return calls;
};

const learned = new Map<Player, ReadonlyMap<string, number>>();

const meetingOf = (choices: Choices, processes: ReadonlyMap<string, number>): Meeting => {
  const all = Array.from(processes.values()).reduce((sum, count) => sum + count, 0);
  let call = 1 + choices.index('at which call', all);
  let [paused = ''] = processes.keys();
  for (const [name, count] of processes) {
    paused = name;
    if (call <= count) break;
    call -= count;
  }
  const isBefore = choices.index('on which side', 2) === 0;
  const time = choices.of('for how long', stalls);
  const { promise: met, resolve } = Promise.withResolvers<null>();
  const fateOf: FateOf = (process, index, name) => {
    const usual = calm.fateOf(process, index, name);
    if (process.name !== paused || index !== call) return usual;
    resolve(null);
    return { before: isBefore ? time : 3, after: isBefore ? 3 : time, fault: null };
  };
  return { weather: { ...calm, fateOf, areWarm: doEnvironmentsLast(choices) }, met };
};

/** Every third is one command, in a state of its own. */
const chosenActors = (choices: Choices, count: number): readonly Player[] =>
  Array.from({ length: count }, (_, index) => {
    const kind: readonly Player[] = choices.index(`the kind of actor ${index + 1}`, 3) === 0 ? commandActors : actors;
    return kind[choices.index(`actor ${index + 1}`, kind.length)];
  }).filter((one) => one !== undefined);

/** Who acts in a schedule. */
interface Cast {
  readonly isMeeting: boolean;
  readonly some: readonly Player[];
  /** Of the first actor of a meeting. */
  readonly processes: ReadonlyMap<string, number>;
}

/** Makes the choices that come before the world, because a meeting plays its first actor alone before. */
const castOf = async (choices: Choices): Promise<Cast> => {
  const isMeeting = choices.index('storm or meeting', 2) === 1;
  const some = chosenActors(choices, 2 + choices.index('how many actors', isMeeting ? 2 : 4));
  const [first] = some;
  if (!isMeeting || first === undefined) return { isMeeting, some, processes: new Map() };
  const processes = learned.get(first) ?? (await processesOf(first));
  learned.set(first, processes);
  return { isMeeting, some, processes };
};

/** Nothing begins later than this. */
const within = 4 * minute;

const play = async (world: World, ground: Ground, { isMeeting, some, processes }: Cast): Promise<string> => {
  const { choices, scheduler } = world;
  const acts: Act[] = [];
  for (const player of some) acts.push(await readied(world, ground, player));
  const begin = (index: number): void => {
    const act = acts[index];
    if (act !== undefined) world.begin(some[index]?.name ?? '', act);
  };
  const beginAt = (at: Milliseconds, index: number): void => {
    scheduler.at(at, () => {
      begin(index);
    });
  };
  if (isMeeting) {
    const { weather, met } = meetingOf(choices, processes);
    world.weather = weather;
    beginAt(scheduler.now + second, 0);
    let areBegun = false;
    const meet = (): void => {
      if (areBegun) return;
      areBegun = true;
      for (let other = 1; other < acts.length; other += 1) begin(other);
    };
    void met.then(meet);
    scheduler.at(scheduler.now + within, meet);
  } else {
    world.weather = stormOf(choices);
    for (const index of acts.keys()) beginAt(scheduler.now + choices.index(`actor ${index + 1} begins`, within), index);
  }
  await world.pass(20 * minute);
  return `${isMeeting ? 'meeting' : 'storm'}: ${some.map(({ name }) => name).join('; ')}`;
};

/** Plays a schedule. */
export const runSchedule = async (seed: number, overrides: Overrides = {}, isTraced = false): Promise<Outcome> => {
  const choices = new Choices(seed, overrides);
  seedChance(0);
  const cast = await castOf(choices);
  seedChance(seed);
  const { world, ground } = await openWorld(choices, { isTraced });
  const about = await play(world, ground, cast);
  const { violations } = await settled(world);
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
