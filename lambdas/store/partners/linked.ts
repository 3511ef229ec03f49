import type { Key } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** The records of the links that begin with a key, in the order of the links. */
export const linked = async (table: Table, link: Key, keyOf: (link: Item) => Key): Promise<readonly Item[]> => {
  const { pk, sk } = link;
  const below = sk === '' ? {} : { ':sk': sk };
  const links = await queryAll(table, {
    KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ...below },
    ConsistentRead: true,
  });
  const items = await getItems(table, links.map(keyOf));
  return items.filter((item) => item !== undefined);
};
