import { announceCustomerIndex, announceInstanceIndex } from '../../../lambdas/store/search/search-head.ts';
import { settle, workOn } from '../../processes/background.ts';
import { connectedInstance } from './lines.ts';
import { dueOf, movedEndpoint, undelivered } from './work.ts';
import type { Stage } from '../../processes/stage.ts';
import type { Names } from '../queries.ts';
import { call, idIn, operate } from './calls.ts';
import { minute } from '../../../lambdas/kernel/time.ts';

/** A resend that is over, an endpoint that was moved, and notifications, one of them read. */
export const settledEvents = async (stage: Stage): Promise<void> => {
  const { surroundings, partner, member } = stage;
  await undelivered(stage);
  await call(stage, 'POST', 'resend-partner-webhook-events', { since: '2030-01-01' });
  await settle(surroundings);
  await movedEndpoint(stage);
  await settle(surroundings);
  await operate(stage, 'partners slot-limit', { partner_id: partner.partnerId, slot_limit: 10 });
  await connectedInstance(stage, await stage.newCustomer('C-200'));
  await settle(surroundings);
  const [first] = (await call(stage, 'GET', 'list-partner-notifications', {}, member)).items ?? [];
  await call(stage, 'POST', 'mark-partner-notification-read', { notification_id: idIn(first?.id) }, member);
  await call(stage, 'POST', 'mark-all-partner-notifications-read', {}, member);
  await operate(stage, 'partners slot-limit', { partner_id: partner.partnerId, slot_limit: 50 });
};

/** Search indexes that are built, and changes since. */
export const indexed = async (
  stage: Stage,
  { changed, instance }: Pick<Names, 'changed' | 'instance'>,
): Promise<void> => {
  const { table, clock } = stage.surroundings;
  const { partnerId } = stage.partner;
  await announceCustomerIndex(table, partnerId, clock.now());
  await announceInstanceIndex(table, partnerId, clock.now());
  clock.pass(3 * minute);
  await settle(stage.surroundings);
  const name = { customer_id: changed, changes: { customer_name: 'Anna Neu' } };
  await call(stage, 'PATCH', 'update-partner-customer', name);
  const label = { instance_id: instance, instance_name: 'Line of the new shop' };
  await call(stage, 'PATCH', 'update-partner-instance-label', label);
  await settle(stage.surroundings);
};

const eventOf = async (stage: Stage, status: string, customer_id?: string): Promise<string> => {
  const given = { status, ...(customer_id !== undefined && { customer_id }) };
  const [first] = (await call(stage, 'GET', 'list-partner-webhook-events', given)).items ?? [];
  return idIn(first?.id);
};

/** An attempt that the endpoint refused, and that is repeated later. */
const failedAttempt = async (stage: Stage, customer_id: string): Promise<void> => {
  const { clock, endpointStatus } = stage.surroundings;
  await call(stage, 'PATCH', 'update-partner-customer', { customer_id, changes: { customer_name: 'Anna Zero' } });
  endpointStatus.status = 503;
  await workOn(stage.sound(), clock.now(), 'event', await dueOf(stage, 'event'));
  endpointStatus.status = 200;
};

type WaitingNames = Pick<
  Names,
  | 'waiting_import'
  | 'awaiting_instance'
  | 'resend'
  | 'migration'
  | 'delivered_event'
  | 'waiting_event'
  | 'undelivered_event'
>;

/** Work of each kind that begins, and is not done. */
export const waitingWork = async (
  stage: Stage,
  { customer, changed, erasing, waba }: Pick<Names, 'customer' | 'changed' | 'erasing' | 'waba'>,
  journal: () => Promise<void>,
): Promise<WaitingNames> => {
  // A sync may be forced once a minute.
  stage.surroundings.clock.pass(2 * minute);
  const undelivered_event = await eventOf(stage, 'undelivered');
  const delivered_event = await eventOf(stage, 'delivered');
  const again = await call(stage, 'POST', 'resend-partner-webhook-events', { since: '2030-01-15' });
  const endpoint = { webhook_url: stage.surroundings.scenery.receiver.receiverUrl(1), platform_verify_token: 'token' };
  const moved = await call(stage, 'POST', 'update-partner-webhook-endpoint', endpoint);
  for (const customer_name of ['Anna First', 'Anna Second']) {
    await call(stage, 'PATCH', 'update-partner-customer', { customer_id: changed, changes: { customer_name } });
  }
  await failedAttempt(stage, changed);
  const rows = [
    { external_customer_id: 'C-100', customer_name: 'Café Müller of an import' },
    { external_customer_id: 'C-300', customer_name: 'Of an import' },
    { external_customer_id: 'C-301', customer_email: 'nobody' },
  ];
  const begun = await call(stage, 'POST', 'import-partner-customers', { customers: rows });
  await call(stage, 'POST', 'send-partner-webhook-test-event', { type: 'service.ping' });
  await call(stage, 'POST', 'refresh-partner-platform-templates', { waba_id: waba, force: true });
  const made = await call(stage, 'POST', 'create-customer-instance', {
    partner_customer_id: customer,
    instance_key: 'line-with-a-link',
    success_url: 'https://partner.example/connected',
  });
  await operate(stage, 'customers erase', { partner_id: stage.partner.partnerId, customer_id: erasing });
  await journal();
  return {
    undelivered_event,
    delivered_event,
    waiting_event: await eventOf(stage, 'waiting', changed),
    resend: idIn(again.resend?.id),
    migration: idIn(moved.migration?.id),
    waiting_import: idIn(begun.import?.id),
    awaiting_instance: idIn(made.instance?.id),
  };
};
