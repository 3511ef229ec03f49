import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { riskOf } from '../../lambdas/domain/risk.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { newCaller } from './newcomers.ts';
import type { PlatformCaller } from './platform-caller.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const minute = 60_000;
const hour = 60 * minute;

const shown = z.looseObject({ status: z.string(), risk: z.looseObject({ level: z.string() }) });

const instanceOf = async ({ scene, instanceId }: PlatformCaller): Promise<z.infer<typeof shown>> =>
  shown.parse((await scene.query('get-partner-instance', { instance_id: instanceId })).body['instance']);

describe('a callback about a number', () => {
  test.each([
    ['number-flagged', { platform_status: 'FLAGGED', messaging_limit: 'TIER_10K', status: 'connected' }, 'watch'],
    ['number-unflagged', { platform_status: 'CONNECTED', messaging_limit: 'TIER_10K', status: 'connected' }, 'ok'],
    ['number-limit', { messaging_limit: 'TIER_100K', status: 'connected' }, 'ok'],
    ['number-throughput', { status: 'connected' }, 'ok'],
    ['number-name-approved', { verified_name: 'Lucky Shrub' }, 'ok'],
    ['number-name-rejected', {}, 'ok'],
    ['capability', { messaging_limit: 'TIER_2K' }, 'ok'],
    ['account-alert', {}, 'ok'],
  ])('%s changes the instance to %j, with the risk "%s"', async (name, expected, level) => {
    const caller = await newCaller(scenery);
    const before = await instanceOf(caller);
    await caller.say(name);
    const instance = await instanceOf(caller);
    expect(instance).toMatchObject({ ...expected, risk: { level } });
    const changed = Object.keys(instance).filter(
      (key) => JSON.stringify(instance[key]) !== JSON.stringify(before[key]),
    );
    const derived = ['risk', 'updated_at'];
    expect(changed.filter((key) => !derived.includes(key) && !(key in expected))).toEqual([]);
  });

  test('does not change other numbers of the business account', async () => {
    const caller = await newCaller(scenery);
    const other = await caller.scene.connectedInstance(caller.subject.wabaId);
    const before = await caller.scene.instance(other);
    await caller.say('number-flagged');
    expect(await caller.scene.instance(other)).toEqual(before);
  });

  test('about the business account changes all of its instances, of every partner', async () => {
    const caller = await newCaller(scenery);
    const neighbour = await newCaller(scenery);
    const theirs = await neighbour.scene.connectedInstance(caller.subject.wabaId);
    const other = await caller.scene.connectedInstance(caller.subject.wabaId);
    await caller.say('capability');
    const instances = [await caller.scene.instance(other), await neighbour.scene.instance(theirs)];
    expect(instances.map(({ instance }) => instance.messaging_limit)).toEqual(['TIER_2K', 'TIER_2K']);
    expect((await neighbour.scene.instance(neighbour.instanceId)).instance.messaging_limit).not.toBe('TIER_2K');
  });

  test('is valid until the next status check', async () => {
    const caller = await newCaller(scenery);
    await caller.say('number-flagged');
    expect(await instanceOf(caller)).toMatchObject({ risk: { level: 'watch', reasons: ['platform_status=FLAGGED'] } });
    scenery.clock.pass(6 * hour);
    await caller.scene.settle();
    expect(await instanceOf(caller)).toMatchObject({ platform_status: 'CONNECTED', risk: { level: 'ok' } });
    await caller.say('number-flagged', -1 * hour);
    expect(await instanceOf(caller)).toMatchObject({ platform_status: 'CONNECTED', risk: { level: 'ok' } });
  });
});

describe('a callback about a business account', () => {
  test.each([
    [
      'account-restricted',
      'degraded',
      'restricted',
      ['can_send_message=LIMITED', expect.stringMatching(/^restricted_until=2030-01-\d\dT/)],
    ],
    ['account-offboarded', 'connected', 'ok', []],
    ['account-restricted-otherwise', 'connected', 'ok', []],
    ['account-violation', 'connected', 'ok', []],
    ['account-to-be-disabled', 'connected', 'watch', ['platform_status=SCHEDULE_FOR_DISABLE']],
    ['account-disabled', 'degraded', 'blocked', ['platform_status=DISABLE']],
    ['partner-added', 'connected', 'ok', []],
  ])('%s leaves the instance %s, with the risk %s', async (name, status, level, reasons) => {
    const caller = await newCaller(scenery);
    await caller.say(name);
    expect(await instanceOf(caller)).toMatchObject({ status, risk: { level, reasons } });
  });

  test.each(['partner-removed', 'app-uninstalled', 'account-deleted'])(
    '%s makes the instance reconnect_required, once',
    async (name) => {
      const caller = await newCaller(scenery);
      await caller.say(name);
      await caller.say(name, 2_000);
      const instance = await instanceOf(caller);
      const error = { message: expect.stringContaining('no longer act') as unknown };
      expect(instance).toMatchObject({ status: 'reconnect_required', connection: { last_error: error } });
      expect(await caller.scene.notifications()).toEqual([
        expect.objectContaining({
          title: 'An instance needs to be connected again',
          entity: { type: 'instance', id: caller.instanceId },
        }),
      ]);
    },
  );

  test('about a loss before the connection or before the latest response of the platform is ignored as old', async () => {
    const caller = await newCaller(scenery);
    await caller.say('partner-removed', -5 * minute);
    expect(await caller.status()).toBe('connected');
    scenery.clock.pass(7 * hour);
    await caller.scene.settle();
    await caller.say('account-deleted', -10 * minute);
    expect(await caller.status()).toBe('connected');
    expect(await caller.scene.notifications()).toEqual([]);
    await caller.say('account-deleted', 1_000);
    expect(await caller.status()).toBe('reconnect_required');
  });

  test('about a reinstated account ends its ban, and begins a status check of its instances', async () => {
    const caller = await newCaller(scenery);
    await caller.say('account-disabled');
    expect(await instanceOf(caller)).toMatchObject({ status: 'degraded', risk: { level: 'blocked' } });
    await caller.say('account-reinstated', 2_000);
    expect(await instanceOf(caller)).toMatchObject({ status: 'connected', risk: { level: 'unknown' } });
    expect(await caller.scene.dueNow('refresh')).toHaveLength(1);
    scenery.clock.pass(3_000);
    await caller.scene.settle();
    expect(await instanceOf(caller)).toMatchObject({ status: 'connected', risk: { level: 'ok' } });
  });

  test.each(['account-alert', 'account-violation', 'account-restricted-otherwise'])(
    '%s begins a status check of its instances, which has the details',
    async (name) => {
      const caller = await newCaller(scenery);
      const { instance } = await caller.scene.instance(caller.instanceId);
      await scenery.control({ number: { id: instance.platform_phone_number_id, quality_rating: 'RED' } });
      await caller.say(name);
      await caller.scene.settle();
      expect(await instanceOf(caller)).toMatchObject({ quality_rating: 'RED', risk: { level: 'restricted' } });
    },
  );

  test('is acknowledged when no partner has an instance of it', async () => {
    const caller = await newCaller(scenery);
    const stranger = { ...caller.subject, wabaId: '1' };
    Object.assign(caller, { subject: stranger });
    expect(await caller.say('account-deleted')).toBe(200);
    expect(await caller.status()).toBe('connected');
  });
});

describe('members are notified', () => {
  test.each([
    ['number-flagged', 'The platform flagged a number', 'instance'],
    ['account-restricted', 'The platform restricted a business account', 'waba'],
    ['account-to-be-disabled', 'The platform restricted a business account', 'waba'],
    ['account-disabled', 'The platform restricted a business account', 'waba'],
  ])('of %s once, however many instances it concerns and however often it is repeated', async (name, title, type) => {
    const caller = await newCaller(scenery);
    await caller.scene.connectedInstance(caller.subject.wabaId);
    await caller.say(name);
    await caller.say(name);
    await caller.say(name, 2_000);
    const entity = expect.objectContaining({ type }) as unknown;
    expect(await caller.scene.notifications()).toEqual([
      expect.objectContaining({ category: 'platform_alerts', title, entity }),
    ]);
  });

  test('of a quality that became red, by a status check', async () => {
    const caller = await newCaller(scenery);
    const { instance } = await caller.scene.instance(caller.instanceId);
    await scenery.control({ number: { id: instance.platform_phone_number_id, quality_rating: 'RED' } });
    scenery.clock.pass(6 * hour);
    await caller.scene.settle();
    scenery.clock.pass(6 * hour);
    await caller.scene.settle();
    expect((await caller.scene.notifications()).map(({ title }) => title)).toEqual(["A number's quality turned red"]);
  });
});

describe('the risk of an instance', () => {
  test('is checked every 6 h', async () => {
    const caller = await newCaller(scenery);
    await scenery.control({ clear_calls: true });
    for (let time = 0; time < 4 * 24; time += 1) {
      scenery.clock.pass(15 * minute);
      await caller.scene.settle();
    }
    const { instance } = await caller.scene.instance(caller.instanceId);
    const { calls } = await scenery.state();
    const looks = calls.filter(
      ({ path, query }) =>
        path === `/${instance.platform_phone_number_id ?? ''}` && query['fields']?.includes('quality_rating') === true,
    );
    expect(looks.length).toBeGreaterThanOrEqual(4);
    expect(looks.length).toBeLessThanOrEqual(5);
    expect(riskOf(instance, scenery.clock.now()).level).toBe('ok');
  });

  test('is unknown after a day without a successful check', async () => {
    const caller = await newCaller(scenery);
    await scenery.control({ fault: { path: '/', status: 503 } });
    scenery.clock.pass(24 * hour);
    await caller.scene.settle();
    await scenery.control({ clear: true });
    expect(await instanceOf(caller)).toMatchObject({
      status: 'connected',
      risk: { level: 'unknown', reasons: ['stale'] },
    });
    await caller.say('number-flagged');
    expect(await instanceOf(caller)).toMatchObject({ risk: { level: 'watch' } });
  });
});
