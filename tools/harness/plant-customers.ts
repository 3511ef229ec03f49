import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newCustomer, type Customer } from '../../lambdas/domain/customer.ts';
import { recordId, type Sizes } from '../../lambdas/domain/size.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { commit, type Clause } from '../../lambdas/store/table/commit.ts';
import { customerItemOf } from '../../lambdas/store/customers/customers.ts';
import { countClauses } from '../../lambdas/store/table/span-counts.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

export interface Planting {
  readonly count: number;
  /** The customers are created at an even rate between these times. */
  readonly from: number;
  readonly to: number;
  /** The partner's sizes. Default: `standard`. */
  readonly sizes?: Sizes;
  readonly describe: (
    index: number,
  ) => Partial<Pick<Customer, 'customer_name' | 'customer_email' | 'customer_phone' | 'status'>>;
}

const atOnce = 8;

const inTurn = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < all.length; start += atOnce)
    await Promise.all(all.slice(start, start + atOnce).map(work));
};

const batches = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, batch) => all.slice(batch * size, (batch + 1) * size));

/**
 * Creates many customers of a partner at once, with the items of a creation except history and external ids.
 * @returns the customers, the oldest first
 */
export const plantCustomers = async (
  table: Table,
  partnerId: string,
  { count, from, to, sizes = [], describe }: Planting,
): Promise<readonly Customer[]> => {
  const customers = Array.from({ length: count }, (_, index): Customer => {
    const now = Math.floor(from + ((to - from) * index) / count);
    const plain = { customer_name: `Customer ${index}`, customer_email: null, customer_phone: '+44 20 7946 0000' };
    const customer = newCustomer(
      recordId(sizes, newId(now)),
      `X-${index}`,
      { ...plain, metadata: { plan: 'gold' } },
      now,
    );
    return { ...customer, ...describe(index) };
  }).sort((left, right) => (left.customer_id < right.customer_id ? -1 : 1));
  const puts = customers.map((customer) => ({
    PutRequest: {
      Item: {
        ...customerItemOf(partnerId, { customer, revision: 1, historyCount: 1, eventSequence: 0, lastEvent: 0 }),
      },
    },
  }));
  await inTurn(batches(puts, 25), (batch) =>
    table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: [...batch] } })),
  );
  const counted = customers.flatMap((customer) =>
    countClauses(table, partnerId, 'C', { id: customer.customer_id, from: null, to: customer.status }),
  );
  // By status only: what was planted is no usage.
  const statusOf = ({ write }: Clause): string => write.Update?.ExpressionAttributeNames?.['#k0'] ?? '';
  const summed = Map.groupBy(counted, (clause) => JSON.stringify([clause.write.Update?.Key, statusOf(clause)]));
  const sums = Array.from(summed.values(), (group) => ({
    first: group[0]?.write.Update,
    names: { '#k0': group[0] === undefined ? '' : statusOf(group[0]) },
    length: group.length,
  }));
  await inTurn(batches(sums, 100), (batch) =>
    commit(
      table,
      batch.flatMap(({ first, names, length }) =>
        first === undefined
          ? []
          : [
              {
                name: 'counted',
                write: {
                  Update: {
                    ...first,
                    UpdateExpression: 'ADD #k0 :n0',
                    ExpressionAttributeNames: names,
                    ExpressionAttributeValues: { ':n0': length },
                  },
                },
              },
            ],
      ),
    ),
  );
  return customers;
};
