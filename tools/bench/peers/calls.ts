import { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { makeHandlerIdempotent } from '@aws-lambda-powertools/idempotency/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { Entity } from 'electrodb';
import { z } from 'zod';
import { mapLimited } from '../../../lambdas/kernel/map-limited.ts';
import { answer, type Event } from './command.ts';
import { Customer, History } from './powertools.ts';

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

const Slots = new Entity(
  {
    model: { entity: 'slots', version: '1', service: 'partners' },
    attributes: { partner_id: { type: 'string', required: true }, taken: { type: 'number' } },
    indexes: { primary: { pk: { field: 'pk', composite: ['partner_id'] }, sk: { field: 'sk', composite: [] } } },
  },
  { client, table },
);

const Job = new Entity(
  {
    model: { entity: 'job', version: '1', service: 'partners' },
    attributes: { customer_id: { type: 'string', required: true }, kind: { type: 'string', required: true } },
    indexes: { primary: { pk: { field: 'pk', composite: ['customer_id'] }, sk: { field: 'sk', composite: ['kind'] } } },
  },
  { client, table },
);

const Instance = new Entity(
  {
    model: { entity: 'instance', version: '1', service: 'partners' },
    attributes: {
      customer_id: { type: 'string', required: true },
      instance_id: { type: 'string', required: true },
      status: { type: 'string', required: true },
    },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['customer_id'] }, sk: { field: 'sk', composite: ['instance_id'] } },
    },
  },
  { client, table },
);

/** Reads what the service's answer has: the customer, its instances, its latest history, its last job, and the partner's slots. */
const queries = middy(async ({ rawQueryString = '' }: Event & { readonly rawQueryString?: string }) => {
  const customer_id = z.uuid().parse(new URLSearchParams(rawQueryString).get('customer_id'));
  const [{ data: customer }, { data: slots }, { data: instances }, { data: entries }, { data: job }] =
    await Promise.all([
      Customer.get({ customer_id }).go({ consistent: true }),
      Slots.get({ partner_id: 'bench' }).go({ consistent: true }),
      Instance.query.primary({ customer_id }).go({ consistent: true }),
      History.query.primary({ customer_id }).go({ consistent: true, order: 'desc', limit: 10 }),
      Job.get({ customer_id, kind: 'deactivate' }).go({ consistent: true }),
    ]);
  if (customer === null) return { statusCode: 404, headers: {}, body: '' };
  return answer({ ...customer, slots, instances, history: entries, lifecycle: job });
});

/** As many reports at once as the service records. */
const concurrency = 32;

const commands = middy(async (event: Event) => {
  const given = body.parse(JSON.parse(event.body ?? ''));
  const reported_at = new Date().toISOString();
  const reports = 'reports' in given ? given.reports : [given];
  // A repeated report is recognised by the condition of its write, which a batch of writes can't have.
  await mapLimited(reports, concurrency, (one) => Report.create({ ...one, reported_at }).go());
  return answer({ reports: reports.length });
}).use(
  makeHandlerIdempotent({
    persistenceStore: new DynamoDBPersistenceLayer({ tableName: table, keyAttr: 'pk', sortKeyAttr: 'sk' }),
    config: new IdempotencyConfig({ eventKeyJmesPath: 'headers."idempotency-key"', throwOnNoIdempotencyKey: true }),
  }),
);

export const handler = (event: Event, context: Context): Promise<unknown> =>
  event.body === undefined ? queries(event, context) : commands(event, context);
