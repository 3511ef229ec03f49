import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryIndex, IndexScope } from '@swift-worker/time-index/delivery-index.ts';
import { anyEvent } from '@swift-worker/time-index/event-filter.ts';
import { findEvents } from '@swift-worker/time-index/find-events.ts';
import { foldEvents } from '@swift-worker/time-index/fold-events.ts';
import { blockLimits as limits } from '@swift-worker/time-index/index-limits.ts';
import { memoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { readFigures } from '@swift-worker/time-index/read-figures.ts';
import { hourLength, inclusive, startOfHour } from '@swift-worker/time-index/time-grid.ts';
import { healthWindow } from '../../lambdas/domain/delivery/health-window.ts';
import { metered, newMeter } from '../../tools/bench/delivery/metered-index.ts';
import { eventsOf, firstHour, once } from './events.ts';

const root = path.join(import.meta.dirname, '../..');
const scope: IndexScope = { partition: 'customer', instanceId: null };
const [hours, inHour] = [90, 1_000];
const end = startOfHour(firstHour + hours);
const from = end - hours * hourLength + 1;

const costOf = async (index: DeliveryIndex, act: (index: DeliveryIndex) => Promise<unknown>): Promise<string> => {
  const meter = newMeter();
  await act(metered(index, meter));
  return [meter.depth, meter.readUnits, meter.writeUnits].join(' | ');
};

const pageAt = (skip: number) => (index: DeliveryIndex) =>
  findEvents({ index, repeat: once }, scope, [], { from, to: end }, { skip, take: 50 }, anyEvent);
const filtered = (index: DeliveryIndex) =>
  findEvents(
    { index, repeat: once },
    scope,
    [],
    { from, to: end },
    { skip: 5_000, take: 50 },
    { ...anyEvent, status: 'failed' },
  );
const health = (windowHours: number) => (index: DeliveryIndex) =>
  readFigures({ index, repeat: once }, scope, [], healthWindow(windowHours, end - 1), 'eventual');
const fold = (count: number) => (index: DeliveryIndex) =>
  foldEvents({ index, limits, repeat: once }, scope, eventsOf(firstHour + hours, count, 500_000));

/** What is done, as the page names it. Nothing of it changes what a later one finds, except the folds at the end. */
const acts: readonly (readonly [string, (index: DeliveryIndex) => Promise<unknown>])[] = [
  ['page 1', pageAt(0)],
  ['page 900', pageAt(45_000)],
  ['page 100 of those that failed', filtered],
  ['health of 24 hours', health(24)],
  ['health of 80 hours', health(80)],
  ['fold of 1 event', fold(1)],
  ['fold of 200 events', fold(200)],
];

const page = (): Promise<string> => readFile(path.join(root, 'packages/time-index/README.md'), 'utf8');

describe('the README of the index', () => {
  let text: string;
  beforeAll(async () => {
    text = await page();
  });

  it('has the costs that are measured', async () => {
    const index = memoryIndex();
    for (const hour of inclusive(firstHour, firstHour + hours - 1))
      await foldEvents({ index, limits, repeat: once }, scope, eventsOf(hour, inHour, (hour - firstHour) * inHour));
    const rows: string[] = [];
    for (const [name, act] of acts) rows.push(`| ${name} | ${await costOf(index, act)} |`);
    const [, table] = text.split('## Costs');
    expect(table?.match(/^\| (?:page|health|fold) .*$/gm)).toEqual(rows);
  });

  it('has an example that runs', async () => {
    const [, example = ''] = /```ts\n([^]*?)```/.exec(text) ?? [];
    const given = `const reports = ${JSON.stringify(eventsOf(firstHour, 120, 1))};\n`;
    const args = ['--input-type=module-typescript', '--eval', example.replace('\n\n', `\n${given}`)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    expect(stdout).toBe('120 events, 50 of them on the first page, 96 delivered\n');
  });
});
