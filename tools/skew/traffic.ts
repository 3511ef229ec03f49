import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { Refusal, type Client } from './client.ts';

/** A customer with its accepted changes, in order. */
export interface OwnCustomer {
  readonly id: string;
  /** The accepted names. Each is used once and causes one event. */
  readonly names: string[];
  readonly instances: OwnInstance[];
}

interface OwnInstance {
  readonly id: string;
  isDown: boolean;
}

/** Everything that was accepted, for the check at the end. */
export interface Accepted {
  readonly customers: OwnCustomer[];
  /** Message ids of reports. */
  readonly reports: Set<string>;
  operations: number;
  /** Final refusals. The traffic causes none on purpose. */
  readonly refusals: string[];
}

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });
const instanceAnswer = z.object({
  instance: z.object({ id: z.string(), platform_phone_number_id: z.string().nullable() }),
  session: z.object({ url: z.string() }).nullish(),
});

/** Connects an instance as an end customer's browser does. @returns its number, for reports */
export const connectInstance = async (client: Client): Promise<string> => {
  const given = { external_customer_id: 'skew-reporter', customer_name: 'Reporter' };
  const { customer } = customerAnswer.parse(await client.command('POST', 'upsert-partner-customer', given));
  const made = instanceAnswer.parse(
    await client.command('POST', 'create-customer-instance', {
      partner_customer_id: customer.customer_id,
      instance_key: 'skew-reporter',
      success_url: 'https://partner.example/connected',
    }),
  );
  await openLink(made.session?.url ?? '');
  const shown = await client.query('get-partner-instance', { instance_id: made.instance.id });
  return instanceAnswer.parse(shown).instance.platform_phone_number_id ?? '';
};

const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(Math.random() * some.length)];

/** One of the concurrent callers. It has customers of its own, so that it knows the order of their changes. */
export const traffic = async (
  client: Client,
  accepted: Accepted,
  worker: number,
  number: string,
  goesOn: () => boolean,
): Promise<void> => {
  const own: OwnCustomer[] = [];

  const newCustomer = async (): Promise<void> => {
    const external_customer_id = `skew-${worker}-${own.length}`;
    const given = { external_customer_id, customer_name: external_customer_id };
    const { customer } = customerAnswer.parse(await client.command('POST', 'upsert-partner-customer', given));
    const made: OwnCustomer = { id: customer.customer_id, names: [], instances: [] };
    own.push(made);
    accepted.customers.push(made);
  };
  const rename = async (customer: OwnCustomer): Promise<void> => {
    const name = `${customer.id} ${customer.names.length + 1}`;
    await client.command('PATCH', 'update-partner-customer', { customer_id: customer.id, customer_name: name });
    customer.names.push(name);
  };
  const newInstance = async (customer: OwnCustomer): Promise<void> => {
    const instance_key = `${customer.id}-${customer.instances.length}`;
    const given = { partner_customer_id: customer.id, instance_key, create_connect_session: false };
    const { instance } = instanceAnswer.parse(await client.command('POST', 'create-customer-instance', given));
    customer.instances.push({ id: instance.id, isDown: false });
  };
  const deactivate = async (instance: OwnInstance): Promise<void> => {
    await client.command('POST', 'deactivate-partner-instance', { instance_id: instance.id });
    instance.isDown = true;
  };
  const report = async (): Promise<void> => {
    const message_id = `wamid.${worker}.${accepted.reports.size}.${Math.random()}`;
    await client.command('POST', 'report-partner-message-status', {
      phone_number_id: number,
      message_id,
      status: 'delivered',
    });
    accepted.reports.add(message_id);
  };
  const next = (): Promise<void> => {
    const customer = pick(own);
    const dice = Math.random();
    if (customer === undefined || dice < 0.1) return newCustomer();
    if (dice < 0.55) return rename(customer);
    if (dice < 0.7) return newInstance(customer);
    const existing = pick(customer.instances.filter(({ isDown }) => !isDown));
    if (dice < 0.78 && existing !== undefined) return deactivate(existing);
    return report();
  };
  while (goesOn()) {
    try {
      await next();
      accepted.operations += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      accepted.refusals.push(error.message);
    }
  }
};
