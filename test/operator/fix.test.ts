import { expect, it } from '@jest/globals';
import { areas } from '../../operator/areas.ts';
import { Failure } from '../../operator/failure.ts';
import { main } from '../../operator/main.ts';
import type { StageCloud } from '../../operator/stage-cloud.ts';
import type { Stage } from '../../operator/stage.ts';
import { noCloud } from './no-cloud.ts';
import { recordedTerminal } from './recorded-terminal.ts';

const stuck = {
  id: 's',
  function: 'Journal',
  state: 'Enabled',
  mostRetries: -1,
  lastResult: 'PROBLEM: Function call failed',
};
const alarm = { severity: 'page', what: 'It fails.', section: 'docs/runbook.md#the-table-fails', since: '' } as const;

const asking = async (
  argv: readonly string[],
  answers: readonly string[],
  cloud: Partial<StageCloud>,
  run: Stage['run'] = () => Promise.resolve({}),
) => {
  const terminal = recordedTerminal(answers);
  const stage: Stage = { run, logs: { find: () => Promise.resolve([]) }, cloud: { ...noCloud, ...cloud } };
  const code = await main(['fix', ...argv], areas, terminal, () => Promise.resolve(stage));
  return { code, asked: terminal.asked.join(''), out: terminal.printed(), error: terminal.complained() };
};

it('a reservation is raised after a question, and read back; without the operator’s function there is no entry', async () => {
  let reserved: number | null = 100;
  const cloud = {
    reservation: () => Promise.resolve(reserved),
    reserve: (_: string, most: number) => {
      reserved = most;
      return Promise.resolve();
    },
  };
  const argv = ['reservation', 'Dispatcher', '--to', '200'];
  const refused = await asking(argv, ['no'], cloud);
  expect([refused.code, reserved]).toEqual([2, 100]);
  expect(refused.asked).toContain('in place of 100?');
  const down = () => Promise.reject(new Failure('unreachable', 'function_failed', 'it failed'));
  const raised = await asking(argv, ['yes'], cloud, down);
  expect([raised.code, reserved]).toEqual([0, 200]);
  expect(raised.out).toContain('The audit trail has no entry (it failed); CloudTrail has the call.');
  expect((await asking(argv, ['yes'], { ...cloud, reservation: () => Promise.resolve(300) })).code).toBe(2);
  const capped = await asking(argv, ['yes'], { ...cloud, reservation: () => Promise.resolve(null) });
  expect([capped.code, capped.error]).toEqual([1, expect.stringContaining('a reservation would cap it')]);
});

it('no change follows an entry that the service refuses', async () => {
  const refuse = () => Promise.reject(new Failure('refused', 'validation_failed', 'no'));
  const argv = ['reservation', 'Dispatcher', '--to', '200'];
  const { code } = await asking(argv, ['yes'], { reservation: () => Promise.resolve(1) }, refuse);
  expect(code).toBe(1);
});

it.each([
  ['while the table fails', [{ ...alarm, name: 'TableFails' }], stuck, 'all would be given up'],
  ['when none is in the way', [], { ...stuck, lastResult: 'OK' }, 'is not stopped by a record'],
])('no record is skipped %s', async (_, alarms, source, why) => {
  const { code, error } = await asking(['poison-record'], ['yes'], {
    alarms: () => Promise.resolve(alarms),
    sources: () => Promise.resolve([source]),
  });
  expect([code, error]).toEqual([1, expect.stringContaining(why)]);
});

it('few retries that an interrupted run left become the usual ones', async () => {
  let mostRetries = 3;
  const set: number[] = [];
  const { code } = await asking(['poison-record'], ['yes'], {
    alarms: () => Promise.resolve([]),
    queues: () => Promise.resolve([]),
    sources: () => Promise.resolve([{ ...stuck, lastResult: 'OK', mostRetries }]),
    limitRetries: (_id, most) => {
      mostRetries = most;
      set.push(most);
      return Promise.resolve();
    },
  });
  expect([code, set]).toEqual([0, [-1]]);
});

const plain = (number: number) => ({ number, table: 'table-1', maintenance: false });

it.each([
  ['version 6 of Dispatcher uses the table table-0; 7 of Dispatcher uses the table table-1', { table: 'table-0' }],
  ['uses the table table-1, and answers 503; 7', { maintenance: true }],
])('a roll-back stops before anything moves when %s', async (why, before) => {
  const moved: string[] = [];
  const cloud = {
    releases: () => Promise.resolve([{ function: 'Dispatcher', version: '7', next: null }]),
    versions: () => Promise.resolve([{ ...plain(6), ...before }, plain(7)]),
    point: (name: string) => {
      moved.push(name);
      return Promise.resolve();
    },
  };
  const { code, asked, error } = await asking(['rollback'], ['yes'], cloud);
  expect([code, asked, error, moved]).toEqual([1, '', expect.stringContaining(why), []]);
});

it('a roll-back names what it could not move, and takes the others back', async () => {
  const versions = new Map([
    ['Connect', '5'],
    ['Dispatcher', '7'],
  ]);
  const { code, asked, error } = await asking(['rollback'], ['yes'], {
    releases: () =>
      Promise.resolve(Array.from(versions, ([name, version]) => ({ function: name, version, next: null }))),
    versions: (name) => Promise.resolve((name === 'Connect' ? [3, 5] : [6, 7]).map(plain)),
    point: (name, version) => {
      if (name === 'Dispatcher') return Promise.reject(new Error('AccessDenied'));
      versions.set(name, version);
      return Promise.resolve();
    },
  });
  expect(asked).toMatch(/Connect +5 +3\nDispatcher +7 +6/);
  expect([code, error]).toEqual([1, expect.stringContaining('not Dispatcher: AccessDenied')]);
  expect(versions.get('Connect')).toBe('3');
});
