import { isBan, isOfAccount } from './account-status.ts';
import type { NumberFacts } from './instance.ts';
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

type ReportedFact = (typeof readFacts | typeof standingFacts)[number];

/** Facts of a number that a callback reported. */
export type ReportedFacts = Readonly<Partial<Record<ReportedFact, string>>>;

/** The end of a restriction that stands until the platform lifts it. */
export const withoutEnd = '9999-12-31T23:59:59.999Z';

const timeOf = (at: string | null | undefined): Milliseconds => (at === null || at === undefined ? 0 : Date.parse(at));

/** Whether an answer about the number says nothing about what was reported. An empty text ends a status of the account. */
const isStanding = (name: ReportedFact, word: string): boolean =>
  standingFacts.some((standing) => standing === name) ||
  (name === 'platform_status' && (word === '' || isOfAccount(word)));

/** Whether a report can replace what is known of a fact: only a ban, or its end, replaces a status of the account. */
const isAbout = (instance: NumberFacts, name: ReportedFact, word: string): boolean => {
  if (name !== 'platform_status' || isBan(word)) return true;
  return (word === '') === isOfAccount(instance.platform_status);
};

/** Up to when a fact is known. */
const knownOf = (instance: NumberFacts, name: ReportedFact, word: string): Milliseconds =>
  Math.max(isStanding(name, word) ? 0 : knownUntil(timeOf(instance.facts_at)), timeOf(instance.reported_at[name]));

/** The times of callbacks are whole seconds: an end in the second of a beginning is later than it. */
const isNews = (instance: NumberFacts, name: ReportedFact, word: string, at: Milliseconds): boolean => {
  const knownAt = knownOf(instance, name, word);
  return isAbout(instance, name, word) && (word === '' ? at >= knownAt : isNewer(at, word, knownAt, instance[name]));
};

/** The facts after a callback of `at`; null when later answers or callbacks supersede all of it. */
export const afterReport = (
  instance: NumberFacts,
  facts: ReportedFacts,
  at: Milliseconds,
): Pick<NumberFacts, 'reported_at'> | null => {
  const news = [...readFacts, ...standingFacts].flatMap((name): [ReportedFact, string][] => {
    const word = facts[name];
    if (word === undefined) return [];
    return isNews(instance, name, word, at) ? [[name, word]] : [];
  });
  if (news.length === 0) return null;
  const reported = Object.fromEntries(news.map(([name]) => [name, isoOf(at)]));
  const values = Object.fromEntries(news.map(([name, word]) => [name, word === '' ? null : word]));
  return { ...values, reported_at: { ...instance.reported_at, ...reported } };
};

/** The facts of a callback that are of the whole business account. */
export const accountFactNames = ['platform_status', 'restricted_until'] as const;
export type AccountFactName = (typeof accountFactNames)[number];

export const factsOfAccount = (facts: ReportedFacts): readonly (readonly [AccountFactName, string])[] => {
  const { platform_status: status, restricted_until: until } = facts;
  return [
    ...(status !== undefined && (status === '' || isBan(status)) ? [['platform_status', status] as const] : []),
    ...(until === undefined ? [] : [['restricted_until', until] as const]),
  ];
};

/** What a callback said of a business account. */
export interface AccountFact {
  readonly name: AccountFactName;
  readonly word: string;
  readonly at: Milliseconds;
}

/** The facts of a number with those of its business account; without restrictions that have ended. */
export const withAccountFacts = <Facts extends NumberFacts>(
  instance: Facts,
  facts: readonly AccountFact[],
  now: Milliseconds,
): Facts =>
  facts
    .filter(({ name, word }) => name !== 'restricted_until' || word === '' || Date.parse(word) > now)
    .reduce<Facts>(
      (known, { name, word, at }) => ({ ...known, ...afterReport(known, { [name]: word }, at) }),
      instance,
    );

/** A restriction has ended when the platform was asked after its end. */
const restrictionAt = ({ restricted_until: until }: NumberFacts, askedAt: Milliseconds): string | null =>
  timeOf(until) > askedAt ? until : null;

/** The facts that were reported after the platform was asked, and a status that stands. What has ended, the platform's answer replaces. */
const reportedSince = <Name extends ReportedFact>(
  instance: NumberFacts,
  names: readonly Name[],
  askedAt: Milliseconds,
  stands: (status: string | null) => boolean,
): readonly Name[] =>
  names.filter((name) => {
    const isLater = timeOf(instance.reported_at[name]) > knownUntil(askedAt);
    return instance[name] !== null && (isLater || (name === 'platform_status' && stands(instance[name])));
  });

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
 * The facts of a number that is connected again. A restriction stays until its end, a ban until the platform lifts it, and so does what
 * callbacks said after the platform was asked; what else they said is over, and so is a lock, during which nothing connects.
 */
export const afterReconnection = (instance: NumberFacts, seen: NumberFacts): NumberFacts => {
  const askedAt = timeOf(seen.facts_at);
  const restricted = restrictionAt(instance, askedAt);
  const later = reportedSince(instance, [...readFacts, ...standingFacts], askedAt, isBan);
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
  const later = reportedSince(instance, readFacts, askedAt, isOfAccount);
  return {
    ...seen,
    ...valuesOf(instance, later),
    restricted_until: restrictionAt(instance, askedAt),
    account_state: instance.account_state,
    // The end of an account's status stays known: the platform repeats callbacks for days.
    reported_at: timesOf(instance, [...later, 'platform_status', ...standingFacts]),
  };
};
