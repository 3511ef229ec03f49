import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { seed } from '../../local/seed.ts';
import type { Stack } from '../../local/stack.ts';
import { startTestStack } from '../../tools/harness/whole-stack.ts';
import type { Template } from '@swift-worker/local-cloud/template.ts';

/** The dispatcher's timeout in this test. Calls of the platform end earlier, which leaves time for the response. */
const timeoutSeconds = 10;
/** Two such calls take longer than the function may run. */
const slowCall = 5_500;

/** The whole stack with a dispatcher that Lambda kills early. */
const withTimeout = (template: Template): Template => {
  const { Dispatcher: dispatcher } = template.Resources;
  if (dispatcher === undefined) return template;
  const Properties = { ...dispatcher.Properties, Timeout: timeoutSeconds };
  return { ...template, Resources: { ...template.Resources, Dispatcher: { ...dispatcher, Properties } } };
};

const simulated = z.object({
  numbers: z.array(
    z.object({ id: z.string(), webhook_configuration: z.object({ phone_number: z.string().optional() }).optional() }),
  ),
});
const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });
const madeAnswer = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const instanceAnswer = z.object({
  instance: z.object({ id: z.string(), status: z.string(), platform_phone_number_id: z.nullable(z.string()) }),
});

let stack: Stack;

beforeAll(async () => {
  stack = await startTestStack({ seed, adjust: withTimeout });
});
afterAll(() => stack.stop());

interface Called {
  readonly status: number;
  readonly requestId: string | null;
  readonly text: string;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

let keys = 0;
const call = async (
  method: string,
  parameters: Readonly<Record<string, string>>,
  key = `out-of-time-${(keys += 1)}`,
): Promise<Called> => {
  const { api_url: url, apikey, partners } = stack.description;
  const headers = { apikey, authorization: `Bearer ${partners[0]?.api_key ?? ''}` };
  const response =
    method === 'GET'
      ? await fetch(`${url}?${new URLSearchParams(parameters).toString()}`, { headers })
      : await fetch(url, {
          method,
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(parameters),
        });
  return { status: response.status, requestId: response.headers.get('x-request-id'), text: await response.text() };
};

const newCustomer = async (externalId: string): Promise<string> => {
  const made = await call('POST', {
    route: 'upsert-partner-customer',
    external_customer_id: externalId,
    customer_name: 'Acme',
  });
  return customerAnswer.parse(JSON.parse(made.text)).customer.customer_id;
};

/** What a browser does: it opens the link, signs up at the platform and returns, with the cookies it was given. */
const connected = async (customerId: string, instanceKey: string): Promise<{ id: string; number: string }> => {
  const made = await call('POST', {
    route: 'create-customer-instance',
    partner_customer_id: customerId,
    instance_key: instanceKey,
  });
  const { instance, session } = madeAnswer.parse(JSON.parse(made.text));
  await openLink(session.url);
  const shown = await call('GET', { route: 'get-partner-instance', instance_id: instance.id });
  const { platform_phone_number_id: number } = instanceAnswer.parse(JSON.parse(shown.text)).instance;
  return { id: instance.id, number: number ?? '' };
};

const tellPlatform = (instructions: object): Promise<Response> =>
  fetch(stack.description.platform.control_url, { method: 'POST', body: JSON.stringify(instructions) });

const callbackOf = async (number: string): Promise<string> => {
  const { numbers } = simulated.parse(await (await fetch(stack.description.platform.control_url)).json());
  return numbers.find(({ id }) => id === number)?.webhook_configuration?.phone_number ?? '';
};

/** The log lines of the dispatcher with the request id. */
const logged = (requestId: string | null): readonly string[] =>
  stack.functionLog.lines.map(({ text }) => text).filter((text) => requestId !== null && text.includes(requestId));

test('a removal that takes longer than the function may run is answered in time, and the next call finishes it', async () => {
  const { id, number } = await connected(await newCustomer('one-instance'), 'one-instance');
  await tellPlatform({ fault: { path: `/${number}`, times: 20, delay_ms: slowCall } });
  const body = { route: 'deactivate-partner-instance', instance_id: id };
  const late = await call('POST', body, 'removal-out-of-time');
  await tellPlatform({ clear: true });
  expect([late.status, JSON.parse(late.text)]).toEqual([
    409,
    { error: expect.objectContaining({ code: 'remote_removal_failed' }) as unknown },
  ]);
  expect(logged(late.requestId).join('\n')).toContain('remote_removal_failed');
  const again = await call('POST', body, 'removal-out-of-time');
  expect([again.status, JSON.parse(again.text)]).toEqual([
    200,
    expect.objectContaining({ lifecycle: { status: 'completed', callback_state: 'removed', slot_state: 'released' } }),
  ]);
  expect(await callbackOf(number)).toBe('');
});

test("a customer's instances that do not fit into the call are deactivated in the background", async () => {
  const customer = await newCustomer('in-the-background');
  const { number } = await connected(customer, 'in-the-background');
  await tellPlatform({ fault: { path: `/${number}`, times: 2, delay_ms: slowCall } });
  const begun = await call('POST', { route: 'deactivate-partner-customer', partner_customer_id: customer });
  await tellPlatform({ clear: true });
  expect([begun.status, JSON.parse(begun.text)]).toEqual([
    202,
    expect.objectContaining({ lifecycle: { status: 'in_progress', total: 1, completed: 0, failed: 0 } }),
  ]);
  expect(logged(begun.requestId).join('\n')).toContain('deactivate-partner-customer');
  for (;;) {
    const shown = await call('GET', { route: 'get-partner-customer', customer_id: customer });
    if (shown.text.includes('"lifecycle":{"status":"completed","total":1,"completed":1,"failed":0}')) break;
    await pause();
  }
  expect(await callbackOf(number)).toBe('');
});
