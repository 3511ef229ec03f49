import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeInstance } from '../../lambdas/lines/change-instance.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { giveToken } from '../../tools/harness/expiring-token.ts';
import { freshId, TemplateScene } from '../../tools/harness/template-scene.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const hour = 60 * 60_000;
const day = 24 * hour;

interface Line {
  readonly scene: TemplateScene;
  readonly instanceId: string;
}

const newLine = async (life: number | null): Promise<Line> => {
  const scene = await TemplateScene.start(scenery);
  const line = { scene, instanceId: await scene.connectedInstance(freshId()) };
  await giveToken(scene, line.instanceId, life);
  return line;
};

const warnings = async ({ scene }: Line) =>
  (await scene.notifications()).filter(({ title }) => title.includes('platform token expires'));

/** Does the work that is due after a time. */
const later = async ({ scene }: Line, time: number, deps = scene.deps): Promise<void> => {
  scenery.clock.pass(time);
  await scene.settle(deps);
};

describe('a token that expires', () => {
  test('is announced to the members 14, 7 and 1 days before, once each', async () => {
    const line = await newLine(16 * day);
    await later(line, 1 * day);
    expect(await warnings(line)).toEqual([]);
    await later(line, 1.25 * day);
    expect(await warnings(line)).toMatchObject([{ body: expect.stringMatching(/^In 14 days, at /) as unknown }]);
    await later(line, 6 * hour);
    await later(line, 6 * day);
    expect(await warnings(line)).toHaveLength(1);
    await later(line, 1 * day);
    expect(await warnings(line)).toMatchObject([{}, { body: expect.stringMatching(/^In 7 days, at /) as unknown }]);
    await later(line, 5 * day);
    await later(line, 1 * day);
    await later(line, 6 * hour);
    expect(await warnings(line)).toMatchObject([
      { category: 'platform_alerts', severity: 'warning' },
      { category: 'platform_alerts', severity: 'warning' },
      {
        category: 'platform_alerts',
        severity: 'critical',
        title: 'A platform token expires soon',
        body: expect.stringMatching(/^In 1 day, at .* mode reconnect /) as unknown,
        entity: { type: 'instance', id: line.instanceId },
      },
    ]);
  });

  test('is announced with the time of its end, which the detail of the instance has as well', async () => {
    const line = await newLine(3 * day);
    await later(line, 6 * hour);
    const { instance } = await line.scene.instance(line.instanceId);
    const [warning] = await warnings(line);
    expect(warning?.body).toContain(instance.connection.token_expires_at?.slice(0, 10));
    const shown = await line.scene.query('get-partner-instance', { instance_id: line.instanceId });
    expect(shown.body['instance']).toMatchObject({
      connection: { token_expires_at: instance.connection.token_expires_at },
    });
  });

  test('is announced by the latest warning only when several are late', async () => {
    const line = await newLine(5 * day);
    await later(line, 12 * hour);
    expect(await warnings(line)).toMatchObject([{ body: expect.stringMatching(/^In 5 days, at /) as unknown }]);
  });

  test('is announced while the platform does not answer', async () => {
    const line = await newLine(13 * day);
    const silent = {
      call: () => Promise.reject(new PlatformError({ kind: 'transient', message: 'no answer from the platform' })),
    };
    await later(line, 12 * hour, { ...line.scene.deps, platform: silent });
    expect(await warnings(line)).toHaveLength(1);
  });

  test('is announced once by workers that hold the same round', async () => {
    const line = await newLine(13 * day);
    scenery.clock.pass(6 * hour);
    await Promise.all([line.scene.settle(), line.scene.settle(), line.scene.settle()]);
    expect(await warnings(line)).toHaveLength(1);
  });

  test('is replaced by a reconnection, whose token has warnings of its own', async () => {
    const line = await newLine(13 * day);
    await later(line, 12 * hour);
    await giveToken(line.scene, line.instanceId, 60 * day);
    await later(line, 20 * day);
    expect(await warnings(line)).toHaveLength(1);
    await later(line, 26.5 * day);
    expect(await warnings(line)).toHaveLength(2);
  });
});

describe('no warning', () => {
  test('is made of a token that never expires', async () => {
    const line = await newLine(null);
    await later(line, 2 * day);
    expect(await warnings(line)).toEqual([]);
  });

  test('is made of a token that has expired: the instance needs to be connected again', async () => {
    const line = await newLine(1 * hour);
    await later(line, 2 * day);
    expect(await warnings(line)).toEqual([]);
  });

  test('is made of an instance that needs to be connected again', async () => {
    const line = await newLine(10 * day);
    const record = await line.scene.instance(line.instanceId);
    const { deps, partnerId } = line.scene;
    await changeInstance(deps, partnerId, record, { status: 'reconnect_required' }, { notificationsOf: () => [] });
    await later(line, 1 * day);
    expect(await warnings(line)).toEqual([]);
  });
});
