import { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { makeHandlerIdempotent } from '@aws-lambda-powertools/idempotency/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { Entity } from 'electrodb';
import { z } from 'zod';
import { answer, type Event } from './command.ts';
import { Customer } from './powertools.ts';

/** A query, a report and a batch of reports with Powertools' idempotency, ElectroDB, middy and zod, as their documentation combines them. */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const table = process.env['TABLE_NAME'] ?? '';

const Report = new Entity(
  {
    model: { entity: 'report', version: '1', service: 'partners' },
    attributes: {
      message_id: { type: 'string', required: true },
      phone_number_id: { type: 'string', required: true },
      status: { type: 'string', required: true },
      reported_at: { type: 'string', required: true },
    },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['message_id'] }, sk: { field: 'sk', composite: ['status'] } },
    },
  },
  { client, table },
);

const report = z.object({
  phone_number_id: z.string().check(z.minLength(1), z.maxLength(100)),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  message_id: z.string().check(z.minLength(1), z.maxLength(200)),
});
const body = z.union([z.object({ reports: z.array(report).check(z.maxLength(500)) }), report]);

const queries = middy(async ({ rawQueryString = '' }: Event & { readonly rawQueryString?: string }) => {
  const customer_id = z.uuid().parse(new URLSearchParams(rawQueryString).get('customer_id'));
  const { data: customer } = await Customer.get({ customer_id }).go();
  return customer === null ? { statusCode: 404, headers: {}, body: '' } : answer(customer);
});

/** DynamoDB takes 25 writes at once. */
const batchesOf = <T>(all: readonly T[]): readonly T[][] =>
  Array.from({ length: Math.ceil(all.length / 25) }, (_, index) => all.slice(index * 25, index * 25 + 25));

const commands = middy(async (event: Event) => {
  const given = body.parse(JSON.parse(event.body ?? ''));
  const reported_at = new Date().toISOString();
  const reports = 'reports' in given ? given.reports : [given];
  for (const each of batchesOf(reports)) await Report.put(each.map((one) => ({ ...one, reported_at }))).go();
  return answer({ reports: reports.length });
}).use(
  makeHandlerIdempotent({
    persistenceStore: new DynamoDBPersistenceLayer({ tableName: table, keyAttr: 'pk', sortKeyAttr: 'sk' }),
    config: new IdempotencyConfig({ eventKeyJmesPath: 'headers."idempotency-key"', throwOnNoIdempotencyKey: true }),
  }),
);

export const handler = (event: Event, context: Context): Promise<unknown> =>
  event.body === undefined ? queries(event, context) : commands(event, context);
