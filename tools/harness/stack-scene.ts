import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import type { WholeStack } from './whole-stack.ts';

/** What a partner, its customers and the platform do on a whole stack. */

type Calls = Pick<WholeStack, 'command' | 'query'>;
export type Backend = Calls & Pick<WholeStack, 'stack'>;

const made = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const shown = z.object({
  instance: z.object({
    platform_phone_number_id: z.string(),
    platform_waba_id: z.string(),
    display_phone_number: z.string(),
  }),
});
const upserted = z.object({ customer: z.object({ customer_id: z.string() }) });
/** Instructs the simulated platform. */
export const control = async (whole: Pick<WholeStack, 'stack'>, instructions: object): Promise<void> => {
  const url = whole.stack.description.platform.control_url;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(instructions) });
  if (!response.ok) throw new Error(`the platform answered ${response.status}`);
};

export const addCustomer = async (whole: Calls, externalId: string, name: string): Promise<string> => {
  const { body } = await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: externalId,
    customer_name: name,
    customer_email: `${externalId.toLowerCase()}@example.com`,
    customer_phone: '+55 11 91234-5678',
  });
  return upserted.parse(body).customer.customer_id;
};

export const addLine = async (whole: Calls, customerId: string, key: string, label: string) => {
  const { body } = await whole.command('POST', 'create-customer-instance', {
    customer_id: customerId,
    instance_key: key,
    instance_name: label,
  });
  const { instance, session } = made.parse(body);
  return { id: instance.id, url: session.url };
};

/** Adds a line and connects it, as its customer does. */
export const addConnectedLine = async (whole: Calls, customerId: string, key: string, label: string) => {
  const { id, url } = await addLine(whole, customerId, key, label);
  await openLink(url);
  const { instance } = shown.parse((await whole.query('get-partner-instance', { instance_id: id })).body);
  return {
    id,
    phoneNumberId: instance.platform_phone_number_id,
    wabaId: instance.platform_waba_id,
    number: instance.display_phone_number,
  };
};
