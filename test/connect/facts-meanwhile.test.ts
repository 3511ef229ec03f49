import { expect, test } from '@jest/globals';
import { takeIn } from '../../lambdas/callbacks/take-in.ts';
import { withoutEnd } from '../../lambdas/domain/instance-facts.ts';
import type { Instance } from '../../lambdas/domain/instance.ts';
import { day, isoOf, minute } from '../../lambdas/kernel/time.ts';
import { changeInstance } from '../../lambdas/lines/change-instance.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { app } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

interface Reported {
  readonly field: 'account_update' | 'phone_number_quality_update';
  readonly value: Readonly<Record<string, unknown>>;
}

/** Completes a connection, whose commit comes 4 s after the platform's last answer. A callback is taken in 2 s after it. */
const connectMeanwhile = async (link: Link, reportedOf: (instance: Instance) => Reported): Promise<void> => {
  const code = await scene.signUp(link);
  const number = (await scenery.state()).numbers.at(-1)?.id ?? '';
  let isReported = false;
  const platform: PlatformClient = {
    call: async (request) => {
      const answer = await scene.deps.platform.call(request);
      const { progress } = await scene.session(link);
      const isLast = request.method === 'GET' && progress?.step === 'callback_set' && request.path === `/${number}`;
      if (isReported || !isLast) return answer;
      isReported = true;
      const { instance } = await scene.instance(link);
      scenery.clock.pass(2_000);
      await takeIn({ ...scene.deps, appId: app.id, log: logger(() => undefined, {}) }, [
        {
          ...reportedOf(instance),
          entryId: instance.platform_waba_id ?? '',
          time: Math.floor(scenery.clock.now() / 1000),
        },
      ]);
      scenery.clock.pass(2_000);
      return answer;
    },
  };
  await scene.comeBack(link, code, { ...scene.deps, platform });
  expect(isReported).toBe(true);
};

test('a fact that a callback reports while a connection is completed is not undone by the answer before it', async () => {
  const link = await scene.newInstance();
  await connectMeanwhile(link, ({ display_phone_number: number }) => ({
    field: 'phone_number_quality_update',
    value: {
      display_phone_number: (number ?? '').replaceAll(/\D/g, ''),
      event: 'FLAGGED',
      current_limit: 'TIER_50',
    },
  }));
  const { instance } = await scene.instance(link);
  expect(instance).toMatchObject({ platform_status: 'FLAGGED', messaging_limit: 'TIER_50' });
});

test('a loss that a callback reports while a connection is completed has the platform asked again', async () => {
  const link = await scene.newInstance();
  await connectMeanwhile(link, () => ({ field: 'account_update', value: { event: 'ACCOUNT_DELETED' } }));
  const { instance } = await scene.instance(link);
  expect(instance).toMatchObject({ status: 'connecting', access: { taken: true } });
  expect((await scene.session(link)).session.status).toBe('in_progress');
});

const ban = (state: string): Reported => ({
  field: 'account_update',
  value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: state } },
});

test('a ban of an account that has no line yet is of the line that is connected then, and of later ones', async () => {
  const link = await scene.newInstance();
  await connectMeanwhile(link, () => ban('DISABLE'));
  const { instance } = await scene.instance(link);
  expect(instance).toMatchObject({ status: 'degraded', platform_status: 'DISABLE' });
  await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
  scenery.clock.pass(minute);
  const next = await scene.newInstance();
  await scene.connect(next, { number: instance.platform_phone_number_id ?? '' });
  expect((await scene.instance(next)).instance).toMatchObject({ status: 'degraded', platform_status: 'DISABLE' });
});

test('a restriction without an end is of the line that is connected then', async () => {
  const link = await scene.newInstance();
  const restriction = { restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }] };
  await connectMeanwhile(link, () => ({
    field: 'account_update',
    value: { event: 'ACCOUNT_RESTRICTION', ...restriction },
  }));
  const { instance } = await scene.instance(link);
  expect(instance).toMatchObject({ status: 'degraded', restricted_until: withoutEnd });
});

test.each(['the same number', 'another number'])(
  'a restriction of a line that is connected again with %s',
  async (which) => {
    const link = await scene.newInstance();
    await scene.connect(link);
    const record = await scene.instance(link);
    const number = record.instance.platform_phone_number_id ?? '';
    const restricted_until = isoOf(scenery.clock.now() + day);
    await changeInstance(scene.deps, scene.partnerId, record, { restricted_until });
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    scenery.clock.pass(minute);
    const isSame = which === 'the same number';
    await scene.connect(await scene.invite(link.instanceId, 'connect'), isSame ? { number } : {});
    expect((await scene.instance(link)).instance).toMatchObject(
      isSame
        ? { status: 'degraded', platform_phone_number_id: number, restricted_until }
        : { status: 'connected', restricted_until: null },
    );
  },
);
