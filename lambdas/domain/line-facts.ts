import type { Instance, NumberFacts } from './instance.ts';
import { isNews } from './news.ts';
import { isoOf, type Milliseconds } from './time.ts';

export type HeardFact =
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
    if (word === undefined || at <= timeOf(instance.facts_at)) return [];
    return isNews(at, word, timeOf(instance.heard_at[name]), instance[name]) ? [[name, word]] : [];
  });
  if (news.length === 0) return null;
  const heard = Object.fromEntries(news.map(([name]) => [name, isoOf(at)]));
  return { ...Object.fromEntries(news), heard_at: { ...instance.heard_at, ...heard } };
};
