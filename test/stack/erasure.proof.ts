import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { readStateFile } from '../../local/state-file.ts';
import { openStage } from '../../operator/open-stage.ts';
import { openTable } from '../../scripts/backup/open-table.ts';
import { neverStored, personalTexts, plant, type Connect, type Partner } from '../jobs/erasure/plant.ts';
import { foundIn, tableTexts } from '../../tools/harness/traces.ts';
import { runsOf } from '../share.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

const updates = 195;
const reports = runsOf(5_000);

let whole: DescribedStack;
beforeAll(async () => {
  whole = await startDescribedStack();
});
afterAll(() => whole.stop());

const send = async (method: string, body: object, key: string): Promise<{ status: number; body: unknown }> => {
  const { api_url: url, apikey } = whole.stack.description;
  const headers = { apikey, authorization: `Bearer ${whole.partner.api_key}`, 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
const partner: Partner = {
  command: (method, route, body, key = randomUUID()) => send(method, { route, ...body }, key),
};

const madeAnswer = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const instanceAnswer = z.object({ instance: z.object({ platform_phone_number_id: z.string() }) });

/** An instance that an end customer connects, and what the platform then reports about its number. */
const connect: Connect = async (customerId, given, facts) => {
  await whole.receiver({ clear: true });
  const made = await partner.command('POST', 'create-customer-instance', {
    partner_customer_id: customerId,
    instance_key: given.key,
    instance_name: given.name,
    metadata: given.metadata,
  });
  const { instance, session } = madeAnswer.parse(made.body);
  await openLink(session.url);
  const { body } = await whole.query('get-partner-instance', { instance_id: instance.id });
  const phoneNumberId = instanceAnswer.parse(body).instance.platform_phone_number_id;
  const number = { id: phoneNumberId, verified_name: facts.verifiedName, display_phone_number: facts.displayNumber };
  const control = whole.stack.description.platform.control_url;
  await fetch(control, { method: 'POST', body: JSON.stringify({ number }) });
  await partner.command('POST', 'refresh-partner-instance-platform', { instance_id: instance.id });
  // From then on events wait in the table, because the endpoint refuses them.
  await whole.receiver({ status: 500, times: 100_000 });
  return { id: instance.id, phoneNumberId };
};

const textsOfTable = async (): Promise<readonly string[]> => {
  const { client, table: name } = await openTable('local', () => readStateFile(whole.stateFile));
  try {
    return await tableTexts({ client: DynamoDBDocumentClient.from(client), name });
  } finally {
    client.destroy();
  }
};

/** The messages in the queues. A message that was read stays hidden until all were read. */
const textsOfQueues = async (): Promise<readonly string[]> => {
  const { sqs } = whole.stack.description;
  const client = new SQSClient(clientSettings(whole.stack.description));
  const texts: string[] = [];
  for (const QueueUrl of Object.values(sqs.queues)) {
    for (;;) {
      const asked = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 20 };
      const { Messages: messages = [] } = await client.send(new ReceiveMessageCommand(asked));
      texts.push(...messages.map((message) => JSON.stringify(message)));
      if (messages.length === 0) break;
    }
    const { Attributes: attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    texts.push(JSON.stringify(attributes));
  }
  client.destroy();
  return texts;
};

const textsOfLogs = (): readonly string[] => {
  const { functionLog, accessLog, log } = whole.stack;
  return [...functionLog.lines.map(({ text }) => text), ...accessLog.lines, ...log.lines];
};

/** Reads and writes around the customer until it is stopped. @returns the statuses of its updates */
const traffic = (customerId: string, numbers: readonly string[], isOver: () => boolean) => {
  const seen: number[] = [];
  const read = async (): Promise<void> => {
    while (!isOver()) {
      await whole.query('get-partner-customer', { customer_id: customerId });
      await whole.query('get-partner-customer-history', { customer_id: customerId, page_size: '200' });
      await whole.query('list-partner-customers', { search: 'quillfeather', include_erased: 'true' });
      await whole.query('search-partner-delivery-events', { customer_id: customerId });
      await wait(20);
    }
  };
  const write = async (): Promise<void> => {
    for (let round = 0; !isOver(); round += 1) {
      const changes = { customer_name: `Maria Thistlewood ${round}` };
      const update = { customer_id: customerId, changes };
      seen.push((await partner.command('PATCH', 'update-partner-customer', update)).status);
      await partner.command('POST', 'report-partner-message-status', {
        phone_number_id: numbers[round % numbers.length],
        status: 'read',
        message_id: `wamid.QUILLFEATHERmessage${round}`,
        client_message_id: 'client-quillfeather-message',
      });
    }
  };
  return Promise.all([read(), write()]).then(() => seen);
};

const progress = z.object({ status: z.string() });

test('a customer that is erased while it is read and written is found nowhere', async () => {
  const { customerId, instances } = await plant(partner, connect, { updates, reports }, 48);
  const history = await whole.query('get-partner-customer-history', { customer_id: customerId });
  expect(history.body['total']).toBeGreaterThanOrEqual(200);
  await until(
    () => whole.query('search-partner-delivery-events', { customer_id: customerId }),
    ({ body }) => Number(body['total']) >= reports,
  );
  const planted = foundIn(personalTexts, await textsOfTable());
  expect(planted.toSorted()).toEqual(personalTexts.filter((text) => !neverStored.includes(text)).toSorted());

  let over = false;
  const numbers = instances.map(({ phoneNumberId }) => phoneNumberId);
  const busy = traffic(customerId, numbers, () => over);
  await whole.receiver({ clear: true });
  const operator = await openStage('local', whole.stateFile);
  const input = { partner_id: whole.partner.partner_id, customer_id: customerId };
  await operator.run('customers erase', input);
  const ended = await until(
    async () => progress.parse(await operator.run('customers erasure', input)),
    ({ status }) => status !== 'erasing',
  );
  over = true;
  const statuses = await busy;
  expect(ended.status).toBe('erased');
  expect(statuses).toContain(409);

  await fetch(`${whole.stack.description.receiver.inbox_url}?partner=1`, { method: 'DELETE' });
  const other = { external_customer_id: 'after', customer_name: 'After' };
  await partner.command('POST', 'upsert-partner-customer', other);
  await partner.command('POST', 'upsert-partner-customer', { ...other, customer_name: 'Afterwards' });
  await until(whole.received, (inbox) => inbox.some(({ body }) => body.includes('Afterwards')));

  const places = {
    table: await textsOfTable(),
    queues: await textsOfQueues(),
    logs: textsOfLogs(),
    inbox: (await whole.received()).map(({ body, headers }) => `${body} ${JSON.stringify(headers)}`),
  };
  expect(places.logs.length).toBeGreaterThan(reports);
  const found = Object.entries(places).map(([place, texts]) => [place, foundIn(personalTexts, texts)]);
  expect(found).toEqual(Object.keys(places).map((place) => [place, []]));
});
