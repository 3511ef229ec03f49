import { openLink } from '../../demo/end-customer.ts';
import { statusCallback } from '../events/relayed/status-callback.ts';
import { operate } from '../first-day/operator-steps.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import type { OutsideScene } from './outside-scene.ts';
import { newCustomer, newInstance, usedBy } from './scene-steps.ts';

/** An event of an endpoint that is gone and that a valid update enables again. */
const leftUndelivered = async (scene: OutsideScene, name: string): Promise<void> => {
  const customer_id = await newCustomer(scene, name);
  await scene.receiver({ status: 410, times: 1, method: 'POST' });
  await scene.call('update-partner-customer', { customer_id, changes: { customer_name: 'Gone' } });
  await until(
    () => operate(`events list ${scene.partner.partnerId}`, scene.bare.stateFile),
    (listed) => listed.includes(customer_id),
  );
  const { endpoint } = await scene.call('get-partner-webhook-endpoint', {});
  await scene.call('update-partner-webhook-endpoint', {
    webhook_url: endpoint?.url ?? '',
    platform_verify_token: null,
  });
};

/** A test event disables the endpoint, and ends undelivered while the endpoint is unchanged. */
export const goneTestEvent = async (scene: OutsideScene): Promise<void> => {
  // The answer is for the test event, and not for an event of an earlier scene.
  await Promise.all([...scene.bare.stack.mappings.values()].map((mapping) => mapping.idle()));
  await scene.receiver({ status: 410, times: 1, method: 'POST' });
  await scene.call('send-partner-webhook-test-event', { type: 'service.ping' });
  await usedBy(scene, 'OutboxKeeper', 'dynamodb:ConditionCheckItem', 'Table');
  const { endpoint } = await scene.call('get-partner-webhook-endpoint', {});
  await scene.call('update-partner-webhook-endpoint', {
    webhook_url: endpoint?.url ?? '',
    platform_verify_token: null,
  });
};

/** An endpoint that is gone keeps its events; the partner sends them again, and so does the operator. */
export const goneEndpoint = async (scene: OutsideScene): Promise<void> => {
  await leftUndelivered(scene, 'gone');
  await scene.call('resend-partner-webhook-events', { since: '2020-01-01' });
  await until(
    () => scene.call('get-partner-webhook-resend', {}),
    ({ resend }) => resend.status === 'completed',
  );
  await leftUndelivered(scene, 'gone again');
  await operate(`events resend ${scene.partner.partnerId} --since 2020-01-01T00:00:00Z`, scene.bare.stateFile);
};

/** The partner tries an event of the paused endpoint at once, so that a resend probes it. */
const retry = async (scene: OutsideScene): Promise<void> => {
  const { items } = await until(
    () => scene.call('list-partner-webhook-events', { status: 'waiting' }),
    (listed) => listed.items.length > 0,
  );
  const { resend } = await scene.call('resend-partner-webhook-events', { event_id: items[0]?.id ?? '' });
  await until(
    () => scene.call('get-partner-webhook-resend', { resend_id: resend.id }),
    ({ resend: { status } }) => status !== 'running',
  );
};

/** Fails the endpoint until it is paused. */
const pause = async (scene: OutsideScene): Promise<void> => {
  const { stateFile } = scene.bare;
  // A customer's events are sent one after another, so the ten failures that pause an endpoint come from twelve customers.
  const customers: string[] = [];
  for (let number = 0; number < 12; number += 1) customers.push(await newCustomer(scene, `paused ${number}`));
  await scene.receiver({ status: 500, method: 'POST' });
  let round = 0;
  await until(
    async () => {
      round += 1;
      const changes = { customer_name: `Paused ${round}` };
      for (const customer_id of customers) await scene.call('update-partner-customer', { customer_id, changes });
      return operate(`events list ${scene.partner.partnerId} --parked`, stateFile);
    },
    (listed) => customers.some((customer_id) => listed.includes(customer_id)),
  );
};

/** An endpoint that takes longer than a second: its next events go to the queue for slow endpoints. */
export const slowEndpoint = async (scene: OutsideScene): Promise<void> => {
  const customer_id = await newCustomer(scene, 'slow');
  await scene.receiver({ delay_ms: 1_500, method: 'POST' });
  let round = 0;
  await until(
    async () => {
      round += 1;
      await scene.call('update-partner-customer', { customer_id, changes: { customer_name: `Slow ${round}` } });
      return scene.bare.stack.grantUses();
    },
    (uses) => uses.some((use) => use.action === 'sqs:DeleteMessage' && use.resource === 'SlowQueue'),
  );
  await scene.receiver({ clear: true });
};

/** Sends a callback on that the endpoint refuses, so that it is stored. */
const storeCallback = async (scene: OutsideScene, phone_number_id: string): Promise<void> => {
  const listed = () => scene.call('list-partner-webhook-events', { type: 'service.platform.callback' });
  const { total } = await listed();
  await scene.platform({ message: { phone_number_id, type: 'text', text: { body: 'Hello' } } });
  await until(listed, (after) => after.total > total);
};

/**
 * Callbacks of a line that are sent on. One that the endpoint refuses is an event until it is delivered; another one has a status. While
 * the endpoint is paused, the keeper of the outbox probes it, and sends what waited.
 */
export const relayedCallbacks = async (scene: OutsideScene): Promise<void> => {
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'relayed'), 'relayed');
  await openLink(link);
  const { instance } = await scene.call('get-partner-instance', { instance_id });
  const phone_number_id = instance.platform_phone_number_id ?? '';
  const switchTo = async (mode: 'direct' | 'relay'): Promise<void> => {
    await scene.call('update-partner-platform-callbacks', { mode });
    await until(
      () => scene.call('get-partner-platform-callbacks', {}),
      // Lines of earlier scenes can't be moved.
      ({ platform_callbacks: { migration } }) => migration?.status !== 'running',
    );
  };
  await switchTo('relay');
  // Failures of earlier scenes' events would pause the endpoint.
  await until(
    () => scene.call('get-partner-webhook-endpoint', {}),
    ({ endpoint }) => endpoint?.health === 'healthy' && endpoint.waiting === 0,
  );
  await scene.receiver({ status: 503, method: 'POST' });
  await storeCallback(scene, phone_number_id);
  await scene.receiver({ clear: true });
  await usedBy(scene, 'WebhookDelivery', 'dynamodb:DeleteItem', 'Table');
  await scene.platform({ callback: statusCallback(instance.platform_waba_id ?? '', phone_number_id, 'wamid.relayed') });
  await usedBy(scene, 'CallbackRelay', 'dynamodb:UpdateItem', 'Table');
  await pause(scene);
  await storeCallback(scene, phone_number_id);
  await retry(scene);
  await scene.receiver({ clear: true });
  // Only an event that the keeper sends makes it read the customer's entries of the table.
  await usedBy(scene, 'OutboxKeeper', 'dynamodb:Query', 'Table');
  await usedBy(scene, 'OutboxKeeper', 'dynamodb:DeleteItem', 'Table');
  await switchTo('direct');
};
