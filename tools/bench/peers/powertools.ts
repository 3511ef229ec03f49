import { randomUUID } from 'node:crypto';
import { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { makeHandlerIdempotent } from '@aws-lambda-powertools/idempotency/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import { Entity, Service } from 'electrodb';
import { answer, command, history, type Event } from './command.ts';

/** Powertools' idempotency, ElectroDB, middy and zod, as their documentation combines them. */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const table = process.env['TABLE_NAME'] ?? '';

export const Customer = new Entity(
  {
    model: { entity: 'customer', version: '1', service: 'partners' },
    attributes: {
      customer_id: { type: 'string', required: true },
      customer_name: { type: 'string', required: true },
      updated_at: { type: 'string', required: true },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['customer_id'] }, sk: { field: 'sk', composite: [] } } },
  },
  { client, table },
);

export const History = new Entity(
  {
    model: { entity: 'history', version: '1', service: 'partners' },
    attributes: {
      customer_id: { type: 'string', required: true },
      id: { type: 'string', required: true },
      event: { type: 'string', required: true },
      changed_fields: { type: 'list', items: { type: 'string' }, required: true },
      previous: { type: 'any', required: true },
      new: { type: 'any', required: true },
      created_at: { type: 'string', required: true },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['customer_id'] }, sk: { field: 'sk', composite: ['id'] } } },
  },
  { client, table },
);

const partners = new Service({ Customer, History });

/** The item that must be in the table before the command. */
export const plantedItem = (customerId: string): Record<string, unknown> =>
  Customer.put({ customer_id: customerId, customer_name: 'Acme', updated_at: '2026-01-01T00:00:00.000Z' }).params({
    table: 'planted',
  }).Item as Record<string, unknown>;

export const handler = middy(async (event: Event) => {
  const { customer_id, customer_name } = command.parse(JSON.parse(event.body ?? ''));
  const { data: before } = await Customer.get({ customer_id }).go();
  if (before === null) return { statusCode: 404, headers: {}, body: '' };
  const updated_at = new Date().toISOString();
  await partners.transaction
    .write(({ Customer: customers, History: entries }) => [
      customers
        .patch({ customer_id })
        .set({ customer_name, updated_at })
        .where(({ updated_at: existing }, { eq }) => eq(existing, before.updated_at))
        .commit(),
      entries
        .create({ customer_id, id: randomUUID(), ...history(before.customer_name, customer_name, updated_at) })
        .commit(),
    ])
    .go();
  return answer({ ...before, customer_name, updated_at });
}).use(
  makeHandlerIdempotent({
    persistenceStore: new DynamoDBPersistenceLayer({ tableName: table, keyAttr: 'pk', sortKeyAttr: 'sk' }),
    config: new IdempotencyConfig({ eventKeyJmesPath: 'headers."idempotency-key"', throwOnNoIdempotencyKey: true }),
  }),
);
