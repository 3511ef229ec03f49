import type { Instance, NumberFacts } from './instance.ts';
import { isNews, knownUntil } from './news.ts';
import { isoOf, type Milliseconds } from './time.ts';

type HeardFact =
  'platform_status' | 'can_send_message' | 'quality_rating' | 'messaging_limit' | 'verified_name' | 'name_status';

/** What the platform said of a number by itself, in a callback. */
export type HeardFacts = Readonly<Partial<Record<HeardFact, string>>>;

const heardFacts: readonly HeardFact[] = [
  'platform_status',
  'can_send_message',
  'quality_rating',
  'messaging_limit',
  'verified_name',
  'name_status',
];

const timeOf = (at: string | null | undefined): Milliseconds => (at === null || at === undefined ? 0 : Date.parse(at));

/**
 * The facts after the platform said some of them at `at`; null when that is no news: what it answered since, or said
 * later, stands.
 */
export const afterHearing = (
  instance: Instance,
  facts: HeardFacts,
  at: Milliseconds,
): Pick<NumberFacts, 'heard_at'> | null => {
  const news = heardFacts.flatMap((name): [HeardFact, string][] => {
    const word = facts[name];
    if (word === undefined) return [];
    const since = Math.max(knownUntil(timeOf(instance.facts_at)), timeOf(instance.heard_at[name]));
    return isNews(at, word, since, instance[name]) ? [[name, word]] : [];
  });
  if (news.length === 0) return null;
  const heard = Object.fromEntries(news.map(([name]) => [name, isoOf(at)]));
  return { ...Object.fromEntries(news), heard_at: { ...instance.heard_at, ...heard } };
};

/**
 * The facts after the platform was asked for them. What it said by itself of a time after that stays; and so does all
 * that is known when somebody else asked later.
 */
export const afterLooking = (instance: NumberFacts, seen: NumberFacts): NumberFacts | null => {
  const askedAt = timeOf(seen.facts_at);
  if (timeOf(instance.facts_at) > askedAt) return null;
  const later = heardFacts.filter((name) => timeOf(instance.heard_at[name]) > knownUntil(askedAt));
  const stays = later.map((name): [HeardFact, string | null] => [name, instance[name]]);
  const heard = later.map((name): [HeardFact, string] => [name, instance.heard_at[name] ?? '']);
  return { ...seen, ...Object.fromEntries(stays), heard_at: Object.fromEntries(heard) };
};
