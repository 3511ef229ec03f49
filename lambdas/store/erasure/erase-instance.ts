import * as z from 'zod/mini';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { commit, contended, persist, type Clause, type RetryPolicy } from '../table/commit.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../instances/instances.ts';
import { deletionClause, ownDeletionClause } from '../table/delete-clause.ts';
import { keys, recordPartition, type Key } from '../table/keys.ts';
import { readPartnerNumber } from '../instances/partner-numbers.ts';
import { queryAll } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** The key stays reserved, and names no instance. */
const keyClause = (table: Table, partnerId: string, { instance }: InstanceRecord): Clause => ({
  name: "the key is the instance's",
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.instanceKey(partnerId, instance.instance_key) },
      ConditionExpression: 'instance_id = :instance OR attribute_not_exists(instance_id)',
      ExpressionAttributeValues: { ':instance': instance.id },
    },
  },
  refuse: contended,
});

/** Later reports of the instance's messages are attributed to no customer. */
const numberClauses = (table: Table, partnerId: string, isLast: boolean, { instance }: InstanceRecord) =>
  instance.platform_phone_number_id === null || !isLast
    ? []
    : [
        ownDeletionClause(
          table,
          "the number is the instance's",
          keys.partnerNumber(partnerId, instance.platform_phone_number_id),
          ['instance_id', instance.id],
        ),
      ];

/** Whether no other instance was connected to the number later. */
const isLastOfNumber = async (table: Table, partnerId: string, { instance }: InstanceRecord): Promise<boolean> => {
  if (instance.platform_phone_number_id === null) return false;
  const number = await readPartnerNumber(table, partnerId, instance.platform_phone_number_id, getItem);
  return number?.instanceId === instance.id;
};

const sessionItem = z.object({
  pk: z.string(),
  sk: z.string(),
  token_hash: z.string(),
  progress: z.nullable(z.unknown()),
});

/**
 * Deletes the sessions, whose redirect URLs may contain personal data.
 * @returns whether all are gone. One that has set a callback removes it first: nothing else has its token.
 */
const eraseSessions = async (table: Table, partnerId: string, instanceId: string): Promise<boolean> => {
  const { pk, sk } = keys.connectSession(partnerId, instanceId, '');
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
  const sessions = items.map((item) => sessionItem.parse(item));
  for (const session of sessions.filter(({ progress }) => progress === null)) {
    const gone = [keys.connectToken(session.token_hash), { pk: session.pk, sk: session.sk }];
    await commit(table, deletions(table, gone));
  }
  return sessions.every(({ progress }) => progress === null);
};

const deletions = (table: Table, gone: readonly Key[]): readonly Clause[] =>
  gone.map((key) => deletionClause(table, 'the item is deleted', key));

/** Erases the personal data of a deactivated instance. @returns its business account, and whether all its sessions have ended */
export const eraseInstance = async (
  table: Table,
  retryPolicy: RetryPolicy,
  partnerId: string,
  instanceId: string,
): Promise<{ readonly wabaId: string | null; readonly isDone: boolean }> => {
  const wabaId = await persist(retryPolicy, async () => {
    const record = await readInstance(table, partnerId, instanceId);
    if (record === null) return null;
    const { platform_waba_id: account } = record.instance;
    if (record.erased === true) return account;
    const gone = { sealedToken: null, deactivation: undefined };
    const next = { ...record, ...gone, erased: true, revision: record.revision + 1 };
    const isLast = await isLastOfNumber(table, partnerId, record);
    await commit(table, [
      ...instanceClauses(table, partnerId, next, record.instance),
      keyClause(table, partnerId, record),
      ...numberClauses(table, partnerId, isLast, record),
      // The end customer gave it, or it was made for the number.
      ...deletions(table, [keys.instancePin(partnerId, instanceId)]),
    ]);
    return account;
  });
  return { wabaId, isDone: await eraseSessions(table, partnerId, instanceId) };
};

/** Whether an instance of another customer, who is not erased, has or had the business account. */
export const isSharedWaba = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  now: Milliseconds,
  wabaId: string,
  customerId: string,
): Promise<boolean> => {
  for (const place of placesUntil(sizes, now)) {
    const others = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      FilterExpression:
        'platform_waba_id = :waba AND partner_customer_id <> :customer AND attribute_not_exists(erased)',
      ProjectionExpression: 'sk',
      ExpressionAttributeValues: {
        ':pk': recordPartition(partnerId, 'I', place),
        ':waba': wabaId,
        ':customer': customerId,
      },
      ConsistentRead: true,
    });
    if (others.length > 0) return true;
  }
  return false;
};
