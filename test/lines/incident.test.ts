import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SealMismatch } from '../../lambdas/kernel/errors.ts';
import { hour, isoOf, minute } from '../../lambdas/kernel/time.ts';
import { isIncident } from '../../lambdas/lines/incident.ts';
import { refreshInstance } from '../../lambdas/lines/refresh-instance.ts';
import { CorpusScene } from '../callbacks/corpus-scene.ts';

let scene: CorpusScene;
let incidents = 0;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  incidents = 0;
  scene.onIncident = () => {
    incidents += 1;
  };
  // The platform answers about both accounts.
  await scene.read('elsewhere');
  await scene.read('line');
});

const titles = async (): Promise<readonly string[]> => (await scene.notifications()).map(({ title }) => title);
const statuses = async (): Promise<readonly string[]> => Object.values(await scene.lines()).map(({ status }) => status);

const refuse = (file: string): void => {
  for (const name of ['line', 'other', 'brazilian', 'elsewhere'] as const) scene.refuse(name, file);
  for (const waba of ['310000000000101', '310000000000102']) scene.platform.refusals.set(waba, file);
  if (file === 'error.token_expired') scene.platform.token = 'debug_token.invalid';
};

describe.each(['error.token_expired', 'error.account_locked'])(
  'when the platform refuses all accounts by %s',
  (file) => {
    test('no line changes, its partner and the operator are notified once, and the rounds wait', async () => {
      refuse(file);
      await scene.read('line');
      await scene.read('elsewhere');
      await scene.read('line');
      await scene.read('elsewhere');
      expect(await statuses()).toEqual(['connected', 'connected', 'connected', 'connected']);
      expect(await titles()).toEqual(['The platform refuses valid access']);
      expect(incidents).toBe(1);
      scene.platform.calls.length = 0;
      // A callback makes the account due, and the platform is left alone still.
      scene.clock.pass(minute);
      await scene.read('line');
      expect(scene.platform.calls.length).toBeLessThanOrEqual(8);
    });

    test('a refresh that a partner asks for changes nothing either', async () => {
      refuse(file);
      const record = await scene.record('line');
      await refreshInstance(scene.deps, scene.partnerId, record).catch(() => undefined);
      expect(await statuses()).toEqual(['connected', 'connected', 'connected', 'connected']);
      expect(incidents).toBe(1);
    });

    test('what is refused after the incident, while others are answered, is lost or locked', async () => {
      refuse(file);
      await scene.read('line');
      scene.platform.refusals.delete(scene.idOf('elsewhere'));
      scene.platform.refusals.delete('310000000000102');
      await scene.read('elsewhere');
      await scene.read('line');
      expect((await scene.line('elsewhere')).status).toBe('connected');
      expect((await scene.line('line')).status).not.toBe('connected');
    });
  },
);

test('what is refused for more than a day is lost', async () => {
  refuse('error.token_expired');
  await scene.read('line');
  const end = scene.clock.now() + 25 * hour;
  while (scene.clock.now() < end) await scene.read('line');
  const lost = 'reconnect_required';
  expect(await statuses()).toEqual([lost, lost, lost, 'connected']);
  expect(incidents).toBe(1);
});

test('a token whose time is over is lost, whatever is refused beside it', async () => {
  const { instance } = await scene.record('line');
  const token_expires_at = isoOf(scene.clock.now());
  await scene.change('line', { connection: { ...instance.connection, token_expires_at } });
  scene.refuse('elsewhere', 'error.token_expired');
  scene.expire('line');
  await scene.read('line');
  expect((await scene.line('line')).status).toBe('reconnect_required');
});

test("a loss is one account's while the platform answers about another", async () => {
  scene.expire('line');
  await scene.read('line');
  expect(await statuses()).toEqual(['reconnect_required', 'connected', 'connected', 'connected']);
  expect(incidents).toBe(0);
});

test('a sign-up to an unknown account needs the refusals of two others', async () => {
  for (const name of ['line', 'other', 'brazilian'] as const) scene.refuse(name, 'error.token_expired');
  expect(await isIncident(scene.deps, scene.partnerId, null)).toBe(false);
  scene.refuse('elsewhere', 'error.token_expired');
  expect(await isIncident(scene.deps, scene.partnerId, null)).toBe(true);
});

test('a witness whose token cannot be opened is none, and one that cannot be asked leaves the incident unknown', async () => {
  const failing = (error: Error): typeof scene.deps => ({
    ...scene.deps,
    vault: { ...scene.deps.vault, open: () => Promise.reject(error) },
  });
  expect(await isIncident(failing(new SealMismatch('platform_token', null)), scene.partnerId, null)).toBe(false);
  const busy = new Error('KMS is busy');
  await expect(isIncident(failing(busy), scene.partnerId, null)).rejects.toBe(busy);
});
