import type { Client } from '../../packages/client/src/client.ts';
import { isRefusal } from '../../packages/client/src/refusal.ts';
import type { Instance } from '../../packages/client/src/schemas.ts';
import type { Pair } from './customers.ts';
import type { Service } from './service.ts';
import { equal, NotHere, refused, type Steps } from './steps.ts';

const lineOf = (run: string, { source }: Pair) => ({
  partner_customer_id: source.customer_id,
  instance_key: `${run}-line`,
  create_connect_session: false,
});

const createLine = (steps: Steps, client: Client, wanted: ReturnType<typeof lineOf>): Promise<Instance> =>
  steps.needed('an instance is created, without a link', async () => {
    try {
      const { status, body } = await client.call('create-customer-instance', wanted);
      equal('the answer', [status, body.session, body.instance.status], [201, null, 'created']);
      return body.instance;
    } catch (error) {
      if (isRefusal(error, 'slot_limit_reached')) throw new NotHere('the partner has no free slot for an instance');
      throw error;
    }
  });

/** Creates an instance without connecting it, labels it, moves it and deactivates it. */
export const tryLines = async (steps: Steps, { client }: Service, run: string, pair: Pair): Promise<void> => {
  const wanted = lineOf(run, pair);
  const line = await createLine(steps, client, wanted);
  const selected = { instance_id: line.id };
  await steps.try('an instance key is not used twice', () =>
    refused(client.call('create-customer-instance', wanted), 409, 'instance_key_taken'),
  );
  await steps.try('the instance is found by its key', async () => {
    const { body } = await client.call('get-partner-instance', { instance_key: wanted.instance_key });
    equal('id', body.instance.id, line.id);
  });
  await steps.try('the instance is in the list of its customer', async () => {
    const { items } = (await client.call('list-partner-instances', { customer_id: pair.source.customer_id })).body;
    equal(
      'the instances',
      items.map(({ id }) => id),
      [line.id],
    );
  });
  await steps.try('the instance gets a label', async () => {
    const { body } = await client.call('update-partner-instance-label', { ...selected, instance_name: 'Smoke' });
    equal('instance_name', body.instance.instance_name, 'Smoke');
  });
  await steps.try('a refresh of an instance that never connected is refused', () =>
    refused(client.call('refresh-partner-instance-platform', selected), 409, 'invalid_state'),
  );
  await steps.try('the instance is moved to the other customer', async () => {
    const moved = { ...selected, target_customer_id: pair.target.customer_id, reason: 'smoke' };
    const { body } = await client.call('move-partner-instance-to-customer', moved);
    equal('partner_customer_id', body.instance.partner_customer_id, pair.target.customer_id);
  });
  await steps.try('the instance is in the list of the other customer', async () => {
    const { items } = (await client.call('list-partner-instances', { customer_id: pair.target.customer_id })).body;
    equal(
      'the instances',
      items.map(({ id }) => id),
      [line.id],
    );
  });
  await steps.try('the instance is deactivated, and its slot is free', async () => {
    const { body } = await client.call('deactivate-partner-instance', { ...selected, reason: 'smoke' });
    const found = [body.instance.status, body.instance.slot_state, body.lifecycle.status];
    equal('the instance', found, ['inactive', 'released', 'completed']);
  });
  await steps.try('a repeated deactivation changes nothing', async () => {
    const { body } = await client.call('deactivate-partner-instance', selected, { method: 'DELETE' });
    equal('the lifecycle', body.lifecycle.status, 'already_inactive');
  });
};
