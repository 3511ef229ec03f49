import { expect, test } from '@jest/globals';
import { day, hour, minute } from '../../lambdas/kernel/time.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { forgetPin } from '../../lambdas/store/instances/instance-pins.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { reportApprovedName } from '../connect/report-approved-name.ts';
import { withScenes } from '../connect/suite-scene.ts';

let scene: Scene;
let scenery: Scenery;
withScenes((...started) => {
  [scene, scenery] = started;
});

const connected = async (): Promise<Link> => {
  const link = await scene.newInstance();
  await scene.connect(link);
  await scenery.control({ clear_calls: true });
  scenery.clock.pass(hour);
  return link;
};

const approve = async (link: Link): Promise<void> => reportApprovedName(scene, (await scene.instance(link)).instance);

const round = async (link: Link): Promise<void> => {
  scenery.clock.pass(7 * hour);
  const { instance } = await scene.instance(link);
  const deps = { ...scene.deps, reportIncident: () => undefined, region: 'DE' };
  const until = scenery.clock.now() + minute;
  await runWork(
    { instanceWatch: (work) => refreshInstances(deps, work, until) },
    keys.instanceWatch(scene.partnerId, instance.platform_waba_id ?? ''),
  );
};

const registrations = async (): Promise<number> =>
  (await scenery.state()).calls.filter(({ path }) => path.endsWith('/register')).length;
const awaited = async (link: Link): Promise<string | null> => (await scene.instance(link)).instance.name_approved_at;

test('the number of a connected line is registered once under a name that the platform approves', async () => {
  const link = await connected();
  await approve(link);
  await round(link);
  expect(await registrations()).toBe(1);
  expect(await awaited(link)).toBeNull();
  await round(link);
  expect(await registrations()).toBe(1);
});

test('a name that is approved in the second of the connection is registered too: callbacks give whole seconds', async () => {
  scenery.clock.pass(1_400 - (scenery.clock.now() % 1_000));
  const link = await scene.newInstance();
  await scene.connect(link);
  await approve(link);
  expect(await awaited(link)).not.toBeNull();
});

test('a registration that fails for the moment is tried again for 14 days', async () => {
  const link = await connected();
  const path = `/${(await scene.instance(link)).instance.platform_phone_number_id ?? ''}/register`;
  await scenery.control({ fault: { path, status: 500, times: 1 } });
  await approve(link);
  await round(link);
  expect(await awaited(link)).not.toBeNull();
  await round(link);
  expect(await awaited(link)).toBeNull();
  await approve(link);
  await scenery.control({ fault: { path, status: 500 } });
  await round(link);
  scenery.clock.pass(14 * day);
  await round(link);
  expect(await awaited(link)).toBeNull();
});

test('without the PIN, the partner is asked to connect the number again, which registers it', async () => {
  const link = await connected();
  await forgetPin(scene.deps.table, scene.partnerId, link.instanceId, scenery.clock.now(), scenery.clock.now());
  await approve(link);
  await round(link);
  expect(await registrations()).toBe(0);
  const notices = await queryAll(scene.deps.table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.notification(scene.partnerId, '').pk },
  });
  const title = 'An approved display name could not be registered';
  expect(notices).toContainEqual(expect.objectContaining({ title }));
  const { instance } = await scene.instance(link);
  const again = await scene.invite(link.instanceId, 'reconnect');
  await scene.connect(again, { number: instance.platform_phone_number_id ?? '' });
  expect(await registrations()).toBe(1);
  expect(await awaited(link)).toBeNull();
});
