import { minute, second } from '../../../lambdas/kernel/time.ts';
import { urls, verifyToken } from '../ground.ts';
import { calling, type Actor } from './actor.ts';

const moveEndpoint = (to: 0 | 1): Actor['act'] =>
  calling('update-partner-webhook-endpoint', () => ({ webhook_url: urls[to], platform_verify_token: verifyToken }));

const outage: Actor['act'] = async (world, { customers }) => {
  const status = world.choices.of('the outage', [503, 500, 410, null]);
  world.endpoints.setStatus(status);
  if (status === 410) world.wasDisabled = true;
  await world.call('update-partner-customer', 'PATCH', {
    customer_id: customers[0],
    customer_name: 'Quillfeather During',
  });
  await world.scheduler.wait(10 * minute);
  world.endpoints.setStatus(200);
  await world.call('update-partner-customer', 'PATCH', {
    customer_id: customers[0],
    customer_name: 'Quillfeather After',
  });
};

const resend: Actor['act'] = async (world) => {
  await world.scheduler.wait(minute);
  await world.call('resend-partner-webhook-events', 'POST', { since: '2030-01-01' });
};

const subscribe: Actor['act'] = async (world) => {
  const kinds = ['instance.connected', 'instance.deactivated', 'instance.updated', 'template.updated'];
  const event_types = kinds.map((kind) => `service.partner.${kind}`);
  await world.call('update-partner-webhook-event-types', 'PATCH', { event_types });
  await world.scheduler.wait(minute);
  await world.call('update-partner-webhook-event-types', 'PATCH', { event_types: event_types.slice(0, 1) });
};

const testEvents: Actor['act'] = async (world) => {
  for (const type of ['service.ping', 'service.partner.customer.merged']) {
    await world.call('send-partner-webhook-test-event', 'POST', { type });
    await world.scheduler.wait(second);
  }
};

const connectPage: Actor['act'] = calling(
  'update-partner-connect-page',
  () => ({ display_name: 'Acme', logo_url: 'https://partner.example/logo.png', color: '#1a73e8' }),
  'PATCH',
);

export const webhookActors: readonly Actor[] = [
  { name: 'moves the endpoint', act: moveEndpoint(1) },
  { name: 'moves the endpoint back', act: moveEndpoint(0) },
  { name: 'repeats the migration', act: calling('retry-partner-webhook-migration') },
  { name: 'has an outage', act: outage },
  { name: 'sends events again', act: resend },
  { name: 'subscribes to events', act: subscribe },
  { name: 'sends test events', act: testEvents },
  { name: 'rotates the secret', act: calling('rotate-partner-webhook-secret') },
  { name: 'changes the connect page', act: connectPage },
];
