import { expect, it } from '@jest/globals';
import { areas } from '../../operator/areas.ts';
import { Failure } from '../../operator/failure.ts';
import { main } from '../../operator/main.ts';
import type { StageCloud } from '../../operator/stage-cloud.ts';
import type { Stage } from '../../operator/stage.ts';
import { noCloud } from './no-cloud.ts';
import { recordedTerminal } from './recorded-terminal.ts';

const at = '2026-07-14T10:00:00.000Z';
const queue = { name: 'EventQueue', waiting: 0, inFlight: 0, oldest: null };
const source = { id: 's', function: 'Journal', state: 'Enabled', mostRetries: -1, lastResult: 'OK' };
const release = { function: 'Dispatcher', version: '7', next: null };

const calm: StageCloud = {
  ...noCloud,
  alarms: () => Promise.resolve([]),
  queues: () => Promise.resolve([queue]),
  throttled: () => Promise.resolve([]),
  sources: () => Promise.resolve([source]),
  releases: () => Promise.resolve([release]),
};

const statusOf = async (cloud: Partial<StageCloud>, stage: Partial<Stage> = {}): Promise<string> => {
  const answers: Readonly<Record<string, object>> = { status: { at, overdue: [] } };
  const run: Stage['run'] = (command) => Promise.resolve({ ...answers[command] });
  const opened: Stage = { run, logs: { find: () => Promise.resolve([]) }, cloud: { ...calm, ...cloud }, ...stage };
  const terminal = { ...recordedTerminal(), columns: 80 };
  expect(await main(['status'], areas, terminal, () => Promise.resolve(opened))).toBe(0);
  return terminal.printed();
};

it('is calm when nothing is wrong', async () => {
  const page = await statusOf({});
  expect(page).toMatch(/^nothing is wrong \(/);
  expect(page).not.toMatch(/WRONG|\?|note/);
});

const overdue = (minutes: number) => ({
  run: () => {
    const oldest_at = new Date(Date.parse(at) - minutes * 60_000).toISOString();
    return Promise.resolve({ at, overdue: [{ queue: 'event', count: 3, oldest_at }] });
  },
});
const alarm = {
  name: 'CallsFail',
  severity: 'page',
  what: 'Calls fail.',
  section: 'docs/runbook.md#calls-fail',
  since: at,
} as const;
it('a stream that a record stops in one shard of several is not said to be read', async () => {
  const lagging = { ...alarm, name: 'JournalLagsBehind' };
  const page = await statusOf({ alarms: () => Promise.resolve([lagging]) });
  expect(page).toMatch(
    /WRONG +streams +0 of 1 read\n +Journal lags behind in a shard of its stream\n[^]* fix poison-record\n/,
  );
});

const line = (fields: object) => ({ at, fields: { partner_id: 'p1', ...fields } });

it.each<[string, Partial<StageCloud>, Partial<Stage>, RegExp]>([
  [
    'an alarm',
    { alarms: () => Promise.resolve([alarm]) },
    {},
    /WRONG +alarms[^]*page: CallsFail, since 2026-07-14 10:00 UTC\n +Calls fail.\n +docs\/runbook.md#calls-fail\n/,
  ],
  [
    'a throttled function',
    { throttled: () => Promise.resolve([{ function: 'Dispatcher', count: 4, reservation: 50 }]) },
    {},
    /WRONG +throttles[^]*Dispatcher: 4 times; it reserves 50\n.* fix reservation Dispatcher --to 100\n/,
  ],
  [
    'a stream that a record stops',
    { sources: () => Promise.resolve([{ ...source, lastResult: 'PROBLEM: Function call failed' }]) },
    {},
    /WRONG +streams[^]* fix poison-record\n/,
  ],
  [
    'a source that is off',
    { sources: () => Promise.resolve([{ ...source, state: 'Disabled' }]) },
    {},
    /WRONG +streams/,
  ],
  [
    'a queue that is not consumed',
    { queues: () => Promise.resolve([{ ...queue, waiting: 2, oldest: 1_801 }]) },
    {},
    /WRONG +queues[^]*EventQueue: 2 wait, 0 in work, the oldest for 30 min/,
  ],
  [
    'dead letters',
    { queues: () => Promise.resolve([{ ...queue, name: 'FailedQueue', waiting: 2 }]) },
    {},
    /WRONG +dead letters +2 messages[^]* dead-letters list\n/,
  ],
  ['late work', {}, overdue(6), /WRONG +overdue +3 items of work\n +event: 3, the oldest for 6 min/],
])('names %s', async (_, cloud, stage, shown) => {
  const page = await statusOf(cloud, stage);
  expect(page).toMatch(/^1 thing is wrong \(/);
  expect(page).toMatch(shown);
  for (const text of page.split('\n').filter((one) => !one.includes('npm run'))) expect(text.length).toBeLessThan(81);
});

it.each<[string, Partial<StageCloud>, Partial<Stage>, RegExp]>([
  ['work that the sweep still finds in time', {}, overdue(1), /note +overdue/],
  [
    'a release in flight',
    { releases: () => Promise.resolve([{ ...release, next: { version: '8', share: 0.1 } }]) },
    {},
    /note +releases[^]*Dispatcher: version 7, and 10 % of the calls by 8/,
  ],
  [
    'the partners that are hit, the most first',
    {},
    {
      logs: {
        find: () =>
          Promise.resolve([
            line({ partner_id: 'p2', calls_limited: 1 }),
            ...[1, 2].map(() => line({ calls_failed: 1 })),
            line({ attempts_failed: 1 }),
          ]),
      },
    },
    /note +partners[^]*p1: 2 calls failed, 1 events not taken\n.* doctor p1\n +p2: 1 calls over a limit/,
  ],
])('notes %s', async (_, cloud, stage, shown) => {
  const page = await statusOf(cloud, stage);
  expect(page).toMatch(/^nothing is wrong/);
  expect(page).toMatch(shown);
});

it('shows the rest when the table, a service and the logs fail, and one does not answer', async () => {
  const failing = () => Promise.reject(new Failure('unreachable', 'function_failed', 'the operator function failed'));
  const begun = performance.now();
  const page = await statusOf(
    {
      queues: () => Promise.reject(new Error('SQS is down')),
      releases: () => new Promise(() => undefined),
      throttled: () => Promise.resolve([{ function: 'Dispatcher', count: 4, reservation: null }]),
    },
    { run: failing, logs: { find: failing } },
  );
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(page).toMatch(/^1 thing is wrong, 5 could not be read/);
  expect(page).toMatch(/WRONG +throttles[^]*it reserves none/);
  expect(page).toMatch(/\? +queues +not read: SQS is down/);
  expect(page).toMatch(/\? +releases +not read: no answer within 4 s/);
  expect(page).toMatch(/\? +overdue +not read: the operator function failed/);
});
