import { second } from '../../../lambdas/kernel/time.ts';
import { production } from '../../../lib/stages.ts';
import { assumptions, journalConcurrency, relay, streamShards } from '../assumptions.ts';
import { loadOf, sortedUses, type Measured, type Use } from '../measured.ts';
import type { RecordedOperation } from '../recording/recording.ts';
import type { Setting } from '../setting.ts';
import { operationsOf, spreadOf, type Spread, type UnitKind } from './hottest.ts';
import { deliveryTime, environmentTime, limitOf, partsOf, sumOf, type Load, type Part } from './parts.ts';

type SpreadOf = (operation: RecordedOperation, kind: UnitKind) => Spread;

/** The spreads of a load, each planned once. */
const spreadsOf = ({ population }: Load): SpreadOf => {
  const operations = operationsOf(population);
  const known: Readonly<Record<UnitKind, Map<RecordedOperation, Spread>>> = {
    read: new Map(),
    write: new Map(),
    due: new Map(),
  };
  return (operation, kind) => {
    const spread = known[kind].get(operation) ?? spreadOf(operation, kind, operations);
    known[kind].set(operation, spread);
    return spread;
  };
};

/** The partition that an operation uses most, and its units there. */
const hottestOf = (
  parts: readonly Part[],
  spreads: SpreadOf,
  kind: UnitKind,
): readonly [name: string, each: number] => {
  const units = new Map<string, number>();
  let hottest: readonly [string, number] = ['', 0];
  for (const { operation, times, ways } of parts) {
    for (const [pk, { name, units: each }] of spreads(operation, kind)) {
      const sum = (units.get(pk) ?? 0) + (each * times) / ways;
      units.set(pk, sum);
      if (sum > hottest[1]) hottest = [name, sum];
    }
  }
  return hottest;
};

const tableUses = (parts: readonly Part[], spreads: SpreadOf, rate: number, { limits }: Setting): readonly Use[] => {
  const partition = (kind: UnitKind, unit: string, limit: number): Use => {
    const [name, each] = hottestOf(parts, spreads, kind);
    return { name: `partition ${name.replace(/^\{(\w+)\}$/, '$1')}, ${unit}`, used: rate * each, limit };
  };
  return [
    { name: 'table, W', used: rate * sumOf(parts, ({ write }) => write), limit: limits.tableWrites },
    { name: 'table, R', used: rate * sumOf(parts, ({ read }) => read), limit: limits.tableReads },
    { name: 'index due, W', used: rate * sumOf(parts, ({ due }) => due), limit: limits.indexWrites },
    partition('write', 'W', limits.partitionWrites),
    partition('read', 'R', limits.partitionReads),
    partition('due', 'W of index due', limits.partitionWrites),
  ];
};

const doorUses = (load: Load, rate: number, setting: Setting): readonly Use[] => {
  const { limits, deployment } = setting;
  const own = {
    name: "the partner's limit",
    used: rate / load.population.partners,
    limit: second / limitOf(load).interval,
  };
  return [
    ...(load.isUnlimited ? [] : [own]),
    { name: 'throttle of the stage', used: rate, limit: deployment.requestsPerSecond },
    { name: 'dispatcher, environments', used: rate * environmentTime(load, setting), limit: deployment.dispatchers },
    { name: 'API Gateway of the account', used: rate, limit: limits.gatewayRequests },
  ];
};

/** Half as long again as the mean: the longest of a batch's exchanges ends it. */
const longest = 1.5;

const workerUses = (
  load: Load,
  parts: readonly Part[],
  rate: number,
  { limits, deployment }: Setting,
): readonly Use[] => {
  if (load.then === undefined) return [];
  const shards = streamShards(limits.tableWrites, limits.partitionWrites);
  const ofReader = parts.filter(({ name }) => name === 'journal' || name === 'list of events');
  const reading = sumOf(ofReader, ({ milliseconds }) => milliseconds) / journalConcurrency / second;
  const reader = { name: 'reader journal', used: rate * reading, limit: shards };
  if (load.then === 'journal') return [reader];
  const { batchSize } = production.workers.webhookDelivery;
  const batchTime = deliveryTime + longest * (assumptions.eventTime + assumptions.exchangeTime);
  const hinting = assumptions.queueDelay / relay.messagesInCall / second;
  return [
    reader,
    { name: 'reader change-relay', used: rate * hinting, limit: shards * relay.parallelization },
    { name: 'workers, queue event', used: (rate / batchSize) * (batchTime / second), limit: deployment.senders },
    // As after a deployment, when no worker knows a partner's secret.
    { name: 'KMS', used: rate, limit: limits.keyRequests },
  ];
};

/** What a load uses of each limit, by arithmetic: units and round trips of its recorded operations times the rate. */
export interface Computed {
  readonly load: Load;
  readonly measure: (setting: Setting, rate: number) => Measured;
  /** The highest rate within all limits. */
  readonly ceiling: (setting: Setting) => number;
}

export const computed = (load: Load): Computed => {
  const spreads = spreadsOf(load);
  const usesAt = (setting: Setting, rate: number): readonly Use[] => {
    const parts = partsOf(load, setting, rate);
    return sortedUses([
      ...doorUses(load, rate, setting),
      ...tableUses(parts, spreads, rate, setting),
      ...workerUses(load, parts, rate, setting),
    ]);
  };
  /** By bisection, because what an operation takes depends on the rate. */
  const ceiling = (setting: Setting): number => {
    let [low, high] = [0, setting.limits.gatewayRequests];
    for (let step = 0; step < 30; step += 1) {
      const rate = (low + high) / 2;
      if (usesAt(setting, rate).every((use) => loadOf(use) <= 1)) low = rate;
      else high = rate;
    }
    return high;
  };
  return {
    load,
    ceiling,
    measure: (setting, offered) => {
      const served = Math.min(offered, ceiling(setting));
      const parts = partsOf(load, setting, served);
      const names = new Set(parts.map(({ name }) => name));
      return {
        offered,
        served,
        write: served * sumOf(parts, ({ write, due }) => write + due),
        read: served * sumOf(parts, ({ read }) => read),
        uses: usesAt(setting, served),
        times: null,
        parts: Array.from(names, (name) => ({
          name,
          write: sumOf(
            parts.filter((part) => part.name === name),
            ({ write, due }) => write + due,
          ),
        })),
      };
    },
  };
};
