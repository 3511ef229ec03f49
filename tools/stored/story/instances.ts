import { settle } from '../../processes/background.ts';
import { choice, connectedInstance, newInstance, populatedWaba, sceneOf, templates } from './lines.ts';
import { bodyAbout, takenIn } from './work.ts';
import type { Stage } from '../../processes/stage.ts';
import type { Names } from '../queries.ts';
import { call, idIn } from './calls.ts';

type InstanceNames = Pick<
  Names,
  | 'instance'
  | 'instance_key'
  | 'moved'
  | 'inactive_instance'
  | 'waba'
  | 'template'
  | 'template_name'
  | 'template_instance'
  | 'sync'
>;

/** Instances in every status, links that were used, cancelled and left, and a business account with templates. */
export const instancesOf = async (
  stage: Stage,
  { customer, target }: Pick<Names, 'customer' | 'target'>,
): Promise<InstanceNames> => {
  const { surroundings, scene } = stage;
  const instance_key = 'line-of-the-shop';
  const instance = await connectedInstance(stage, customer, '2001', instance_key);
  await call(stage, 'PATCH', 'update-partner-instance-label', {
    instance_id: instance,
    instance_name: 'Line of the shop',
  });
  const moved = await connectedInstance(stage, customer);
  const move = { instance_id: moved, target_customer_id: target };
  await call(stage, 'POST', 'move-partner-instance-to-customer', move);
  const inactive = await connectedInstance(stage, customer);
  await call(stage, 'POST', 'deactivate-partner-instance', { instance_id: inactive, reason: 'Closed' });
  await newInstance(stage, customer, 'line-without-a-link');

  const connecting = await sceneOf(stage);
  await connecting.connect(await connecting.newInstance(), choice);
  const cancelled = await connecting.newInstance();
  await connecting.press(cancelled, 'cancel');
  await connecting.open(await connecting.newInstance());

  const { wabaId: waba, instanceId: template_instance } = await populatedWaba(stage);
  // Otherwise either a migration or a refresh is the first to subscribe, in any order.
  const account = surroundings.simulator.wabas.get(waba);
  if (account !== undefined) account.subscribed = true;
  await scene.pass(waba);
  const refresh = { waba_id: waba, force: true };
  const sync = idIn((await call(stage, 'POST', 'refresh-partner-platform-templates', refresh)).sync?.id);
  await settle(surroundings);
  const body = await bodyAbout(stage, 'number-flagged', { wabaId: waba, instanceId: template_instance });
  await takenIn(stage, body);
  await settle(surroundings);
  const { platform_phone_number_id: id } = (await scene.instance(template_instance)).instance;
  await surroundings.scenery.control({ number: { id, quality_rating: 'RED' } });
  const page = { display_name: 'Acme', logo_url: 'https://partner.example/logo.png', color: '#1a73e8' };
  await call(stage, 'PATCH', 'update-partner-connect-page', page);
  const [{ id: template, name: template_name }] = templates;
  return {
    instance,
    instance_key,
    moved,
    inactive_instance: inactive,
    waba,
    template,
    template_name,
    template_instance,
    sync,
  };
};
