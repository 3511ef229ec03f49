import * as z from 'zod/mini';
import type { Customer } from '../../domain/customer.ts';
import type { MergeEnds } from '../../domain/customer-rules.ts';
import { keys } from '../table/keys.ts';
import { findItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** Of a longer chain, the last customer that was read is named. Calls that are refused do little. */
const mostMerges = 50;

const mergedItem = z.object({ sk: z.string(), merged_into: z.nullable(z.string()) });

/** The ends of the merges of the merged ones of some customers. Each round trip reads the next customer of all of them. */
export const readMergeEnds = async (
  table: Table,
  partnerId: string,
  customers: readonly Customer[],
): Promise<MergeEnds> => {
  const targets = customers.flatMap(({ customer_id: id, merged_into: target }) =>
    target === null ? [] : [[id, target] as const],
  );
  const ends = new Map(targets);
  for (let merges = 1; merges < mostMerges && ends.size > 0; merges += 1) {
    const asked = Array.from(new Set(ends.values()), (id) => keys.customer(partnerId, id));
    const found = (await findItems(table, asked, true)).map((item) => mergedItem.parse(item));
    const next = new Map(found.flatMap(({ sk, merged_into: into }) => (into === null ? [] : [[sk, into] as const])));
    if (next.size === 0) break;
    for (const [id, end] of ends) ends.set(id, next.get(end) ?? end);
  }
  return ends;
};
