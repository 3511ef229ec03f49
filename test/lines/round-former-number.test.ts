import { expect, test } from '@jest/globals';
import { hour, minute } from '../../lambdas/kernel/time.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from '../connect/suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const connected = async (choice: Record<string, string> = {}): Promise<Link> => {
  const link = await scene.newInstance();
  await scene.connect(link, choice);
  expect((await scene.instance(link)).instance.status).toBe('connected');
  return link;
};

/** A platform that is slow with the first number: meanwhile something else happens. */
const whileAsked = (number: string, change: () => Promise<unknown>): PlatformClient => {
  let changed: Promise<unknown> | undefined;
  return {
    call: async (request) => {
      const answer = await scene.deps.platform.call(request);
      if (request.path.includes(number)) {
        changed ??= change();
        await changed;
      }
      return answer;
    },
  };
};

test('a round writes no facts of a former number on a line that has another number now', async () => {
  const first = await connected();
  scenery.clock.pass(1_000);
  const waba = (await scene.instance(first)).instance.platform_waba_id ?? '';
  const second = await connected({ waba, coexistence: '1' });
  const before = (await scene.instance(second)).instance;
  expect(before.platform_waba_id).toBe(waba);
  const numberOfFirst = (await scene.instance(first)).instance.platform_phone_number_id ?? '';
  scenery.clock.pass(7 * hour);

  let between: unknown;
  const platform = whileAsked(numberOfFirst, async () => {
    // While the platform answers about the first line of the account, the partner ends the second and connects it anew, with another number.
    await scene.command('deactivate-partner-instance', { instance_id: second.instanceId });
    scenery.clock.pass(minute);
    const link = await scene.invite(second.instanceId, 'connect');
    await scene.connect(link);
    between = (await scene.instance(second)).instance;
    scenery.clock.pass(minute);
  });
  await runWork(
    {
      instanceWatch: (work) =>
        refreshInstances(
          { ...scene.deps, platform, reportIncident: () => undefined, region: null },
          work,
          scenery.clock.now() + 10 * minute,
        ),
    },
    keys.instanceWatch(scene.partnerId, waba),
  );
  const after = (await scene.instance(second)).instance;
  const shown = ({
    platform_phone_number_id,
    display_phone_number,
    verified_name,
    coexistence,
    status,
    callback,
  }: typeof after) => ({
    platform_phone_number_id,
    display_phone_number,
    verified_name,
    coexistence,
    status,
    callback: callback.state,
  });
  expect(shown(after)).toEqual(shown(between as typeof after));
});

test('a locked account of a former number does not block the line with its new number', async () => {
  const first = await connected();
  scenery.clock.pass(1_000);
  const waba = (await scene.instance(first)).instance.platform_waba_id ?? '';
  const second = await connected({ waba });
  const numberOfFirst = (await scene.instance(first)).instance.platform_phone_number_id ?? '';
  const former = (await scene.instance(second)).instance.platform_phone_number_id ?? '';
  scenery.clock.pass(7 * hour);
  const slow = whileAsked(numberOfFirst, async () => {
    await scene.command('deactivate-partner-instance', { instance_id: second.instanceId });
    scenery.clock.pass(minute);
    await scene.connect(await scene.invite(second.instanceId, 'connect'));
    scenery.clock.pass(minute);
  });
  const platform: PlatformClient = {
    call: (request) =>
      request.path.includes(former)
        ? Promise.reject(
            new PlatformError({ kind: 'account', code: 368, message: 'temporarily blocked for policies violations' }),
          )
        : slow.call(request),
  };
  await runWork(
    {
      instanceWatch: (work) =>
        refreshInstances(
          { ...scene.deps, platform, reportIncident: () => undefined, region: null },
          work,
          scenery.clock.now() + 10 * minute,
        ),
    },
    keys.instanceWatch(scene.partnerId, waba),
  );
  const after = (await scene.instance(second)).instance;
  expect(after).toMatchObject({ status: 'connected' });
});
