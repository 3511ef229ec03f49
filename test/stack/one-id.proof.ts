import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { openStage } from '../../operator/open-stage.ts';
import { follow } from '../../operator/trace/follow.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';

let whole: DescribedStack;

beforeAll(async () => {
  whole = await startDescribedStack({ fastRetries: true });
});
afterAll(() => whole.stop());

const line = z.looseObject({
  level: z.enum(['INFO', 'WARN', 'ERROR']),
  timestamp: z.iso.datetime(),
  message: z.string(),
  request_id: z.string().optional(),
  event_id: z.string().optional(),
  attempts_delivered: z.number().optional(),
  function_request_id: z.string(),
});

/** The log lines of all functions with one id, in its order. */
const storyOf = (requestId: string) =>
  whole.stack.functionLog.lines
    .filter(({ text }) => text.startsWith('{') && text.includes(requestId))
    .map(({ functionName, requestId: invocation, text }) => ({
      functionName,
      invocation,
      ...line.parse(JSON.parse(text)),
    }));

/** A call that succeeds, with the id of its answer. */
const call = async (method: string, route: string, given: Readonly<Record<string, string>>) => {
  const { api_url: url, apikey } = whole.stack.description;
  const response = await fetch(url, {
    method,
    headers: { apikey, authorization: `Bearer ${whole.partner.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ route, ...given }),
  });
  expect(response.ok).toBe(true);
  return { requestId: response.headers.get('x-request-id') ?? '', body: await response.json() };
};

/** What the operator finds by an id: the functions whose lines have it, by what they say. */
const workOf = (requestId: string) => storyOf(requestId).filter(({ request_id: of }) => of === requestId);

const invited = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const moved = z.object({ migration: z.object({ status: z.string() }) });
const audited = z.object({ entries: z.array(z.object({ id: z.string(), action: z.string() })) });
const erasing = z.object({ status: z.string() });

const created = z.object({ customer: z.object({ customer_id: z.string() }) });
const history = z.object({ items: z.array(z.object({ request_id: z.string(), event: z.string() })) });

test('one request id finds the log lines of a call, the failed attempts of its event and the delivery', async () => {
  const { body } = await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: 'one-id',
    customer_name: 'Acme',
  });
  const { customer_id: customerId } = created.parse(body).customer;
  await whole.receiver({ status: 503, times: 2 });

  const { requestId } = await call('PATCH', 'update-partner-customer', {
    customer_id: customerId,
    customer_name: 'Acme 2',
  });

  const story = await until(
    () => Promise.resolve(storyOf(requestId)),
    (lines) => lines.some(({ attempts_delivered: delivered }) => delivered === 1),
  );
  const eventId = story.at(-1)?.event_id;
  expect(story).toMatchObject([
    { functionName: expect.stringContaining('Dispatcher') as unknown, message: 'call', status: 200 },
    ...[503, 503, 200].map((status, index) => ({
      functionName: expect.stringContaining('WebhookDelivery'),
      message: 'attempt',
      request_id: requestId,
      event_id: eventId,
      attempt: index + 1,
      status,
    })),
  ]);
  // Each line also has the id of the invocation that wrote it.
  for (const { invocation, function_request_id: own } of story) expect(own).toBe(invocation);

  const came = (await whole.received()).filter(({ headers }) => headers['x-request-id'] === requestId);
  expect(came.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId, eventId]);
  for (const { headers, body: sent } of came) new Webhook(whole.partner.webhook_secret).verify(sent, headers);

  const entries = await whole.query('get-partner-customer-history', { customer_id: customerId });
  expect(history.parse(entries.body).items).toContainEqual({ request_id: requestId, event: 'customer_updated' });
});

test('the id of a call is in the lines of the work that it began, on the pages and in the workers', async () => {
  const operator = await openStage('local', whole.stateFile);
  const made = await call('POST', 'upsert-partner-customer', { external_customer_id: 'begun', customer_name: 'Begun' });
  const { customer_id: customerId } = created.parse(made.body).customer;
  const invitation = await call('POST', 'create-customer-instance', {
    partner_customer_id: customerId,
    instance_key: 'begun',
  });
  const { session } = invited.parse(invitation.body);
  await openLink(session.url);
  await until(
    () => Promise.resolve(workOf(invitation.requestId)),
    (lines) => {
      const onPages = lines.filter(({ functionName }) => functionName.includes('Connect'));
      const said = onPages.map(({ message }) => message);
      return ['page', 'platform call', 'sign-up'].every((message) => said.includes(message));
    },
  );

  const updated = await call('POST', 'update-partner-webhook-endpoint', {
    webhook_url: whole.partner.receiver_url,
    platform_verify_token: whole.partner.verify_token,
  });
  await until(
    async () => moved.parse((await whole.query('get-partner-webhook-migration')).body).migration,
    ({ status }) => status === 'completed',
  );
  expect(workOf(updated.requestId)).toContainEqual(
    expect.objectContaining({
      functionName: expect.stringContaining('WebhookMigration') as unknown,
      message: 'platform call',
    }),
  );

  const ofCustomer = { partner_id: whole.partner.partner_id, customer_id: customerId };
  await operator.run('customers erase', ofCustomer);
  await until(
    async () => erasing.parse(await operator.run('customers erasure', ofCustomer)),
    ({ status }) => status !== 'erasing',
  );
  const { entries } = audited.parse(await operator.run('audit list', { partner_id: ofCustomer.partner_id }));
  const erased = entries.find(({ action }) => action === 'customers erase')?.id ?? '';
  expect(workOf(erased)).toContainEqual(
    expect.objectContaining({
      functionName: expect.stringContaining('Lifecycle') as unknown,
      message: 'platform call',
    }),
  );

  for (const id of [invitation.requestId, updated.requestId, erased]) {
    const { steps } = await follow(operator, { id });
    expect(steps.map(({ what }) => what)).toContainEqual(expect.stringContaining('platform call'));
  }
});
