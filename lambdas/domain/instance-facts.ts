import type { Instance, NumberFacts } from './instance.ts';
import { isNewer, knownUntil } from './is-newer.ts';
import { isoOf, type Milliseconds } from './time.ts';

type ReportedFact =
  'platform_status' | 'can_send_message' | 'quality_rating' | 'messaging_limit' | 'verified_name' | 'name_status';

/** Facts of a number that a callback reported. */
export type ReportedFacts = Readonly<Partial<Record<ReportedFact, string>>>;

const reportedFacts: readonly ReportedFact[] = [
  'platform_status',
  'can_send_message',
  'quality_rating',
  'messaging_limit',
  'verified_name',
  'name_status',
];

const timeOf = (at: string | null | undefined): Milliseconds => (at === null || at === undefined ? 0 : Date.parse(at));

/** The facts after a callback of `at`; null when later answers or callbacks supersede all of it. */
export const afterReport = (
  instance: Instance,
  facts: ReportedFacts,
  at: Milliseconds,
): Pick<NumberFacts, 'reported_at'> | null => {
  const news = reportedFacts.flatMap((name): [ReportedFact, string][] => {
    const word = facts[name];
    if (word === undefined) return [];
    const since = Math.max(knownUntil(timeOf(instance.facts_at)), timeOf(instance.reported_at[name]));
    return isNewer(at, word, since, instance[name]) ? [[name, word]] : [];
  });
  if (news.length === 0) return null;
  const reported = Object.fromEntries(news.map(([name]) => [name, isoOf(at)]));
  return { ...Object.fromEntries(news), reported_at: { ...instance.reported_at, ...reported } };
};

/** The facts after an answer of the platform. Facts of later callbacks stay; null when a later answer is known. */
export const afterResponse = (instance: NumberFacts, seen: NumberFacts): NumberFacts | null => {
  const askedAt = timeOf(seen.facts_at);
  if (timeOf(instance.facts_at) > askedAt) return null;
  const later = reportedFacts.filter((name) => timeOf(instance.reported_at[name]) > knownUntil(askedAt));
  const stays = later.map((name): [ReportedFact, string | null] => [name, instance[name]]);
  const reported = later.map((name): [ReportedFact, string] => [name, instance.reported_at[name] ?? '']);
  return { ...seen, ...Object.fromEntries(stays), reported_at: Object.fromEntries(reported) };
};
