import { randomUUID } from 'node:crypto';
import type { Client } from '../../packages/client/src/client.ts';
import type { Customer, UpsertPartnerCustomerResponse } from '../../packages/client/src/schemas.ts';
import type { Service } from './service.ts';
import { Broken, equal, refused, type Steps } from './steps.ts';

export interface Pair {
  readonly source: Customer;
  readonly target: Customer;
}

interface Wanted {
  readonly external_customer_id: string;
  readonly customer_name: string;
}

interface Created {
  readonly idempotencyKey: string;
  readonly first: UpsertPartnerCustomerResponse;
}

const tryUpserts = async (
  steps: Steps,
  client: Client,
  wanted: Wanted,
  { idempotencyKey, first }: Created,
): Promise<void> => {
  await steps.try('a repeated call gets the same answer and creates nothing', async () => {
    const again = await client.call('upsert-partner-customer', wanted, { idempotencyKey });
    equal('replayed', again.replayed, true);
    equal('the answer', again.body, first);
  });
  await steps.try('a used idempotency key refuses another call', () =>
    refused(
      client.call('upsert-partner-customer', { ...wanted, customer_name: 'Another' }, { idempotencyKey }),
      409,
      'idempotency_key_reused',
    ),
  );
  await steps.try('a name that is too short is refused', () =>
    refused(client.call('upsert-partner-customer', { ...wanted, customer_name: 'x' }), 400, 'validation_failed'),
  );
  await steps.try('an upsert that changes nothing changes nothing', async () => {
    const { status, body } = await client.call('upsert-partner-customer', wanted);
    equal('the answer', [status, body.customer.updated_at], [200, first.customer.updated_at]);
  });
};

interface Findable extends Wanted {
  readonly customer_id: string;
}

const tryFinding = async (steps: Steps, client: Client, wanted: Findable): Promise<void> => {
  await steps.try('the customer is found by its external id', async () => {
    const { body } = await client.call('get-partner-customer', { external_customer_id: wanted.external_customer_id });
    equal('customer_id', body.customer.customer_id, wanted.customer_id);
  });
  await steps.try('the customer is found by a search', async () => {
    const { items } = (await client.call('list-partner-customers', { search: wanted.external_customer_id })).body;
    equal(
      'the customers found',
      items.map((item) => item.customer_id),
      [wanted.customer_id],
    );
  });
};

/** @param before as it was created */
const tryChanged = async (steps: Steps, client: Client, before: Customer): Promise<void> => {
  const { customer_id } = before;
  await steps.try('an update of a customer that has changed meanwhile is refused', () =>
    refused(
      client.call('update-partner-customer', {
        customer_id,
        changes: { customer_name: 'Too late' },
        expected_updated_at: before.updated_at,
      }),
      409,
      'stale_update',
    ),
  );
  await steps.try('the history has the update', async () => {
    const { items } = (await client.call('get-partner-customer-history', { customer_id })).body;
    const [latest] = items;
    equal('the latest entry', [latest?.event, latest?.reason], ['customer_updated', 'smoke']);
    if (items.length < 2) throw new Broken('the creation is not in the history');
  });
};

/** Creates two customers, and changes and finds the first. @param made is called with every customer that was created */
export const tryCustomers = async (
  steps: Steps,
  { client }: Service,
  run: string,
  made: (customerId: string) => void,
): Promise<Pair> => {
  const wanted = { external_customer_id: `${run}-source`, customer_name: `Smoke ${run}` };
  const idempotencyKey = randomUUID();
  const first = await steps.needed('a customer is created', async () => {
    const answer = await client.call('upsert-partner-customer', wanted, { idempotencyKey });
    made(answer.body.customer.customer_id);
    equal('the status', answer.status, 201);
    return answer.body;
  });
  await tryUpserts(steps, client, wanted, { idempotencyKey, first });
  await tryFinding(steps, client, { ...wanted, customer_id: first.customer.customer_id });
  const source = await steps.needed('the customer is updated', async () => {
    const { body } = await client.call('update-partner-customer', {
      customer_id: first.customer.customer_id,
      changes: { customer_email: `${run}@smoke.invalid` },
      expected_updated_at: first.customer.updated_at,
      reason: 'smoke',
    });
    equal('customer_email', body.customer.customer_email, `${run}@smoke.invalid`);
    return body.customer;
  });
  await tryChanged(steps, client, first.customer);
  const target = await steps.needed('a second customer is created', async () => {
    const { body } = await client.call('upsert-partner-customer', {
      external_customer_id: `${run}-target`,
      customer_name: `Smoke ${run} target`,
    });
    made(body.customer.customer_id);
    return body.customer;
  });
  return { source, target };
};
