import * as z from 'zod/mini';
import { verdicts } from '../../domain/delivery/health.ts';
import type { KnownVerdict } from '../../domain/delivery/verdict-watch.ts';
import { contended, type Clause } from '../table/commit.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { verdictKey } from './keys.ts';

const verdictItem = z.object({ verdict: z.enum(verdicts), at: z.number() });

export const readVerdict = async (
  table: Table,
  partnerId: string,
  instanceId: string,
): Promise<KnownVerdict | null> => {
  const item = await getItem(table, verdictKey(partnerId, instanceId));
  return item === undefined ? null : verdictItem.parse(item);
};

export const verdictClause = (
  table: Table,
  partnerId: string,
  instanceId: string,
  before: KnownVerdict | null,
  known: KnownVerdict,
): Clause => ({
  name: 'the verdict is unchanged since it was read',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...verdictKey(partnerId, instanceId), ...known },
      ...(before === null
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#at = :before',
            ExpressionAttributeNames: { '#at': 'at' },
            ExpressionAttributeValues: { ':before': before.at },
          }),
    },
  },
  refuse: contended,
});
