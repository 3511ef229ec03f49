import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { scanItems } from '../../tools/harness/scan-items.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

const item = z.looseObject({ pk: z.string(), sk: z.string() });
type Item = z.infer<typeof item>;

/** A change of one item that the replica does not have yet; null: it was deleted. */
export interface Change {
  readonly key: string;
  readonly now: Item | null;
}

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

const itemsOf = async (table: Pick<Table, 'name' | 'client'>): Promise<ReadonlyMap<string, Item>> => {
  const found = await scanItems(table, { ConsistentRead: true });
  return new Map(found.map((raw) => item.parse(raw)).map((parsed) => [keyOf(parsed), parsed]));
};

/**
 * A table in another region, as a global table of eventual consistency has it: items arrive one by one, each as it last was, and
 * the items of one transaction not together. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
 */
export const laggingReplica = (source: Pick<Table, 'name' | 'client'>, replica: Pick<Table, 'name' | 'client'>) => ({
  /** What the replica lacks. */
  waiting: async (): Promise<readonly Change[]> => {
    const [here, there] = await Promise.all([itemsOf(source), itemsOf(replica)]);
    const changed = [...here].filter(([key, now]) => JSON.stringify(there.get(key)) !== JSON.stringify(now));
    const deleted = [...there.keys()].filter((key) => !here.has(key));
    return [...changed.map(([key, now]) => ({ key, now })), ...deleted.map((key) => ({ key, now: null }))].filter(
      ({ key }) => !key.includes('#RATE '),
    );
  },
  deliver: async (changes: readonly Change[]): Promise<void> => {
    for (const { key, now } of changes) {
      const [pk, sk] = key.split(' ');
      if (now === null) await replica.client.send(new DeleteCommand({ TableName: replica.name, Key: { pk, sk } }));
      else await replica.client.send(new PutCommand({ TableName: replica.name, Item: now }));
    }
  },
});
