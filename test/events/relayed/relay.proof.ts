import { setTimeout } from 'node:timers/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { clientSettings } from '../../../tools/harness/client-settings.ts';
import { addConnectedLine, addCustomer, control } from '../../../tools/harness/stack-scene.ts';
import { startWholeStack, until, type Received, type WholeStack } from '../../../tools/harness/whole-stack.ts';
import { statusCallback } from './status-callback.ts';

let whole: WholeStack;
let line: Awaited<ReturnType<typeof addConnectedLine>>;
let customerId: string;

beforeAll(async () => {
  whole = await startWholeStack({ fastRetries: true });
  customerId = await addCustomer(whole, 'C-1', 'Acme');
  line = await addConnectedLine(whole, customerId, 'first', 'First');
});
afterAll(() => whole.stack.stop());

const answered = z.object({
  platform_callbacks: z.object({
    mode: z.string(),
    migration: z.object({ status: z.string(), succeeded: z.number().optional(), failed: z.number() }),
  }),
});

const switchTo = async (mode: 'direct' | 'relay'): Promise<void> => {
  const { status } = await whole.command('PATCH', 'update-partner-platform-callbacks', { mode });
  expect(status).toBe(200);
  const { body } = await until(
    () => whole.query('get-partner-platform-callbacks'),
    (reply) => answered.parse(reply.body).platform_callbacks.migration.status !== 'running',
  );
  expect(answered.parse(body).platform_callbacks).toMatchObject({
    mode,
    migration: { status: 'completed', failed: 0 },
  });
};

const change = z.object({
  entry: z.tuple([
    z.object({
      changes: z.tuple([
        z.object({
          field: z.string(),
          value: z.object({ messages: z.array(z.object({ id: z.string() })).optional() }),
        }),
      ]),
    }),
  ]),
});
const relayed = z.object({
  type: z.literal('service.platform.callback'),
  sequence: z.undefined().optional(),
  subject: z.object({ customer_id: z.string(), external_customer_id: z.string(), instance_id: z.string() }),
  data: z.object({ field: z.string(), callback: change }),
});

const idsIn = (callback: z.infer<typeof change>): readonly string[] =>
  (callback.entry[0].changes[0].value.messages ?? []).map(({ id }) => id);

/** The ids of the messages that arrived, directly and by the service. */
const arrived = async (): Promise<{ readonly direct: readonly string[]; readonly relay: readonly string[] }> => {
  const bodies = (await whole.received()).map(({ body }): unknown => JSON.parse(body));
  const direct = bodies.flatMap((body) => change.safeParse(body).data ?? []).flatMap(idsIn);
  const relay = bodies
    .flatMap((body) => relayed.safeParse(body).data ?? [])
    .flatMap(({ data }) => idsIn(data.callback));
  return { direct, relay };
};

const write = async (id: string): Promise<void> => {
  const text = { body: `Message ${id}` };
  await control(whole, { message: { phone_number_id: line.phoneNumberId, id, type: 'text', text } });
};

test('every message arrives at least once while the mode is changed, and back', async () => {
  const sent: string[] = [];
  const stopped = new AbortController();
  const traffic = (async () => {
    while (!stopped.signal.aborted) {
      const id = `wamid.${sent.length}`;
      sent.push(id);
      await write(id);
      await setTimeout(50);
    }
  })();
  for (const mode of ['relay', 'direct', 'relay'] as const) {
    await switchTo(mode);
    const first = sent.length;
    await until(arrived, ({ direct, relay }) => (mode === 'relay' ? relay : direct).includes(`wamid.${first}`));
  }
  stopped.abort();
  await traffic;
  const { direct, relay } = await until(arrived, (found) =>
    sent.every((id) => found.direct.includes(id) || found.relay.includes(id)),
  );
  expect([direct.length > 0, relay.length > 0]).toEqual([true, true]);
  expect(new Set([...direct, ...relay])).toEqual(new Set(sent));
});

const last = async (): Promise<Received> => {
  const all = await until(
    () => whole.received(),
    (found) => found.some(({ body }) => body.includes('wamid.last')),
  );
  const found = all.find(({ body }) => body.includes('wamid.last'));
  if (found === undefined) throw new Error('it did not arrive');
  return found;
};

test('a callback is signed as an event, and names the line and the customer', async () => {
  await write('wamid.last');
  const { headers, body } = await last();
  expect(headers['webhook-signature']).toMatch(/^v1,/);
  const event = relayed.parse(JSON.parse(body));
  expect(event.subject).toEqual({ customer_id: customerId, external_customer_id: 'C-1', instance_id: line.id });
  expect(event.data.field).toBe('messages');
});

test('statuses are delivery reports by themselves', async () => {
  await control(whole, { callback: statusCallback(line.wabaId, line.phoneNumberId, 'wamid.failed') });
  const { body } = await until(
    () => whole.query('search-partner-delivery-events', { message_id: 'wamid.failed' }),
    (reply) => JSON.stringify(reply.body).includes('131026'),
  );
  expect(JSON.stringify(body)).not.toContain('15550002222');
});

const listed = z.object({ items: z.array(z.object({ id: z.string(), status: z.string(), customer_id: z.string() })) });
const shown = z.object({ event: z.object({ body: z.string().nullable(), attempt_log: z.array(z.unknown()) }) });

test('a callback that the endpoint refuses is an event that waits, is delivered, and leaves no content', async () => {
  await whole.receiver({ status: 503, times: 2 });
  await write('wamid.refused');
  const { body } = await until(
    () => whole.query('list-partner-webhook-events', { type: 'service.platform.callback', status: 'delivered' }),
    (reply) => listed.parse(reply.body).items.length > 0,
  );
  const [event] = listed.parse(body).items;
  expect(event).toMatchObject({ customer_id: customerId });
  const detail = shown.parse((await whole.query('get-partner-webhook-event', { event_id: event?.id ?? '' })).body);
  expect(detail.event.body).toBeNull();
  expect(detail.event.attempt_log.length).toBeGreaterThan(1);
});

test('a message of the queue that nothing can read counts as failed', async () => {
  const { description, functionLog } = whole.stack;
  const [, url = ''] = Object.entries(description.sqs.queues).find(([name]) => name.includes('RelayedCallback')) ?? [];
  await new SQSClient(clientSettings(description)).send(new SendMessageCommand({ QueueUrl: url, MessageBody: '{}' }));
  await until(
    () => Promise.resolve(functionLog.lines),
    (lines) => lines.some(({ text }) => text.includes('"callbacks_failed":1')),
  );
});
