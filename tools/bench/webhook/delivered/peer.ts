import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { z } from 'zod';
import type { DueHint } from '../../../../lambdas/kernel/due.ts';
import { variables, type Deliver } from './worker.ts';

/**
 * The same delivery as people usually make it: the document client of the SDK, `fetch`, and a signature by each of the two libraries,
 * because the service sends two. An event is leased before it is sent, so that two workers do not send it.
 */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const table = process.env[variables.table] ?? '';
const secret = process.env[variables.secret] ?? '';
const url = process.env[variables.url] ?? '';
const signers = [new StandardWebhook(secret), new SvixWebhook(secret)];

const item = z.object({ event: z.object({ id: z.string(), body: z.string() }), endpoint: z.string() });

const headersOf = (id: string, body: string, now: Date): Headers => {
  const signatures = signers.map((signer) => signer.sign(id, now, body));
  const headers = new Headers({ 'content-type': 'application/json', 'webhook-id': id });
  headers.set('webhook-timestamp', String(Math.floor(now.getTime() / 1000)));
  headers.set('webhook-signature', signatures.join(' '));
  return headers;
};

const deliverOne = async ({ pk, sk }: DueHint): Promise<void> => {
  const key = { TableName: table, Key: { pk: `peer#${pk}`, sk } };
  const found = item.parse((await client.send(new GetCommand({ ...key, ConsistentRead: true }))).Item);
  const endpoint = { TableName: table, Key: { pk: found.endpoint, sk: 'endpoint' } };
  await client.send(new GetCommand({ ...endpoint, ConsistentRead: true }));
  const now = new Date();
  await client.send(
    new UpdateCommand({
      ...key,
      UpdateExpression: 'SET lease_until = :until',
      ConditionExpression: 'attribute_not_exists(lease_until) AND attribute_not_exists(delivered_at)',
      ExpressionAttributeValues: { ':until': now.getTime() + 30_000 },
    }),
  );
  const { id, body } = found.event;
  const response = await fetch(url, { method: 'POST', headers: headersOf(id, body, now), body });
  if (!response.ok) throw new Error(`the endpoint answered ${response.status}`);
  await response.arrayBuffer();
  await client.send(
    new UpdateCommand({
      ...key,
      UpdateExpression: 'SET delivered_at = :now REMOVE lease_until',
      ConditionExpression: 'attribute_exists(lease_until)',
      ExpressionAttributeValues: { ':now': now.getTime() },
    }),
  );
  process.stdout.write(`${JSON.stringify({ level: 'INFO', message: 'delivered', event_id: id })}\n`);
};

export const deliver: Deliver = async (hints) => {
  await Promise.all(hints.map(deliverOne));
};
