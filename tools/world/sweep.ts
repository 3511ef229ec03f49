import { minute, second, type Milliseconds } from '../../lambdas/kernel/time.ts';
import { readied, type Act, type Player } from './actors/actor.ts';
import { Choices } from './choices.ts';
import type { View } from './invariants/view.ts';
import { openWorld, settled, type Violation } from './playing.ts';
import { faultKinds, latestLanding, type Fate, type FateOf } from './process.ts';
import { seedChance } from './seeded-chance.ts';
import { calm, type Answered, type World, type WorldOptions } from './world.ts';

/** An outside call of a process. */
interface Call {
  readonly process: string;
  /** From 1. */
  readonly index: number;
  readonly name: string;
}

/** Longer than the longest lease. */
const pause: Milliseconds = 125 * second;

const fates: Readonly<Record<string, Fate>> = {
  ...Object.fromEntries(
    faultKinds.map((fault): [string, Fate] => [fault, { before: 2, after: 2, fault, late: latestLanding }]),
  ),
  'pauses before': { before: pause, after: 2, fault: null },
  'pauses after': { before: 2, after: pause, fault: null },
};
const pauses = ['pauses before', 'pauses after'];

/** What becomes different at one call. */
export interface Disturbance extends Call {
  /** One of the faults, or a pause that outlasts leases. */
  readonly kind: string;
}

export interface Played {
  readonly world: World;
  readonly answers: readonly Answered[];
  readonly calls: readonly Call[];
  readonly violations: readonly Violation[];
  /** The states of the records. */
  readonly end: string;
}

/** One who acts, and others who begin at the disturbed call. */
export interface Scenario {
  readonly seed: number;
  readonly actor: Player;
  readonly others: readonly Player[];
}

/** The states of the records, whatever their ids. */
const endOf = ({ lines, customers }: View): string =>
  [
    ...lines.map((one) => [one.instance_key, one.status, one.slot_state, one.callback.state, one.session?.status]),
    ...customers.map((one) => [one.external_customer_id, one.status, one.instance_count]),
  ]
    .map(String)
    .sort()
    .join('; ');

/** Plays an actor with one disturbance at most, and lets all work end. */
export const playDisturbed = async (
  { seed, actor, others }: Scenario,
  disturbance: Disturbance | null,
  options: WorldOptions = {},
): Promise<Played> => {
  seedChance(seed);
  const { world, ground } = await openWorld(new Choices(seed), options);
  const act = await readied(world, ground, actor);
  const rest: (readonly [string, Act])[] = [];
  for (const other of others) rest.push([other.name, await readied(world, ground, other)]);
  const before = world.answers.length;
  const calls: Call[] = [];
  const beginSoon = (name: string, one: Act): void => {
    world.scheduler.at(world.scheduler.now + second, () => {
      world.begin(name, one);
    });
  };
  const fateOf: FateOf = (process, index, name) => {
    calls.push({ process: process.name, index, name });
    if (process.name !== disturbance?.process || index !== disturbance.index) return calm.fateOf(process, index, name);
    for (const other of rest.splice(0)) beginSoon(...other);
    return fates[disturbance.kind] ?? calm.fateOf(process, index, name);
  };
  world.weather = { ...calm, fateOf };
  beginSoon(actor.name, act);
  await world.pass(20 * minute);
  const { violations, view } = await settled(world);
  return { world, answers: world.answers.slice(before), calls, violations, end: view === null ? '' : endOf(view) };
};

/** Plays an actor without faults and others. */
export const playAlone = async (actor: Player, seed: number, options: WorldOptions = {}): Promise<Played> => {
  const played = await playDisturbed({ seed, actor, others: [] }, null, options);
  const status = played.answers.at(-1)?.status;
  if (!('prepare' in actor) || actor.status === undefined || status === actor.status) return played;
  const broken = { rule: 'a case is answered with its status', what: `${status} in place of ${actor.status}` };
  return { ...played, violations: [...played.violations, broken] };
};

/** Calls that change the platform, or can be made once. */
const changesOf = (calls: readonly Call[]): ReadonlyMap<string, number> =>
  new Map(
    Array.from(
      Map.groupBy(
        calls.filter(({ name }) => /^platform (POST|DELETE|GET \/oauth)/.test(name)),
        ({ name }) => name,
      ),
      ([name, some]) => [name, some.length],
    ),
  );

/** Several lines are changed at once there, so that a death leaves several changes undone. */
const changesSeveral = /^(WebhookMigration|Lifecycle|deactivate-partner-customer) /;

/** A dead process is followed by one that comes to the same end, and repeats one change of the platform at most. */
export const deathsIn = (
  { actor }: Scenario,
  alone: Played,
  { kind, process }: Disturbance,
  played: Played,
): readonly Violation[] => {
  if (!kind.startsWith('dies') || actor.isTimed === true) return [];
  const usual = changesOf(alone.calls);
  const repeated = Array.from(changesOf(played.calls), ([name, times]) => ({
    name,
    times: Math.max(0, times - (usual.get(name) ?? 0)),
  })).filter(({ times }) => times > 0);
  const isTooMuch = repeated.reduce((sum, { times }) => sum + times, 0) > 1 && !changesSeveral.test(process);
  const what = repeated.map(({ name, times }) => `${name} ${times} times`).join(', ');
  return [
    ...(isTooMuch ? [{ rule: 'a death repeats one change of the platform at most', what }] : []),
    ...(played.end === alone.end
      ? []
      : [{ rule: 'a death changes no end', what: `${played.end}; without it: ${alone.end}` }]),
  ];
};

/** Calls with each fault; with others, each call pauses for them. */
export const disturbancesOf = (calls: readonly Call[], { others }: Scenario): readonly Disturbance[] => {
  const kinds = others.length > 0 ? pauses : Object.keys(fates);
  return calls.flatMap((call) => kinds.map((kind) => ({ ...call, kind })));
};
