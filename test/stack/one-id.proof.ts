import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { startWholeStack, until, type WholeStack } from '../../tools/harness/whole-stack.ts';

let whole: WholeStack;

beforeAll(async () => {
  whole = await startWholeStack({ fastRetries: true });
});
afterAll(() => whole.stack.stop());

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

const created = z.object({ customer: z.object({ customer_id: z.string() }) });
const history = z.object({ items: z.array(z.object({ request_id: z.string(), event: z.string() })) });

test('one request id finds the log lines of a call, the failed attempts of its event and the delivery', async () => {
  const { body } = await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: 'one-id',
    customer_name: 'Acme',
  });
  const { customer_id: customerId } = created.parse(body).customer;
  await whole.receiver({ status: 503, times: 2 });

  const { api_url: url, apikey } = whole.stack.description;
  const response = await fetch(url, {
    method: 'PATCH',
    headers: {
      ...{ apikey, authorization: `Bearer ${whole.partner.api_key}`, 'content-type': 'application/json' },
    },
    body: JSON.stringify({ route: 'update-partner-customer', customer_id: customerId, customer_name: 'Acme 2' }),
  });
  expect(response.status).toBe(200);
  const requestId = response.headers.get('x-request-id') ?? '';

  const story = await until(
    () => Promise.resolve(storyOf(requestId)),
    (lines) => lines.some(({ attempts_delivered: delivered }) => delivered === 1),
  );
  const eventId = story.at(-1)?.event_id;
  expect(story).toMatchObject([
    { functionName: expect.stringContaining('Dispatcher') as unknown, message: 'call', status: 200 },
    ...[503, 503, 200].map((status, index) => ({
      ...{ functionName: expect.stringContaining('WebhookDelivery'), message: 'attempt' },
      ...{ request_id: requestId, event_id: eventId, attempt: index + 1, status },
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
