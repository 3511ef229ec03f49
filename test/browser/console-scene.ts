import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

/** Runs when it is ever taken for markup. */
export const hostileName = `<img src=x onerror="window.taken=1">"'><script>window.taken=2</script>`;

const made = z.object({ session: z.object({ url: z.string() }) });

/** What an end customer's browser does: opens the link, signs in at the platform, comes back. */
const connectInstance = async (whole: WholeStack): Promise<void> => {
  const { body } = await whole.command('POST', 'create-customer-instance', {
    external_customer_id: 'hostile',
    instance_key: 'line',
  });
  await openLink(made.parse(body).session.url);
};

/** Somebody else than the service calls the partner's endpoint. */
const postToReceiver = (whole: WholeStack, headers: Readonly<Record<string, string>>, body: string) =>
  new Promise<void>((resolve, reject) => {
    const ca = readFileSync(whole.stack.description.ca_file, 'utf8');
    const options = { method: 'POST', ca, headers: { 'content-type': 'application/json', ...headers } };
    const sent = request(whole.partner.receiver_url, options, (response) => {
      response.resume().on('end', resolve);
    });
    sent.on('error', reject).end(body);
  });

/** As SQS does with a message that was received in vain too often. */
export const putOnFailedQueue = async (whole: WholeStack, body: string): Promise<void> => {
  const { sqs } = whole.stack.description;
  const client = new SQSClient(clientSettings(whole.stack.description));
  const [, QueueUrl] = Object.entries(sqs.queues).find(([name]) => name.endsWith('FailedQueue')) ?? [];
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  client.destroy();
};

/** A hostile customer with a connected line, events of which one needed two attempts and one is forged, a platform's callback. */
export const setScene = async (whole: WholeStack): Promise<void> => {
  const customer = (name: string) =>
    whole.command('POST', 'upsert-partner-customer', { external_customer_id: 'hostile', customer_name: name });
  await customer('Café Aurora');
  await customer(hostileName);
  await until(whole.received, (all) => all.length >= 1);
  await whole.receiver({ status: 503, times: 1 });
  await customer('Café Borealis');
  await until(whole.received, (all) => all.length >= 3);
  await connectInstance(whole);
  const forged = { 'webhook-id': 'forged', 'webhook-timestamp': '1767225600', 'webhook-signature': 'v1,Zm9yZ2Vk' };
  await postToReceiver(whole, forged, JSON.stringify({ type: hostileName }));
  const changes = [{ field: 'messages', value: {} }];
  await postToReceiver(
    whole,
    {},
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }),
  );
  await postToReceiver(whole, {}, 'no JSON at all');
};
