import { isOfAccount } from './account-status.ts';
import { mostHealthErrors, type HealthError, type NumberFacts } from './instance.ts';
import { day, type Milliseconds } from '../kernel/time.ts';

/** The risk that the platform stops an instance, from best to worst; `unknown` without facts of the last day. */
export const riskLevels = ['ok', 'unknown', 'watch', 'restricted', 'blocked'] as const;
export type RiskLevel = (typeof riskLevels)[number];

export interface Risk {
  readonly level: RiskLevel;
  /** The facts it follows from, such as `quality_rating=RED`. */
  readonly reasons: readonly string[];
  /** What hinders sending, in the platform's words. */
  readonly platform_errors: readonly HealthError[];
  readonly checked_at: string | null;
}

const staleAfter: Milliseconds = day;

/** Facts that count for a day after the platform gave them, but for a status of the business account. */
export const agingFactNames = ['quality_rating', 'platform_status', 'can_send_message'] as const;

/** Stored in this order. The last ones hold until a callback or their time ends them. */
export const riskFactNames = [...agingFactNames, 'account_state', 'restricted_until'] as const;
type AgingFact = (typeof agingFactNames)[number];
type Fact = (typeof riskFactNames)[number];

export type RiskFacts = Pick<NumberFacts, Fact | 'facts_at' | 'reported_at'>;

const levelOfFact: Readonly<Record<Exclude<Fact, 'restricted_until'>, ReadonlyMap<string, RiskLevel>>> = {
  quality_rating: new Map([
    ['YELLOW', 'watch'],
    ['RED', 'restricted'],
  ]),
  platform_status: new Map([
    ['FLAGGED', 'watch'],
    ['SCHEDULE_FOR_DISABLE', 'watch'],
    ['RESTRICTED', 'restricted'],
    ['RATE_LIMITED', 'restricted'],
    ['BANNED', 'blocked'],
    ['DISABLE', 'blocked'],
    ['LOCKED', 'blocked'],
    ['DISCONNECTED', 'blocked'],
    ['DELETED', 'blocked'],
    ['MIGRATED', 'blocked'],
  ]),
  can_send_message: new Map([
    ['LIMITED', 'restricted'],
    ['BLOCKED', 'blocked'],
  ]),
  account_state: new Map([['OFFBOARDED', 'restricted']]),
};

const worse = (left: RiskLevel, right: RiskLevel): RiskLevel =>
  riskLevels.indexOf(left) >= riskLevels.indexOf(right) ? left : right;

/** When the platform last gave a fact, in a response or in a callback. */
const saidAt = (facts: RiskFacts, name: AgingFact): string | null => {
  const [asked, reported] = [facts.facts_at, facts.reported_at[name] ?? null];
  return asked !== null && (reported === null || asked > reported) ? asked : reported;
};

const isStanding = (facts: RiskFacts, name: AgingFact): boolean =>
  name === 'platform_status' && isOfAccount(facts.platform_status);

const isFresh = (at: string | null, now: Milliseconds): boolean => at !== null && Date.parse(at) >= now - staleAfter;

const levelOf = (facts: RiskFacts, name: Fact): RiskLevel | undefined => {
  if (name === 'restricted_until') return facts.restricted_until === null ? undefined : 'restricted';
  return levelOfFact[name].get(facts[name] ?? '');
};

/** The facts that count at a time. */
const factsAt = (facts: RiskFacts, now: Milliseconds): readonly Fact[] => [
  ...agingFactNames.filter((name) => isStanding(facts, name) || isFresh(saidAt(facts, name), now)),
  'account_state',
  ...(facts.restricted_until !== null && Date.parse(facts.restricted_until) > now ? ['restricted_until' as const] : []),
];

/** The risk of one instance, by the platform's facts of the last day. */
export const riskOf = (facts: RiskFacts & Pick<NumberFacts, 'platform_errors'>, now: Milliseconds): Risk => {
  const checkedAt = agingFactNames
    .map((name) => saidAt(facts, name) ?? '')
    .reduce((left, right) => (left > right ? left : right));
  const found = factsAt(facts, now).flatMap((name) => {
    const level = levelOf(facts, name);
    return level === undefined ? [] : [{ level, reason: `${name}=${facts[name] ?? ''}` }];
  });
  const isStale = !isFresh(facts.facts_at, now);
  const isSendingKnown = isFresh(saidAt(facts, 'can_send_message'), now);
  const good = !isStale && facts.quality_rating === 'GREEN' && facts.platform_status === 'CONNECTED';
  const level = found.reduce<RiskLevel>((worst, { level: next }) => worse(worst, next), good ? 'ok' : 'unknown');
  const reasons = found.map(({ reason }) => reason);
  return {
    level,
    reasons: level === 'unknown' && isStale && facts.facts_at !== null ? ['stale'] : reasons,
    platform_errors: isOfAccount(facts.platform_status) || isSendingKnown ? facts.platform_errors : [],
    checked_at: checkedAt === '' ? null : checkedAt,
  };
};

const limiting: ReadonlySet<RiskLevel | undefined> = new Set<RiskLevel>(['restricted', 'blocked']);

const sendingFacts = riskFactNames.filter((name) => name !== 'quality_rating');

/** Whether the platform limits sending, by status and not by quality. */
export const isLimited = (facts: RiskFacts): boolean => sendingFacts.some((name) => limiting.has(levelOf(facts, name)));

/** The risk of a customer: that of its worst instance, `unknown` without instances. */
export const worstRisk = (risks: readonly Risk[]): Risk => {
  const level = risks.map((risk) => risk.level).reduce<RiskLevel>(worse, 'ok');
  const worst = risks.filter((risk) => risk.level === level);
  const errors = new Map(
    worst.flatMap(({ platform_errors: some }) => some.map((error) => [`${error.entity} ${error.code}`, error])),
  );
  const dates = risks.flatMap((risk) => (risk.checked_at === null ? [] : [risk.checked_at])).sort();
  return {
    level: risks.length === 0 ? 'unknown' : level,
    reasons: Array.from(new Set(worst.flatMap((risk) => risk.reasons))),
    platform_errors: Array.from(errors.values()).slice(0, mostHealthErrors),
    checked_at: dates[0] ?? null,
  };
};
