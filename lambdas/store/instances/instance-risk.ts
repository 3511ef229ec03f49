import * as z from 'zod/mini';
import { riskFactNames, type RiskFacts } from '../../domain/risk.ts';

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
  facts_at: null,
  reported_at: {},
};

/** Empty for an instance without facts. */
export const packRisk = (facts: RiskFacts): string => {
  const words = riskFactNames.map((name) => facts[name]);
  const reported = riskFactNames.flatMap((name) => {
    const at = facts.reported_at[name];
    return at === undefined ? [] : [[name, at] as const];
  });
  if (facts.facts_at === null && reported.length === 0) return '';
  return JSON.stringify([words, facts.facts_at, ...(reported.length === 0 ? [] : [Object.fromEntries(reported)])]);
};

export const unpackRisk = (text: string): RiskFacts => {
  if (text === '') return unknown;
  const [words, facts_at, reported_at = {}] = packed.parse(JSON.parse(text));
  const word = (index: number): string | null => words[index] ?? null;
  return { quality_rating: word(0), platform_status: word(1), can_send_message: word(2), facts_at, reported_at };
};
