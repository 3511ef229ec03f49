import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { startWholeStack, until, type WholeStack } from '../../tools/harness/whole-stack.ts';

let whole: WholeStack;

beforeAll(async () => {
  whole = await startWholeStack();
});
afterAll(() => whole.stack.stop());

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });
const instanceAnswer = z.object({
  instance: z.object({ id: z.string(), status: z.string(), platform_phone_number_id: z.string().nullable() }),
  session: z.object({ url: z.string() }).optional(),
});
const simulated = z.object({
  numbers: z.array(
    z.object({ id: z.string(), webhook_configuration: z.object({ phone_number: z.string().optional() }).optional() }),
  ),
});
const jobAnswer = z.object({
  customer: z.object({ lifecycle: z.object({ status: z.string(), completed: z.number() }).nullable() }),
});

const newCustomer = async (externalId: string): Promise<string> => {
  const { body } = await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: externalId,
    customer_name: 'Acme',
  });
  return customerAnswer.parse(body).customer.customer_id;
};

/** What an end customer's browser does: opens the link, signs in at the platform, comes back. */
const connect = async (customerId: string, key: string): Promise<{ id: string; number: string }> => {
  const made = await whole.command('POST', 'create-customer-instance', {
    partner_customer_id: customerId,
    instance_key: key,
    success_url: 'https://partner.example/connected',
  });
  const { instance, session } = instanceAnswer.parse(made.body);
  expect(await openLink(session?.url ?? '')).toContain('https://partner.example/connected');
  const shown = instanceAnswer.parse((await whole.query('get-partner-instance', { instance_id: instance.id })).body);
  expect(shown.instance.status).toBe('connected');
  return { id: instance.id, number: shown.instance.platform_phone_number_id ?? '' };
};

const callbackOf = async (number: string): Promise<string> => {
  const { numbers } = simulated.parse(await (await fetch(whole.stack.description.platform.control_url)).json());
  return numbers.find(({ id }) => id === number)?.webhook_configuration?.phone_number ?? '';
};

test("an instance is connected by the end customer, and its callback is the partner's endpoint", async () => {
  const customer = await newCustomer('connected');
  const { number } = await connect(customer, 'first');
  expect(await callbackOf(number)).toBe(whole.partner.receiver_url);
});

test('a new endpoint gets the callbacks of connected instances', async () => {
  const customer = await newCustomer('migrated');
  const { number } = await connect(customer, 'migrating');
  const url = `${whole.partner.receiver_url}?new=1`;
  const updated = await whole.command('POST', 'update-partner-webhook-endpoint', {
    webhook_url: url,
    platform_verify_token: whole.partner.verify_token,
  });
  expect(updated.status).toBe(202);
  const done = z.object({ migration: z.object({ status: z.string(), failed: z.number() }) });
  const { body } = await until(
    () => whole.query('get-partner-webhook-migration'),
    (reply) => done.parse(reply.body).migration.status !== 'running',
  );
  expect(done.parse(body).migration).toMatchObject({ status: 'completed', failed: 0 });
  expect(await callbackOf(number)).toBe(url);
});

test('a removal that fails keeps the slot; a later success releases it', async () => {
  const customer = await newCustomer('removed');
  const { id, number } = await connect(customer, 'removing');
  const control = whole.stack.description.platform.control_url;
  const fault = { method: 'POST', path: `/${number}`, status: 500, body: {}, times: 20 };
  await fetch(control, { method: 'POST', body: JSON.stringify({ fault }) });
  const failed = await whole.command('POST', 'deactivate-partner-instance', { instance_id: id });
  expect([failed.status, failed.body]).toEqual([
    409,
    { error: expect.objectContaining({ code: 'remote_removal_failed' }) as unknown },
  ]);
  await fetch(control, { method: 'POST', body: JSON.stringify({ clear: true }) });
  const done = await whole.command('POST', 'deactivate-partner-instance', { instance_id: id });
  expect(done.status).toBe(200);
  expect(await callbackOf(number)).toBe('');
});

test('a customer with more instances than one call deactivates is deactivated in the background', async () => {
  const customer = await newCustomer('background');
  for (let batch = 0; batch < 12; batch += 1) {
    await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        whole.command('POST', 'create-customer-instance', {
          partner_customer_id: customer,
          instance_key: `background-${batch}-${index}`,
          create_connect_session: false,
        }),
      ),
    );
  }
  const begun = await whole.command('POST', 'deactivate-partner-customer', { partner_customer_id: customer });
  expect([200, 202]).toContain(begun.status);
  const { body } = await until(
    () => whole.query('get-partner-customer', { customer_id: customer }),
    (reply) => jobAnswer.parse(reply.body).customer.lifecycle?.status === 'completed',
  );
  expect(jobAnswer.parse(body).customer.lifecycle?.completed).toBe(300);
});
