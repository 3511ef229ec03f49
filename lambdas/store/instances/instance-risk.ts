import * as z from 'zod/mini';
import { codeTable, decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import { agingFactNames, type RiskFacts } from '../../domain/risk.ts';

/**
 * The compact form of the facts that decide an instance's risk. It is short because a customer's risk is read from all of
 * its instances. It holds the version, the values, the time of the request for them, and the times of later callbacks.
 */
const version = 1;
const packed1 = z.tuple([
  z.literal(1),
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

type Word = Exclude<keyof RiskFacts, 'facts_at' | 'reported_at'>;

/** The places of the values. Facts that few instances have come last, and are left out when they are null. */
const places = codeTable<Word>({
  quality_rating: 0,
  platform_status: 1,
  can_send_message: 2,
  account_state: 3,
  restricted_until: 4,
});
const fewestWords = 3;

/** Empty for an instance without facts. */
export const packRisk = (facts: RiskFacts): string => {
  const words = places.words.map((name) => facts[name]);
  while (words.length > fewestWords && words.at(-1) === null) words.pop();
  const reported = agingFactNames.flatMap((name) => {
    const at = facts.reported_at[name];
    return at === undefined ? [] : [[name, at] as const];
  });
  const isStanding = words.length > fewestWords;
  if (facts.facts_at === null && reported.length === 0 && !isStanding) return '';
  return JSON.stringify([
    version,
    words,
    facts.facts_at,
    ...(reported.length === 0 ? [] : [Object.fromEntries(reported)]),
  ]);
};

const readVersion1 = (content: unknown): RiskFacts => {
  const [, words, facts_at, reported_at = {}] = packed1.parse(content);
  const word = (name: Word): string | null => words[places.codes[name]] ?? null;
  return {
    quality_rating: word('quality_rating'),
    platform_status: word('platform_status'),
    can_send_message: word('can_send_message'),
    account_state: word('account_state'),
    restricted_until: word('restricted_until'),
    facts_at,
    reported_at,
  };
};

/** @throws UnknownVersion; Error when the text is not of facts */
export const unpackRisk = (text: string): RiskFacts => {
  if (text === '') return unknown;
  const content: unknown = JSON.parse(text);
  const written = Array.isArray(content) ? Number(content[0]) : undefined;
  return decoderOf('instance-risk', written, { 1: readVersion1 })(content);
};
