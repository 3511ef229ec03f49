import type { Pair } from './customers.ts';
import type { Service } from './service.ts';
import { equal, refused, type Steps } from './steps.ts';

/** Merges the two customers, and deactivates and reactivates the second. */
export const tryEndings = async (steps: Steps, { client }: Service, { source, target }: Pair): Promise<void> => {
  const merge = { source_customer_id: source.customer_id, target_customer_id: target.customer_id, reason: 'smoke' };
  await steps.try('a customer is not merged with itself', () =>
    refused(
      client.call('merge-partner-customers', { ...merge, target_customer_id: source.customer_id }),
      400,
      'validation_failed',
    ),
  );
  await steps.needed('the first customer is merged into the second', async () => {
    const { body } = await client.call('merge-partner-customers', merge);
    equal('the answer', [body.source_customer.status, body.merge.status], ['merged', 'completed']);
  });
  await steps.try('a repeated merge changes nothing', async () => {
    const { status, body } = await client.call('merge-partner-customers', merge);
    equal('the answer', [status, body.source_customer.merged_into], [200, target.customer_id]);
  });
  await steps.try('an update of a merged customer is refused, with the target of the merge', async () => {
    const update = { customer_id: source.customer_id, changes: { customer_name: 'Too late' } };
    const { details } = await refused(client.call('update-partner-customer', update), 409, 'customer_merged');
    equal('details', details, { merged_into: target.customer_id });
  });
  const selected = { partner_customer_id: target.customer_id };
  await steps.needed('the second customer is deactivated', async () => {
    const { body } = await client.call('deactivate-partner-customer', { ...selected, reason: 'smoke' });
    equal('the status', body.customer.status, 'inactive');
  });
  await steps.try('an inactive customer gets no new instance', () =>
    refused(
      client.call('create-customer-instance', { ...selected, instance_key: `${target.external_customer_id}-late` }),
      409,
      'invalid_state',
    ),
  );
  await steps.try('the second customer is reactivated', async () => {
    const { body } = await client.call('reactivate-partner-customer', selected);
    equal('the status', body.customer.status, 'active');
  });
};
