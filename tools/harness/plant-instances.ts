import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newInstance } from '../../lambdas/domain/instance.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { customerParams, findCustomer } from '../../lambdas/store/customers/customers.ts';
import { instanceClauses } from '../../lambdas/store/instances/instances.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

/** Creates many instances of a customer at once, with the items of a creation except the history and the key. */
export const plantInstances = async (
  table: Table,
  partnerId: string,
  customerId: string,
  count: number,
): Promise<string[]> => {
  const now = Date.UTC(2030, 0, 2, 3);
  const instances = Array.from({ length: count }, (_, index) =>
    newInstance(
      {
        id: newId(now - index),
        instance_key: `planted-${customerId}-${index}`,
        partner_customer_id: customerId,
        instance_name: null,
        metadata: {},
      },
      now - index,
    ),
  );
  const clauses = instances.map((instance) =>
    instanceClauses(table, partnerId, { instance, revision: 1, sealedToken: null, busyUntil: null }, null),
  );
  const puts = clauses
    .flat()
    .flatMap(({ write }) => (write.Put === undefined ? [] : [{ PutRequest: { Item: write.Put.Item ?? {} } }]));
  for (let start = 0; start < puts.length; start += 25) {
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts.slice(start, start + 25) } }));
  }
  const counts = clauses.flat().filter(({ write }) => write.Update !== undefined);
  const summed = Map.groupBy(counts, ({ write }) => JSON.stringify(write.Update?.Key));
  for (const group of summed.values()) {
    const [first] = group;
    if (first?.write.Update === undefined) continue;
    const update = { ...first.write.Update, ExpressionAttributeValues: { ':n0': group.length } };
    await commit(table, [{ name: 'counted', write: { Update: update } }]);
  }
  const record = await findCustomer(table, partnerId, { customerId }, null);
  if (record === null) throw new Error('no such customer');
  const customer = { ...record.customer, instance_count: record.customer.instance_count + count };
  const write = customerParams(table.name, partnerId, { ...record, customer, revision: record.revision + 1 });
  await commit(table, [{ name: 'the customer counts them', write }]);
  return instances.map(({ id }) => id);
};
