import * as z from 'zod/mini';
import { riskFactNames, type RiskFacts } from '../../domain/risk.ts';

/**
 * The facts of a line that its risk follows from, as short as can be: a customer's risk is read from all its lines.
 * The words, when the platform was asked, and what it said by itself since then.
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
  heard_at: {},
};

/** Empty for a line that nothing is known of. */
export const packRisk = (facts: RiskFacts): string => {
  const words = riskFactNames.map((name) => facts[name]);
  const reported = riskFactNames.flatMap((name) => {
    const at = facts.heard_at[name];
    return at === undefined ? [] : [[name, at] as const];
  });
  if (facts.facts_at === null && reported.length === 0) return '';
  return JSON.stringify([words, facts.facts_at, ...(reported.length === 0 ? [] : [Object.fromEntries(reported)])]);
};

export const unpackRisk = (text: string): RiskFacts => {
  if (text === '') return unknown;
  const [words, facts_at, heard_at = {}] = packed.parse(JSON.parse(text));
  const word = (index: number): string | null => words[index] ?? null;
  return { quality_rating: word(0), platform_status: word(1), can_send_message: word(2), facts_at, heard_at };
};
