import { createHash, randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import { z } from 'zod';
import { answer, command, history, partnerOf, type Event } from './command.ts';

/** Only the SDK, middy and zod: a read, then one transaction with the stored response. */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env['TABLE_NAME'] ?? '';
const day = 86_400;
const stored = z.object({ customer_name: z.string(), updated_at: z.string() });

export const handler = middy(async (event: Event) => {
  const { customer_id, customer_name } = command.parse(JSON.parse(event.body ?? ''));
  const partner = createHash('sha256').update(partnerOf(event.headers)).digest('hex');
  const key = event.headers['idempotency-key'] ?? '';
  const found = await client.send(
    new GetCommand({ TableName, Key: { pk: `customer#${customer_id}`, sk: 'customer' } }),
  );
  const before = stored.parse(found.Item);
  const updated_at = new Date().toISOString();
  const result = answer({ ...before, customer_id, customer_name, updated_at });
  await client.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName,
            Item: {
              pk: `${partner}#${key}`,
              sk: 'receipt',
              fingerprint: createHash('sha256')
                .update(event.body ?? '')
                .digest('hex'),
              body: result.body,
              ttl: Math.floor(Date.now() / 1000) + day,
            },
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          Update: {
            TableName,
            Key: { pk: `customer#${customer_id}`, sk: 'customer' },
            UpdateExpression: 'SET customer_name = :name, updated_at = :at',
            ConditionExpression: 'updated_at = :before',
            ExpressionAttributeValues: { ':name': customer_name, ':at': updated_at, ':before': before.updated_at },
          },
        },
        {
          Put: {
            TableName,
            Item: {
              pk: `customer#${customer_id}`,
              sk: `history#${randomUUID()}`,
              ...history(before.customer_name, customer_name, updated_at),
            },
          },
        },
      ],
    }),
  );
  return result;
});
