import * as z from 'zod/mini';
import { agingFactNames, riskFactNames, type RiskFacts } from '../../domain/risk.ts';

/**
 * The compact form of the facts that decide an instance's risk. It is short because a customer's risk is read from all of
 * its instances. It holds the values, the time of the request for them, and the times of later callbacks.
 */
const packed = z.tuple([
  z.array(z.nullable(z.string())),
  z.nullable(z.string()),
  z.optional(z.record(z.string(), z.string())),
]);

const unknown: RiskFacts = {
  quality_rating: null,
  platform_status: null,
  can_send_message: null,
  account_state: null,
  restricted_until: null,
  facts_at: null,
  reported_at: {},
};

/** Facts that few instances have come last, and are left out when they are null. */
const fewestWords = agingFactNames.length;

/** Empty for an instance without facts. */
export const packRisk = (facts: RiskFacts): string => {
  const words = riskFactNames.map((name) => facts[name]);
  while (words.length > fewestWords && words.at(-1) === null) words.pop();
  const reported = agingFactNames.flatMap((name) => {
    const at = facts.reported_at[name];
    return at === undefined ? [] : [[name, at] as const];
  });
  const isStanding = words.length > fewestWords;
  if (facts.facts_at === null && reported.length === 0 && !isStanding) return '';
  return JSON.stringify([words, facts.facts_at, ...(reported.length === 0 ? [] : [Object.fromEntries(reported)])]);
};

export const unpackRisk = (text: string): RiskFacts => {
  if (text === '') return unknown;
  const [words, facts_at, reported_at = {}] = packed.parse(JSON.parse(text));
  const word = (index: number): string | null => words[index] ?? null;
  return {
    quality_rating: word(0),
    platform_status: word(1),
    can_send_message: word(2),
    account_state: word(3),
    restricted_until: word(4),
    facts_at,
    reported_at,
  };
};
