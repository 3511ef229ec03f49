import { z } from 'zod';
import { addConnectedLine, addCustomer } from '../../tools/harness/stack-scene.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { hour } from '../../lambdas/kernel/time.ts';

const listed = z.object({ total: z.number() });

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
    ids.push(await addCustomer(whole, `C-${count}`, `Padaria ${count}`));
  }
  const [customerId = ''] = ids;
  await changeCustomer(whole);
  const line = await addConnectedLine(whole, customerId, 'line-1', 'Front desk');
  const now = Date.now();
  await whole.command('POST', 'report-partner-message-statuses', {
    reports: Array.from({ length: messages }, (_, message) => ({
      phone_number_id: line.phoneNumberId,
      message_id: `wamid.${message}`,
      status: message % 10 === 5 ? 'failed' : 'delivered',
      occurred_at: new Date(now - (message % 22) * hour - 60_000).toISOString(),
      ...(message % 10 === 5 ? { error_code: 131_026, error_title: 'Message undeliverable' } : {}),
    })),
  });
  return { customerId, instanceId: line.id };
};
