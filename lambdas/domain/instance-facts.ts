import type { Instance, NumberFacts } from './instance.ts';
import { isNewer, knownUntil } from '../kernel/is-newer.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';

/** The facts that answers of the platform have as well. */
const readFacts = [
  'platform_status',
  'can_send_message',
  'quality_rating',
  'messaging_limit',
  'verified_name',
  'name_status',
] as const;

/** The facts that only callbacks report. An empty text ends them. */
const standingFacts = ['restricted_until', 'account_state'] as const;

type ReadFact = (typeof readFacts)[number];
type StandingFact = (typeof standingFacts)[number];
type ReportedFact = ReadFact | StandingFact;

/** Facts of a number that a callback reported. */
export type ReportedFacts = Readonly<Partial<Record<ReportedFact, string>>>;

const timeOf = (at: string | null | undefined): Milliseconds => (at === null || at === undefined ? 0 : Date.parse(at));

const isStanding = (name: ReportedFact): name is StandingFact => standingFacts.some((standing) => standing === name);

/** Up to when a fact is known. An answer of the platform says nothing about standing facts. */
const knownOf = (instance: Instance, name: ReportedFact): Milliseconds =>
  Math.max(isStanding(name) ? 0 : knownUntil(timeOf(instance.facts_at)), timeOf(instance.reported_at[name]));

/** The facts after a callback of `at`; null when later answers or callbacks supersede all of it. */
export const afterReport = (
  instance: Instance,
  facts: ReportedFacts,
  at: Milliseconds,
): Pick<NumberFacts, 'reported_at'> | null => {
  const news = [...readFacts, ...standingFacts].flatMap((name): [ReportedFact, string][] => {
    const word = facts[name];
    if (word === undefined) return [];
    return isNewer(at, word, knownOf(instance, name), instance[name]) ? [[name, word]] : [];
  });
  if (news.length === 0) return null;
  const reported = Object.fromEntries(news.map(([name]) => [name, isoOf(at)]));
  const values = Object.fromEntries(news.map(([name, word]) => [name, word === '' ? null : word]));
  return { ...values, reported_at: { ...instance.reported_at, ...reported } };
};

/** A restriction has ended when the platform was asked after its end. */
const restrictionAt = ({ restricted_until: until }: NumberFacts, askedAt: Milliseconds): string | null =>
  timeOf(until) > askedAt ? until : null;

/** The facts that callbacks reported after the platform was asked. */
const reportedSince = <Name extends ReportedFact>(
  instance: NumberFacts,
  names: readonly Name[],
  askedAt: Milliseconds,
): readonly Name[] => names.filter((name) => timeOf(instance.reported_at[name]) > knownUntil(askedAt));

const valuesOf = (instance: NumberFacts, names: readonly ReportedFact[]): Readonly<Record<string, string | null>> =>
  Object.fromEntries(names.map((name) => [name, instance[name]]));

const timesOf = ({ reported_at: reported }: NumberFacts, names: readonly ReportedFact[]): NumberFacts['reported_at'] =>
  Object.fromEntries(
    names.flatMap((name): [ReportedFact, string][] => {
      const at = reported[name];
      return at === undefined ? [] : [[name, at]];
    }),
  );

/**
 * The facts of a number that is connected again. A restriction stays until its end, and so does what callbacks said after the platform was
 * asked; what else they said is over.
 */
export const afterReconnection = (instance: NumberFacts, seen: NumberFacts): NumberFacts => {
  const askedAt = timeOf(seen.facts_at);
  const restricted = restrictionAt(instance, askedAt);
  const later = reportedSince(instance, [...readFacts, ...standingFacts], askedAt);
  return {
    ...seen,
    restricted_until: restricted,
    ...valuesOf(instance, later),
    reported_at: timesOf(instance, [...later, ...(restricted === null ? [] : (['restricted_until'] as const))]),
  };
};

/** The facts after an answer of the platform. Facts of later callbacks stay; null when a later answer is known. */
export const afterResponse = (instance: NumberFacts, seen: NumberFacts): NumberFacts | null => {
  const askedAt = timeOf(seen.facts_at);
  if (timeOf(instance.facts_at) > askedAt) return null;
  const later = reportedSince(instance, readFacts, askedAt);
  return {
    ...seen,
    ...valuesOf(instance, later),
    restricted_until: restrictionAt(instance, askedAt),
    account_state: instance.account_state,
    reported_at: timesOf(instance, [...later, ...standingFacts]),
  };
};
