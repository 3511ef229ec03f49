import { z } from 'zod';
import { openLink } from '../../../demo/end-customer.ts';
import { until, type WholeStack } from '../../harness/whole-stack.ts';
import { hour } from '../../../lambdas/kernel/time.ts';

const upserted = z.object({ customer: z.object({ customer_id: z.string() }) });
const made = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const listed = z.object({ total: z.number() });
const shown = z.object({ instance: z.object({ platform_phone_number_id: z.string() }) });

const customers = 30;
const messages = 120;

/** A second name of a customer, which is an event. */
const changeCustomer = async (whole: WholeStack): Promise<void> => {
  await whole.command('POST', 'upsert-partner-customer', { external_customer_id: 'C-1', customer_name: 'Padaria Um' });
  await until(
    async () => listed.parse((await whole.query('list-partner-webhook-events')).body).total,
    (total) => total > 0,
  );
};

/** Customers, an event, a connected line and its messages: what the pages show. */
export const setScene = async (whole: WholeStack): Promise<{ customerId: string; instanceId: string }> => {
  const ids: string[] = [];
  for (let count = 1; count <= customers; count += 1) {
    const { body } = await whole.command('POST', 'upsert-partner-customer', {
      external_customer_id: `C-${count}`,
      customer_name: `Padaria ${count}`,
    });
    ids.push(upserted.parse(body).customer.customer_id);
  }
  const [customerId = ''] = ids;
  await changeCustomer(whole);
  const { body } = await whole.command('POST', 'create-customer-instance', {
    customer_id: customerId,
    instance_key: 'line-1',
    instance_name: 'Front desk',
  });
  const { instance, session } = made.parse(body);
  await openLink(session.url);
  // The link may answer before the line is connected.
  const line = await until(
    async () => (await whole.query('get-partner-instance', { instance_id: instance.id })).body,
    (body) => shown.safeParse(body).success,
  );
  const { platform_phone_number_id: phone_number_id } = shown.parse(line).instance;
  const now = Date.now();
  await whole.command('POST', 'report-partner-message-statuses', {
    reports: Array.from({ length: messages }, (_, message) => ({
      phone_number_id,
      message_id: `wamid.${message}`,
      status: message % 10 === 5 ? 'failed' : 'delivered',
      occurred_at: new Date(now - (message % 22) * hour - 60_000).toISOString(),
      ...(message % 10 === 5 ? { error_code: 131_026, error_title: 'Message undeliverable' } : {}),
    })),
  });
  return { customerId, instanceId: instance.id };
};
