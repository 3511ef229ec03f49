import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { until, type WholeStack } from '../../tools/harness/whole-stack.ts';

/** Runs when it is ever taken for markup. */
export const hostileName = `<img src=x onerror="window.taken=1">"'><script>window.taken=2</script>`;

const made = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const shown = z.object({ instance: z.object({ platform_phone_number_id: z.string() }) });

/** What an end customer's browser does: opens the link, signs in at the platform, comes back. */
const connectInstance = async (whole: WholeStack): Promise<string> => {
  const { body } = await whole.command('POST', 'create-customer-instance', {
    external_customer_id: 'hostile',
    instance_key: 'line',
  });
  const { instance, session } = made.parse(body);
  await openLink(session.url);
  const line = await whole.query('get-partner-instance', { instance_id: instance.id });
  return shown.parse(line.body).instance.platform_phone_number_id;
};

const report = (whole: WholeStack, number: string, message: number, status: string): Promise<unknown> =>
  whole.command('POST', 'report-partner-message-status', {
    phone_number_id: number,
    message_id: `message-${message}`,
    status,
    occurred_at: new Date(Date.now() - (message % 22) * 3_600_000 - 60_000).toISOString(),
    ...(status === 'failed' ? { error_code: 131_026, error_title: 'Message undeliverable' } : {}),
  });

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
  const { sqs, aws } = whole.stack.description;
  const credentials = { accessKeyId: aws.access_key_id, secretAccessKey: aws.secret_access_key };
  const client = new SQSClient({ endpoint: sqs.endpoint, region: aws.region, credentials });
  const [, QueueUrl] = Object.entries(sqs.queues).find(([name]) => name.endsWith('FailedQueue')) ?? [];
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  client.destroy();
};

/**
 * Something of everything: a hostile customer, events of which one needed two attempts and one is forged, a connected
 * line with a hostile name, messages of all statuses. @returns the id of the line's phone number
 */
export const setScene = async (whole: WholeStack): Promise<string> => {
  const customer = (name: string) =>
    whole.command('POST', 'upsert-partner-customer', { external_customer_id: 'hostile', customer_name: name });
  await customer('Café Aurora');
  await customer(hostileName);
  await until(whole.received, (all) => all.length >= 1);
  await whole.receiver({ status: 503, times: 1 });
  await customer('Café Borealis');
  await until(whole.received, (all) => all.length >= 3);
  const number = await connectInstance(whole);
  await fetch(whole.stack.description.platform.control_url, {
    method: 'POST',
    body: JSON.stringify({ number: { id: number, verified_name: hostileName } }),
  });
  const forged = { 'webhook-id': 'forged', 'webhook-timestamp': '1767225600', 'webhook-signature': 'v1,Zm9yZ2Vk' };
  await postToReceiver(whole, forged, JSON.stringify({ type: hostileName }));
  await postToReceiver(whole, {}, 'no JSON at all');
  for (let message = 0; message < 60; message += 1) {
    const statuses =
      message % 12 === 5 ? ['sent', 'failed'] : ['sent', 'delivered', ...(message % 3 === 0 ? [] : ['read'])];
    for (const status of statuses) await report(whole, number, message, status);
  }
  return number;
};
