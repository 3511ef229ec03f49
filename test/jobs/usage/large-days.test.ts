import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { day, isoOf, type Milliseconds } from '../../../lambdas/kernel/time.ts';
import { noHoldings } from '../../../lambdas/domain/usage/usage-day.ts';
import { utcDayOf, type UtcDay } from '../../../lambdas/domain/usage/utc-day.ts';
import { eventTypes } from '../../../lambdas/domain/event.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { readUsage } from '../../../lambdas/store/usage-reading/read-usage.ts';
import { packIds } from '../../../lambdas/store/usage/id-codec.ts';
import { countReports } from '../../../lambdas/store/usage/count-reports.ts';
import { factTtl } from '../../../lambdas/store/usage/fact-ttl.ts';
import { readClosedDay, readCorrections } from '../../../lambdas/store/usage/usage-days.ts';
import { newUsageClause } from '../../../lambdas/store/usage/usage-head.ts';
import { addToEventJournal } from '../../../lambdas/store/webhooks/event-journal.ts';
import type { EventRow } from '../../../lambdas/store/webhooks/event-row.ts';
import { closeUsage, type LateDay } from '../../../lambdas/jobs/close-usage.ts';
import { startMeteredTable, type MeteredTable } from '../../../tools/access-patterns/metered-table.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import { testClock } from '../../../tools/harness/test-clock.ts';
import { interposed } from '../../interposed-table.ts';
import { reportsOfDay, type DayReport } from './reports-of-day.ts';

let table: MeteredTable;
beforeAll(async () => {
  table = await startMeteredTable();
});
afterAll(() => table.stop());

const [minute, hour] = [60_000, 3_600_000];
/** More than a read of an open day looks at. */
const many = 24_000;

let clock = testClock();
let partnerId = '';
let first: UtcDay = '';
let lost: (readonly [string, UtcDay])[] = [];
let late: LateDay[] = [];

beforeEach(async () => {
  clock = testClock();
  partnerId = newId(clock.now());
  first = utcDayOf(clock.now());
  [lost, late] = [[], []];
  await commit(table, [newUsageClause(table, partnerId, first)]);
});

const reportsOf = (count: number, of = first): readonly DayReport[] => reportsOfDay(of, count);

const note = (reports: readonly DayReport[]): Promise<void> => countReports(table, partnerId, reports);

interface Run {
  readonly until?: Milliseconds;
  readonly on?: MeteredTable;
}

const work = ({ until = Infinity, on = table }: Run = {}): Promise<void> =>
  runWork(
    {
      usageClose: (key) =>
        closeUsage(
          {
            table: on,
            clock: clock.now,
            newId,
            deadline: noDeadline,
            onOpenDay: (it) => late.push(it),
            onLostDay: (step, { day: of }) => lost.push([step, of]),
          },
          key,
          until,
        ),
    },
    keys.usageHead(partnerId),
  );

const shown = async (of = first) => {
  const days = await readUsage(table, partnerId, [], { from: of, to: of }, clock.now());
  return days.get(of) ?? null;
};

const dueAt = async (): Promise<string> => {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...keys.usageHead(partnerId) }, ConsistentRead: true }),
  );
  return String(item?.['due_at']);
};

describe('an open day with many reports', () => {
  test('is unavailable until it was counted, which the first look begins; then its last count is shown', async () => {
    const reports = reportsOf(many);
    await note(reports);
    await expect(shown()).rejects.toMatchObject({ code: 'temporarily_unavailable', retryAfter: 5 });
    expect(await dueAt()).toBe(isoOf(clock.now()));
    await work();
    expect(await shown()).toMatchObject({ reports: many, calls: many / 2 });
    const more = reportsOf(500);
    await note([...more, ...reports.slice(0, 5_000)]);
    expect(await shown()).toMatchObject({ reports: many });
    // A look within ten minutes has nothing counted.
    expect(await dueAt()).toBe(isoOf(clock.now() + hour));
    clock.pass(10 * minute);
    expect(await shown()).toMatchObject({ reports: many });
    expect(await dueAt()).toBe(isoOf(clock.now()));
    await work();
    expect(await shown()).toMatchObject({ reports: many + 500, calls: many / 2 + 250 });
  });

  test('is counted every hour without a look, and its closing is not late', async () => {
    await note(reportsOf(many));
    await expect(shown()).rejects.toThrow();
    await work();
    await note(reportsOf(100));
    clock.pass(hour);
    await work();
    expect(await shown()).toMatchObject({ reports: many + 100 });
    clock.pass(day + 4 * hour);
    await work();
    expect(await readClosedDay(table, partnerId, first)).toMatchObject({ usage: { reports: many + 100 } });
    // Nothing is counted until the next day is closed.
    expect(await dueAt()).toMatch(isoOf(clock.now() + day).slice(0, 12));
  });

  test('takes a bounded number of read units to look at, before and after its count', async () => {
    const units = async (read: () => Promise<unknown>): Promise<number> => {
      const { accesses } = await table.measure(read);
      return accesses.reduce((sum, access) => sum + access.read, 0);
    };
    await note(reportsOf(4 * many));
    expect(await units(() => expect(shown()).rejects.toThrow())).toBeLessThan(60);
    await work();
    expect(await units(shown)).toBeLessThan(6);
  });

  test('has its count begun by the reports themselves, one in some thousands', async () => {
    const [marked, before] = [newId(clock.now()).replace(/...$/, '000'), await dueAt()];
    await note(reportsOf(100));
    expect(await dueAt()).toBe(before);
    await note([{ id: marked, received_at: clock.now() }]);
    expect(await dueAt()).toBe(isoOf(clock.now() + minute));
  });
});

describe('a day with many reports is closed', () => {
  const afterFirst = (days = 0): void => {
    clock.pass(Date.parse(first) + (days + 1) * day + 8 * hour - clock.now());
  };

  test('with each report once, however often and in whatever batches it is noted', async () => {
    const reports = reportsOf(many);
    await note(reports);
    for (const [from, to] of [
      [0, 9_000],
      [7_500, many],
      [13, 14],
    ]) {
      await note(reports.slice(from, to));
    }
    afterFirst();
    await work();
    expect(await readClosedDay(table, partnerId, first)).toMatchObject({
      usage: { reports: many, calls: many / 2 },
    });
  });

  test('by several workers, none of which counts again what was counted', async () => {
    await note(reportsOf(many));
    afterFirst();
    let [stopped, queries] = [0, 0];
    // The first workers crash in the middle of the day.
    const crashing = interposed(table, async (command, send) => {
      const values = 'ExpressionAttributeValues' in command.input ? JSON.stringify(command.input) : '';
      if (!/"R#~\d\d#"/.test(values)) return send();
      queries += 1;
      if (queries % 7 === 0 && stopped < 3) {
        stopped += 1;
        throw new Error('the worker crashed');
      }
      return send();
    });
    for (let run = 0; run < 4; run += 1) {
      await work({ on: { ...table, ...crashing } }).catch(() => undefined);
      clock.pass(10 * minute);
    }
    expect(stopped).toBe(3);
    expect(await readClosedDay(table, partnerId, first)).toMatchObject({ usage: { reports: many } });
    // 24 hours, a page or two each, and what had begun when a worker crashed.
    expect(queries).toBeLessThan(24 * 2 + 3 * 5);
  });

  test('after a worker whose time was too short', async () => {
    await note(reportsOf(many));
    afterFirst();
    await work({ until: clock.now() });
    expect(await readClosedDay(table, partnerId, first)).toBeNull();
    expect(await dueAt()).toBe(isoOf(clock.now()));
    await work();
    expect(await readClosedDay(table, partnerId, first)).toMatchObject({ usage: { reports: many } });
  });

  test('with reports that an earlier version noted without an hour, also those that came again since', async () => {
    const reports = reportsOf(many);
    for (let from = 0; from < many; from += 8_000) {
      const key = keys.usageFact(partnerId, first, null, `R#-${from}abcdefgh`.slice(0, 14));
      const body = packIds(reports.slice(from, from + 8_000).map(({ id }) => id));
      await table.client.send(new PutCommand({ TableName: table.name, Item: { ...key, body, ttl: factTtl(first) } }));
    }
    const fresh = reportsOf(300);
    await note([...fresh, ...reports.slice(4_000, 9_000)]);
    afterFirst();
    await work();
    expect(await readClosedDay(table, partnerId, first)).toMatchObject({ usage: { reports: many + 300 } });
  });

  test('and reviewed: what came later becomes a correction', async () => {
    const reports = reportsOf(many);
    await note(reports.slice(0, many - 700));
    afterFirst();
    await work();
    await note(reports.slice(many - 1_000));
    afterFirst(7);
    await work();
    const corrections = await readCorrections(table, partnerId, first, first);
    expect(corrections.get(first)).toMatchObject({ reports: 700, calls: 350 });
    expect(await shown()).toMatchObject({ reports: many, calls: many / 2 });
  });
});

describe('a day with many events', () => {
  const rowsOf = (count: number, firstDelivered: (number: number) => string | null): readonly EventRow[] => {
    const customerId = newId(clock.now());
    return Array.from({ length: count }, (_, number) => {
      const createdAt = Date.parse(first) + Math.floor((number / count) * day);
      return {
        id: newId(createdAt),
        customerId,
        number: number + 1,
        type: eventTypes[0],
        createdAt,
        turn: 1,
        end: 'delivered' as const,
        firstDelivered: firstDelivered(number),
      };
    });
  };

  test('is closed with each delivered event once, on the day of its delivery', async () => {
    const next = utcDayOf(Date.parse(first) + day);
    const rows = rowsOf(18_000, (number) => (number % 3 === 0 ? first : number % 3 === 1 ? next : null));
    for (let from = 0; from < rows.length; from += 2_000) {
      await addToEventJournal(table, partnerId, rows.slice(from, from + 2_500));
    }
    await expect(shown()).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    clock.pass(3 * day);
    await work();
    expect(await shown()).toMatchObject({ events_delivered: 6_000, reports: 0 });
    expect(await shown(next)).toMatchObject({ events_delivered: 6_000 });
  });
});

describe('a day that was not closed in time', () => {
  test('is reported long before its facts may have expired', async () => {
    await note(reportsOf(10));
    clock.pass(3 * day);
    await work();
    expect(late[0]).toMatchObject({ partnerId, day: first });
    expect(late[0]?.late).toBeGreaterThan(day);
    expect(lost).toEqual([]);
  });

  test('is never closed when facts of it may have expired, nor shown', async () => {
    await note(reportsOf(10));
    clock.pass(30 * day);
    await work();
    expect(lost).toEqual([['close', first]]);
    expect(await readClosedDay(table, partnerId, first)).toBeNull();
    expect(await shown()).toBeNull();
    expect(await shown(utcDayOf(clock.now()))).toBeNull();
    clock.pass(hour);
    await work();
    expect(lost.map(([step, of]) => `${step} ${of}`)).toEqual([`close ${first}`, `close ${first}`]);
  });

  test('is not reviewed when facts of it may have expired', async () => {
    await note(reportsOf(10));
    clock.pass(day + 8 * hour);
    await work();
    expect(await readClosedDay(table, partnerId, first)).toMatchObject({ end: noHoldings });
    await note(reportsOf(5));
    clock.pass(29 * day);
    await work();
    expect(lost).toContainEqual(['review', first]);
    expect((await readCorrections(table, partnerId, first, first)).size).toBe(0);
  });
});
