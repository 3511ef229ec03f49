import { isDeepStrictEqual } from 'node:util';
import { auditHour } from '@swift-worker/time-index/audit-hour.ts';
import type { BlockLimits } from '@swift-worker/time-index/block-list.ts';
import type { DeliveryIndex, IndexItem } from '@swift-worker/time-index/delivery-index.ts';
import { deliveryStatuses, type DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { deliveryHealth, type DeliveryHealth } from '../../lambdas/domain/delivery/health.ts';
import { healthWindow } from '../../lambdas/domain/delivery/health-window.ts';
import { journalReports } from '../../lambdas/reports/journal-reports.ts';
import { indexScope, scopePartition, type DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import { readHealth } from '../../lambdas/store/delivery/read-health.ts';
import { searchEvents } from '../../lambdas/store/delivery/search-events.ts';
import { withEarlierLists } from './earlier-lists.ts';
import { interrupted } from './interrupted-index.ts';
import { Parking } from './parking.ts';
import { expectedHealth, expectedPage, type Recorded } from './oracle.ts';
import { customers, instances, messageTable, partnerId, plainEvent, uuidOf } from './reports.ts';
import type { Tape } from './tape.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Half past ten, so that windows cut hours and days. */
const now = Date.UTC(2026, 4, 20, 10, 30, 0, 250);

const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };

const scopes: readonly [DeliveryScope, ...DeliveryScope[]] = [
  { kind: 'partner', partnerId },
  { kind: 'customer', partnerId, customerId: customers[0] },
  { kind: 'customer', partnerId, customerId: customers[1] },
  { kind: 'instance', partnerId, instanceId: instances[0] },
  { kind: 'instance', partnerId, instanceId: instances[1] },
  { kind: 'instance', partnerId, instanceId: instances[2] },
];

/** Times that meet: equal milliseconds, neighbouring ones, both sides of hours, days and octaves, late and ahead. */
const distances = [
  ...[0, 1, 2, 500, minute, 29 * minute, 31 * minute, hour, hour + 1, 2 * hour, 10 * hour + 30 * minute + 250],
  ...[11 * hour, day, day + hour, 3 * day, 7 * day, 8 * day, 9 * day, 30 * day, 89 * day, 90 * day],
  ...[-1, -29 * minute, -40 * minute, -5 * hour, -14 * hour, -day],
] as const;

const codes = [null, 131026, '131026', 131000, 'E1'] as const;
const titles = [null, 'Undeliverable', 'Something went wrong'] as const;

const reportFrom = (tape: Tape, number: number): DeliveryEvent => {
  const status = deliveryStatuses[tape.below(deliveryStatuses.length)] ?? 'sent';
  const instance = tape.below(instances.length);
  // Instance 0 moves between customers; the others stay.
  const customer = instance === 0 ? tape.below(customers.length) : instance - 1;
  const message = tape.below(6);
  const [code, title] = [codes[tape.below(codes.length)] ?? null, titles[tape.below(titles.length)] ?? null];
  return plainEvent(uuidOf(9, number), {
    status,
    instance_id: instances[instance] ?? instances[0],
    customer_id: customers[customer] ?? customers[0],
    phone_number_id: `10650${instance}`,
    message_id: message === 5 ? null : `wamid.${message}`,
    error:
      status === 'failed' && (code !== null || title !== null) ? { code, title, message: null, details: null } : null,
    occurred_at: now - (distances[tape.below(distances.length)] ?? 0),
    received_at: now,
  });
};

class Crash extends Error {}

/** What a worker does until it crashes. */
interface Worker {
  readonly index: DeliveryIndex;
  readonly isDead: () => boolean;
}

/** Crashes at the n-th call, before it or before its response. Other workers run at any await. */
const crashing = (index: DeliveryIndex, tape: Tape, moments: number): Worker => {
  let left = moments;
  const mortal = interrupted(index, async () => {
    if (left === 0) throw new Crash();
    left -= 1;
    for (let turns = tape.below(4); turns > 0; turns -= 1) await Promise.resolve();
  });
  return { index: mortal, isDead: () => left === 0 };
};

/** Commits of a scope sometimes fail. */
const refusing = (index: DeliveryIndex, refuses: (partition: string) => boolean): DeliveryIndex => ({
  ...index,
  commit: (partition, nodes) => (refuses(partition) ? Promise.reject(new Crash()) : index.commit(partition, nodes)),
});

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
const never = 1_000_000;

export interface History {
  readonly recorded: readonly Recorded[];
  readonly limits: BlockLimits;
  readonly journal: Parking;
}

/** Delivers what is left in any order, undisturbed. */
const deliverRest = async (
  tape: Tape,
  journal: Parking,
  records: unknown[],
  errors: readonly unknown[],
): Promise<void> => {
  while (records.length > 0) {
    const size = 1 + tape.below(12);
    const start = tape.below(records.length);
    const batch = records.splice(Math.min(start, Math.max(0, records.length - size)), size);
    const failed = await journalReports(
      journal.rollup(() => false),
      batch,
      Infinity,
    );
    if (failed.length > 0) throw new Error(`undisturbed, yet failed: ${String(errors.at(-1))}`);
  }
};

/**
 * Reports a few statuses and delivers their stream records to the journal and the index in every wrong order, then
 * delivers each of them to the journal once more. At the end none, some or all of the journal is folded.
 */
export const runHistory = async (tape: Tape, index: DeliveryIndex): Promise<History> => {
  const limits = { events: tape.pick([2, 3, 128]), bytes: tape.pick([96_000, 400]), segments: tape.pick([2, 3, 16]) };
  const table = messageTable();
  const recorded: Recorded[] = [];
  const records: unknown[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => {
    if (!(error instanceof Crash)) errors.push(error);
  };
  const report = (): void => {
    const event = reportFrom(tape, recorded.length * 7 + tape.below(5));
    const outcome = table.report(event);
    if (outcome === null) return;
    recorded.push({ event });
    records.push(outcome.record);
  };
  const broken = new Set<string>();
  const journal = new Parking(table.items, limits, onError);
  const someRecords = (): readonly unknown[] =>
    Array.from({ length: 1 + tape.below(5) }, () => records[tape.below(records.length)]).filter(isDefined);
  const consume = (): Promise<unknown> => {
    const isDead = tape.below(4) === 3;
    return journalReports(
      journal.rollup(() => isDead),
      someRecords(),
      Infinity,
    );
  };
  const fold = (moments: number, chunks: number): Promise<void> => {
    const worker = crashing(
      refusing(index, (partition) => broken.has(partition)),
      tape,
      moments,
    );
    return journal.fold(worker.index, worker.isDead, chunks).catch(onError);
  };
  for (let steps = 1 + tape.below(3); steps > 0; steps -= 1) {
    for (let reports = 1 + tape.below(5); reports > 0; reports -= 1) report();
    broken.clear();
    if (tape.below(2) === 1) broken.add(scopePartition(tape.pick(scopes)));
    const workers = tape.pick([0, 1, 2]);
    await Promise.all([
      consume(),
      ...Array.from({ length: workers }, () =>
        fold(tape.pick([never, tape.below(40), tape.below(120)]), tape.pick([never, 1])),
      ),
    ]);
    broken.clear();
    const [moments, batches] = [tape.pick([never, tape.below(40)]), tape.below(3)];
    await journal.unpark(crashing(index, tape, moments).index, batches).catch(onError);
  }
  await deliverRest(tape, journal, records, errors);
  if (tape.below(2) === 1) broken.add(scopePartition(tape.pick(scopes)));
  await fold(never, tape.pick([0, 1, 2, never]));
  broken.clear();
  await journal.unpark(index, tape.below(2) === 0 ? never : 0);
  return { recorded, limits, journal };
};

const windows = [1, 2, 11, 24, 34, 35, 71, 72, 73, 168, 192, 193, 200, 720, 2159, 2160] as const;

type Titled = Pick<DeliveryHealth, 'top_errors'>;

const untitled = <H extends Titled>(health: H): H => ({
  ...health,
  top_errors: health.top_errors.map(({ code, count }) => ({ code, count })),
});

/** A title may come from a failure outside the window: titles are stored once a day. */
const titlesAreKnown = (health: Titled, recorded: readonly Recorded[]): boolean =>
  health.top_errors.every(
    ({ code, title }) =>
      title === null || recorded.some(({ event: { error } }) => error?.code === code && error.title === title),
  );

/** An index whose items are read one by one, sometimes while a fold runs. */
const changing = (index: DeliveryIndex, journal: Parking, tape: Tape): DeliveryIndex => {
  const alive = (): boolean => false;
  const between = (): Promise<void> => (tape.below(8) === 7 ? journal.fold(index, alive, 1) : Promise.resolve());
  return {
    ...index,
    get: async (partition, sortKeys, consistency) => {
      const found = new Map<string, IndexItem>();
      for (const sk of sortKeys) {
        await between();
        for (const [name, item] of await index.get(partition, [sk], consistency)) found.set(name, item);
      }
      return found;
    },
    range: async (partition, range, consistency) => {
      await between();
      return index.range(partition, range, consistency);
    },
  };
};

/** The first difference from the oracle, as text. */
export const disagreement = async (
  tape: Tape,
  index: DeliveryIndex,
  { recorded, journal }: History,
): Promise<string | null> => {
  const { waiting } = journal;
  const changed = changing(index, journal, tape);
  const deps = { index: tape.below(4) === 3 ? withEarlierLists(changed) : changed, retryPolicy, waiting };
  const times = recorded.map(({ event }) => event.occurred_at);
  for (let checks = 0; checks < 2; checks += 1) {
    const scope = tape.pick(scopes);
    const bound = (): number => (times[tape.below(times.length)] ?? now) + tape.pick([0, 0, 1, -1, hour, -day]);
    const [left, right] = tape.below(3) === 0 ? [now - 91 * day, now + 2 * day] : [bound(), bound()];
    const range = { from: Math.min(left, right), to: Math.max(left, right) };
    const request = { page: 1 + tape.below(4), pageSize: tape.pick([1, 2, 3, 5, 200]) };
    const filter = {
      status: tape.pick([undefined, ...deliveryStatuses]),
      code: tape.pick([undefined, undefined, '131026', '131000', 'E1']),
      message: tape.pick([undefined, undefined, 'wamid.0', 'wamid.5']),
    };
    const wanted = {
      status: filter.status ?? null,
      errorCode: filter.code ?? null,
      messageId: filter.message ?? null,
    };
    const found = await searchEvents(deps, scope, range, request, now, wanted);
    const shown = { total: found.total, ids: found.events.map(({ id }) => id) };
    const expected = expectedPage(recorded, scope, range, request, now, filter);
    if (!isDeepStrictEqual(shown, expected)) {
      return `search ${JSON.stringify({ scope, range, request, filter, shown, expected })}`;
    }
    const window = healthWindow(windows[tape.below(windows.length)] ?? 24, now);
    const health = deliveryHealth(window, await readHealth(deps, scope, window), scope.kind !== 'instance');
    const expectedFigures = expectedHealth(recorded, scope, window.windowHours, now);
    if (!isDeepStrictEqual(untitled(health), expectedFigures) || !titlesAreKnown(health, recorded)) {
      return `health ${JSON.stringify({ scope, health, expectedFigures })}`;
    }
  }
  return null;
};

/** Whether the rollups of the days with events agree with the events in the index. */
export const inconsistency = async (index: DeliveryIndex, { recorded }: History): Promise<string | null> => {
  const hours = new Set(recorded.map(({ event }) => Math.floor(event.occurred_at / hour)));
  for (const scope of scopes) {
    for (const at of hours) {
      const differences = await auditHour(index, indexScope(scope), at);
      if (differences.length > 0) return `audit ${JSON.stringify({ scope, differences })}`;
    }
  }
  return null;
};
