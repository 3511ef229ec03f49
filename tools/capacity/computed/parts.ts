import {
  leaseAt,
  leaseLifetime,
  rateLimits,
  sampleSize,
  undebitedCalls,
  undebitedWithin,
  type RateClass,
  type RateLimit,
} from '../../../lambdas/domain/rate.ts';
import { partedLimit } from '../../../lambdas/domain/rate-parts.ts';
import { messageParts } from '../../../lambdas/domain/delivery/message-place.ts';
import { foldThreshold } from '../../../lambdas/domain/delivery/waiting-report.ts';
import { second } from '../../../lambdas/kernel/time.ts';
import { freshness } from '../../../lambdas/store/partners/caller-cache.ts';
import { production } from '../../../lib/stages.ts';
import { assumptions, streamShards } from '../assumptions.ts';
import { eventJournalName, foldName, journalName } from '../recording/journal-sizes.ts';
import type { RecordedRoute } from '../recording/record-calls.ts';
import type { RecordedOperation } from '../recording/recording.ts';
import type { Setting } from '../setting.ts';
import { sizesOf, type Population } from './hottest.ts';
import { batchesOf, costOf, recorded, routeOf, type Cost } from './operations.ts';

/** A load whose limits are computed. */
export interface Load {
  readonly route: RecordedRoute;
  readonly rateClass: RateClass;
  readonly population: Population;
  /** Whether the partner's own rate limit is high enough. */
  readonly isUnlimited?: true;
  /** What follows the call. */
  readonly then?: 'journal' | 'delivery' | 'delivery and list';
}

/** A part of an operation. */
export interface Part {
  readonly name: 'call' | 'count of calls' | 'delivery' | 'list of events' | 'journal' | 'fold';
  readonly operation: RecordedOperation;
  /** How often it is done for one operation. */
  readonly times: number;
  /** Over how many partitions the service spreads each of its keys. */
  readonly ways: number;
}

export const sumOf = (parts: readonly Part[], of: (cost: Cost) => number): number =>
  parts.reduce((total, { operation, times }) => total + times * of(costOf(operation)), 0);

/** What the parts cost together, one after another. */
export const totalOf = (parts: readonly Part[]): Cost => ({
  read: sumOf(parts, ({ read }) => read),
  write: sumOf(parts, ({ write }) => write),
  due: sumOf(parts, ({ due }) => due),
  milliseconds: sumOf(parts, ({ milliseconds }) => milliseconds),
});

export const limitOf = ({ rateClass, isUnlimited }: Load): RateLimit =>
  rateLimits(production.rateScale * (isUnlimited ? 1_000 : 1))[rateClass];

/** The seconds of an environment that a call takes. */
export const environmentTime = (load: Load, { limits }: Setting): number =>
  Math.max(
    1 / limits.environmentRequests,
    (assumptions.callTime + costOf(recorded(`${load.route}, unknown caller`)).milliseconds) / second,
  );

/** How many writes of the rate limit a call takes, when an environment has so many calls of a partner a second. */
const leasesOf = (load: Load, { deployment }: Setting, callsPerSecond: number): number => {
  const limit = limitOf(load);
  const inLease = (callsPerSecond * leaseLifetime) / second;
  const tokens = leaseAt(limit, limit.burst, 1 + inLease);
  const undebited = undebitedCalls(load.rateClass, limit, deployment.dispatchers);
  const isSampled = tokens < sampleSize && (callsPerSecond * undebitedWithin) / second < undebited;
  return isSampled ? 1 / sampleSize : 1 / Math.min(tokens, 1 + inLease);
};

/** An environment writes the number of a partner's calls: docs/adr/0028-usage.md. */
const countOfCalls: RecordedOperation = [
  [{ transaction: false, items: [{ pk: '{usageFacts}', read: 0, write: 1, due: [] }] }],
];

/**
 * How many writes of its number a call takes, when an environment has so many calls of a partner a second: a write waits for a
 * second, and is for all calls of that second. A new report is counted by itself.
 */
const countsOf = ({ route }: Load, callsPerSecond: number): number =>
  route === 'report' ? 0 : 1 / (1 + callsPerSecond);

/** The call with what it takes of limits and numbers. */
export const callOf = (load: Load, setting: Setting, rate: number): readonly Part[] => {
  const { population, route } = load;
  const environments = Math.min(setting.deployment.dispatchers, Math.ceil(rate * environmentTime(load, setting)));
  const callsPerSecond = rate / environments / population.partners;
  const { known, unknown, lease } = routeOf(route);
  // A Poisson process of calls that renews what was cached when its time is over.
  const inCache = (callsPerSecond * freshness) / second;
  const isKnown = inCache / (1 + inCache);
  const { parts } = partedLimit(limitOf(load), sizesOf(population), 0);
  return [
    { name: 'call', operation: known, times: isKnown, ways: 1 },
    { name: 'call', operation: unknown, times: 1 - isKnown, ways: 1 },
    { name: 'call', operation: lease, times: leasesOf(load, setting, callsPerSecond), ways: parts },
    { name: 'count of calls', operation: countOfCalls, times: countsOf(load, callsPerSecond), ways: 1 },
  ];
};

const deliveryPhases = ['delivery, before the exchange', 'delivery, after an answer'];

/** The milliseconds of a delivery beside the exchange. */
export const deliveryTime = deliveryPhases.reduce((time, phase) => time + costOf(recorded(phase)).milliseconds, 0);

const { batchSize, windowSeconds } = production.workers.journal;

/** The seconds of a batch of the stream in a shard. */
const windowOf = ({ limits }: Setting, recordsPerSecond: number, recordBytes: number): number => {
  const most = Math.min(batchSize, Math.floor(limits.streamBatchBytes / recordBytes));
  const shards = streamShards(limits.tableWrites, limits.partitionWrites);
  return Math.min(windowSeconds, most / (recordsPerSecond / shards));
};

/** The mean of a Poisson distribution without its zeros: an empty batch is no batch. */
const meanBatch = (expected: number): number => expected / (1 - Math.exp(-expected));

const batchParts = (
  name: Part['name'],
  nameOf: (size: number) => string,
  size: number,
  batches: number,
): readonly Part[] =>
  batchesOf(nameOf, size).map(({ operation, times }) => ({ name, operation, times: times * batches, ways: 1 }));

/** The list of events. The creation and the end of an event are in one batch, unless the batch ends between them. */
export const listOf = ({ population }: Load, setting: Setting, rate: number): readonly Part[] => {
  const { limits } = setting;
  const window = windowOf(setting, 2 * rate, assumptions.eventBytes);
  const shards = streamShards(limits.tableWrites, limits.partitionWrites);
  const size = meanBatch((rate * window) / shards / population.partners);
  const untilEnd = assumptions.streamDelay + assumptions.queueDelay + assumptions.exchangeTime + deliveryTime;
  return batchParts('list of events', eventJournalName, size, (1 + untilEnd / second / window) / size);
};

/** A message's reports are in the shard of its partition, and a batch has a part for each stripe of a partner. */
const journalOf = ({ population }: Load, setting: Setting, rate: number): readonly Part[] => {
  const { partners, lines, size: partnerSize } = population;
  const shape = partnerSize === 'standard' ? 'small' : 'large';
  const { stripes, buckets } = messageParts[partnerSize];
  const window = windowOf(setting, rate, assumptions.reportBytes);
  const size = meanBatch((rate * window) / partners / stripes / buckets);
  return [
    ...batchParts('journal', (count) => journalName(shape, count), size, 1 / size),
    { name: 'journal', operation: recorded('journal, the customer'), times: 1 / size, ways: 1 },
    { name: 'fold', operation: recorded(foldName(shape)), times: 1 / foldThreshold(lines), ways: 1 },
  ];
};

/** All parts of an operation, when so many are done in a second. */
export const partsOf = (load: Load, setting: Setting, rate: number): readonly Part[] => {
  const call = callOf(load, setting, rate);
  if (load.then === undefined) return call;
  if (load.then === 'journal') return [...call, ...journalOf(load, setting, rate)];
  const delivery = deliveryPhases.map((phase): Part => ({
    name: 'delivery',
    operation: recorded(phase),
    times: 1,
    ways: 1,
  }));
  return [...call, ...delivery, ...(load.then === 'delivery' ? [] : listOf(load, setting, rate))];
};
