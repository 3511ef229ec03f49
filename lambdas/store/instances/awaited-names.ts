import * as z from 'zod/mini';
import { isoOf, seconds, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import type { SessionRecord } from './connect-sessions.ts';
import { agreeing } from './instance-watches.ts';

/** Lets callbacks about a business account find a session that waits for a display name. @param until the end of the wait */
export const awaitedNameClause = (
  table: Table,
  { partnerId, session }: SessionRecord,
  wabaId: string,
  until: Milliseconds,
): Clause => ({
  name: 'the session is found by its business account',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.awaitedName(wabaId, partnerId, session.instance_id, session.id),
        partner_id: partnerId,
        instance_id: session.instance_id,
        session_id: session.id,
        ttl: seconds(until),
      },
    },
  },
});

const link = z.object({ partner_id: z.string(), instance_id: z.string(), session_id: z.string() });

/** Makes the sessions of a business account that wait for a display name due within a minute. Others are left as they are. */
export const continueAwaited = async (table: Table, wabaId: string, now: Milliseconds): Promise<void> => {
  const { pk, sk } = keys.awaitedName(wabaId, '', '', '');
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': sk.slice(0, 5) },
  });
  for (const item of items) {
    const { partner_id: partnerId, instance_id: instanceId, session_id: sessionId } = link.parse(item);
    await tryUpdate(table, {
      Key: { ...keys.connectSession(partnerId, instanceId, sessionId) },
      UpdateExpression: 'SET due_at = :at',
      ConditionExpression: 'progress.awaits_name = :yes AND due_at > :at',
      ExpressionAttributeValues: { ':yes': true, ':at': isoOf(now + agreeing) },
    });
  }
};
