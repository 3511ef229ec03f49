import { z } from 'zod';
import { minute, second } from '../../../lambdas/kernel/time.ts';
import { numbers, urls, verifyToken } from '../ground.ts';
import { calling, type Actor } from './actor.ts';

const moveEndpoint = (to: 0 | 1): Actor['act'] =>
  calling('update-partner-webhook-endpoint', () => ({ webhook_url: urls[to], platform_verify_token: verifyToken }));

/** Long enough, for enough customers, that the endpoint is paused and probed. */
const outage: Actor['act'] = async (world, { customers }) => {
  await world.call('upsert-partner-customer', 'POST', { external_customer_id: 'C-6', customer_name: 'Sixth' });
  world.endpoints.setStatus(world.choices.of('the outage', [503, 500, null]));
  const selectors = [...customers.map((customer_id) => ({ customer_id })), { external_customer_id: 'C-6' }];
  for (let change = 0; change < 4; change += 1) {
    for (const selector of selectors)
      await world.call('update-partner-customer', 'PATCH', { ...selector, customer_name: `Renamed ${change}` });
    await world.scheduler.wait(15 * minute);
  }
  world.endpoints.setStatus(200);
  await world.call('update-partner-customer', 'PATCH', {
    customer_id: customers[0],
    customer_name: 'Quillfeather After',
  });
};

/** The endpoint says that it is gone, so that its events end undelivered; it is enabled again, and they are sent again. */
const disabled: Actor['act'] = async (world, ground) => {
  world.endpoints.setStatus(410);
  world.wasDisabled = true;
  for (const [index, customer_id] of [...ground.customers, ground.customers[0]].entries()) {
    await world.call('update-partner-customer', 'PATCH', { customer_id, customer_name: `Renamed ${index}` });
    await world.scheduler.wait(30 * second);
  }
  await world.scheduler.wait(2 * minute);
  world.endpoints.setStatus(200);
  await moveEndpoint(0)(world, ground);
  await world.call('resend-partner-webhook-events', 'POST', { since: '2030-01-01' });
  await world.scheduler.wait(10 * minute);
};

/** The platform refuses a line's new callback, and accepts it when the migration is repeated. */
const refusedMigration: Actor['act'] = async (world, ground) => {
  await world.control({ fault: { method: 'POST', path: `/${numbers.plain}`, status: 403, times: 1 } });
  await moveEndpoint(1)(world, ground);
  await world.scheduler.wait(2 * minute);
  await world.call('retry-partner-webhook-migration', 'POST', {});
};

const resend: Actor['act'] = async (world) => {
  await world.scheduler.wait(minute);
  await world.call('resend-partner-webhook-events', 'POST', { since: '2030-01-01' });
};

const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

/** An event waits for its next attempt when the partner tries it, and then all when the endpoint is found valid. */
const retry: Actor['act'] = async (world, { customers: [customer_id] }) => {
  world.endpoints.setStatus(500);
  for (const customer_name of ['Waiting', 'Waiting longer']) {
    await world.call('update-partner-customer', 'PATCH', { customer_id, customer_name });
    await world.scheduler.wait(minute);
  }
  const { text } = await world.call('list-partner-webhook-events', 'GET', { customer_id, status: 'waiting' });
  const [last] = listed.safeParse(JSON.parse(text)).data?.items ?? [];
  if (last !== undefined) await world.call('resend-partner-webhook-events', 'POST', { event_id: last.id });
  await world.scheduler.wait(minute);
  world.endpoints.setStatus(200);
  const given = { webhook_url: urls[0], platform_verify_token: verifyToken };
  await world.call('validate-partner-webhook-endpoint', 'POST', given);
  await world.scheduler.wait(minute);
};

/** The service sends callbacks on for a while, and people write meanwhile. */
const relay: Actor['act'] = async (world) => {
  let messages = 0;
  const write = async (): Promise<void> => {
    // A deactivation may have deregistered the number: no person can write to it.
    if (world.platform.state.numbers.get(numbers.plain)?.registered !== true) return;
    const id = `wamid.sent-on.${world.scheduler.now}.${(messages += 1)}`;
    await world.control({ message: { phone_number_id: numbers.plain, id, type: 'text', text: { body: 'Hello' } } });
    await world.scheduler.wait(minute);
  };
  for (const mode of ['relay', 'direct', 'relay']) {
    await world.call('update-partner-platform-callbacks', 'PATCH', { mode });
    for (let message = 0; message < 3; message += 1) await write();
    world.endpoints.setStatus(503);
    await write();
    world.endpoints.setStatus(200);
    // Longer than a call of the migration is late.
    await world.scheduler.wait(15 * minute);
  }
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
  { name: 'has a disabled endpoint', act: disabled },
  { name: 'moves the endpoint against the platform', act: refusedMigration },
  { name: 'sends events again', act: resend },
  { name: 'tries events that wait', act: retry },
  { name: 'has callbacks sent on', act: relay },
  { name: 'subscribes to events', act: subscribe },
  { name: 'sends test events', act: testEvents },
  { name: 'rotates the secret', act: calling('rotate-partner-webhook-secret') },
  { name: 'changes the connect page', act: connectPage },
];
