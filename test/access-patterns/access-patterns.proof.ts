import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readUnitsOf } from '../../lambdas/domain/rate.ts';
import { routes } from '../../lambdas/api/routes.ts';
import { accessPatternsPage, costHeads, costRow } from '../../tools/docs/access-patterns-page.ts';
import { measureDeliveries, type MeasuredDelivery } from '../../tools/access-patterns/deliveries.ts';
import { measureRelayedCallbacks } from '../../tools/access-patterns/relayed-callbacks.ts';
import { measureAccessPatterns, type Measurement } from '../../tools/access-patterns/measure.ts';

const file = 'docs/access-patterns.md';

let measurements: readonly Measurement[];
let deliveries: readonly MeasuredDelivery[];
let callbacks: readonly MeasuredDelivery[];
let written: string;

beforeAll(async () => {
  measurements = await measureAccessPatterns();
  deliveries = await measureDeliveries();
  callbacks = await measureRelayedCallbacks();
  written = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
});

const nameOf = (row: readonly string[]): string => `${row[0] ?? ''} (${row[1] ?? ''})`;

/** The rows of the page's table of costs. */
const writtenRows = (): readonly (readonly string[])[] =>
  (written.split('## Costs')[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .map((row) => row.slice(2, -2).split(' | '));

/** What is not as it is written, in words: `write 9 → 10`. */
const changesOf = (row: readonly string[], before: readonly string[] | undefined): readonly string[] => {
  if (before === undefined) return ['is new'];
  return row.flatMap((cell, column) =>
    cell === before[column] ? [] : [`${costHeads[column] ?? ''} ${before[column] ?? ''} → ${cell}`],
  );
};

const rowOf = (route: string, about: string): Measurement => {
  const found = measurements.find((measurement) => measurement.route === route && measurement.about === about);
  if (found === undefined) throw new Error(`${route} (${about}) is not measured`);
  return found;
};

describe(file, () => {
  it('says what each call costs', () => {
    const before = new Map(writtenRows().map((row) => [nameOf(row), row]));
    const changes = measurements
      .map(costRow)
      .map((row) => [nameOf(row), changesOf(row, before.get(nameOf(row)))] as const)
      .filter(([, differences]) => differences.length > 0)
      .map(([name, differences]) => `${name}: ${differences.join(', ')}`);
    if (changes.length > 0) {
      throw new Error(`The cost of calls changed. If that is meant, run \`npm run measure\`.\n${changes.join('\n')}`);
    }
  });

  it('is as it is generated', () => {
    if (written !== accessPatternsPage(measurements, deliveries, callbacks)) {
      throw new Error(`${file} is not what is measured: run \`npm run measure\` and look at the difference`);
    }
  });

  it('delivers an event for three write units, alone or with others of its customer', () => {
    const writeOf = (about: string): number | undefined => deliveries.find((one) => one.about === about)?.write;
    expect(writeOf('delivered at the first attempt')).toBe(3);
    expect(writeOf('five of one customer, delivered')).toBe(15);
  });

  it('sends a callback on without a write', () => {
    const writes = callbacks.filter(({ about }) => about.includes('message') && !about.includes('not taken'));
    expect(writes.map(({ write }) => write)).toEqual([0, 0, 0]);
  });

  it('has every route', () => {
    const measured = new Set(measurements.map(({ route }) => route));
    const missing = routes.map(({ route }) => route).filter((route) => !measured.has(route));
    expect(missing).toEqual([]);
  });
});

const forPersons = new Set(routes.filter(({ audience }) => audience.kind === 'person').map(({ route }) => route));

describe('a call', () => {
  it.each([
    ['update-partner-customer', 'by customer_id', 2],
    ['update-partner-customer', 'replayed', 1],
    ['update-partner-customer', 'other parameters with a used key', 1],
    ['upsert-partner-customer', 'creates', 2],
    ['list-partner-customers', 'page 200 of 400', 3],
    ['list-partner-customers', 'search in 20,000, few found', 4],
    ['list-partner-customers', 'search in 20,000, all found, page 50', 4],
  ])('of %s (%s) takes at most %i rounds', (route, about, most) => {
    expect(rowOf(route, about).warm.rounds).toBeLessThanOrEqual(most);
  });

  it('takes four rounds more in a cold environment', () => {
    const others = measurements.filter(({ route, warm, cold }) => {
      const [rounds, calls] = [cold.rounds - warm.rounds, cold.calls - warm.calls];
      // A call that reads much pays with further calls of the table, one after another.
      const isAsSaid = warm.read > readUnitsOf('reads') ? rounds >= 4 && rounds === calls : rounds === 4;
      // A warm environment remembers the lines that reported, too. Routes about invitations read their member anew, warm or cold.
      return !route.startsWith('report-') && !forPersons.has(route) && !isAsSaid;
    });
    expect(others.map(({ route, about }) => `${route} (${about})`)).toEqual([]);
  });
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#default-limits-throughput */
const tableQuota = 40_000;

/** A call pays by DynamoDB's own count. DynamoDB Local counts up to a hundredth less than the published rules. */
const most = (tableQuota / 10) * 1.01;

/** Each of the lines was created and connected by calls of its own, and is deactivated once: such a call takes what those had left. */
const lineByLine = ['deactivate-partner-customer: three connected instances'];

describe("a partner that calls as often as its limits admit takes at most a tenth of a table's quota", () => {
  it.each(['read', 'write'] as const)('of %s units', (kind) => {
    const greedy = measurements.flatMap(({ route, about, warm, charged }) => {
      const perSecond = (warm[kind] * 1000) / charged;
      const name = `${route}: ${about}`;
      return perSecond <= most || lineByLine.includes(name) ? [] : [`${name}: ${Math.round(perSecond)}`];
    });
    expect(greedy).toEqual([]);
  });
});
