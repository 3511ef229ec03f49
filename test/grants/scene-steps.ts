import { until } from '../../tools/harness/whole-stack.ts';
import type { OutsideScene } from './outside-scene.ts';

export const newCustomer = async ({ call }: OutsideScene, id: string): Promise<string> => {
  const { customer } = await call('upsert-partner-customer', { external_customer_id: id, customer_name: id });
  return customer.customer_id;
};

export const newInstance = async ({ call }: OutsideScene, customer_id: string, instance_key: string) => {
  const { instance, session } = await call('create-customer-instance', { customer_id, instance_key });
  return { instance_id: instance.id, link: session?.url ?? '' };
};

export const statusOf = async ({ call }: OutsideScene, instance_id: string): Promise<string> =>
  (await call('get-partner-instance', { instance_id })).instance.status;

/** Waits until a function has made a call. */
export const usedBy = ({ bare }: OutsideScene, name: string, action: string, resource: string): Promise<unknown> =>
  until(
    () => Promise.resolve(bare.stack.grantUses()),
    (uses) => uses.some((use) => use.function === name && use.action === action && use.resource === resource),
  );

export const tell = (
  { platform }: OutsideScene,
  wabaId: string | null,
  field: string,
  value: object,
): Promise<unknown> => {
  const entry = [{ id: wabaId, time: Math.floor(Date.now() / 1000), changes: [{ field, value }] }];
  return platform({ callback: { object: 'whatsapp_business_account', entry } });
};
