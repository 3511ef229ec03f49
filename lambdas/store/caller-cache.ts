import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, Milliseconds } from '../domain/time.ts';
import { readMember, readPartner, readPartnerKey, readPublishableKeys, type PartnerKey } from './callers.ts';
import { keys } from './keys.ts';
import type { Table } from './table.ts';

/** A revoked key or a removed member stops within 60 seconds: 30 here, and time to spare. */
const freshness: Milliseconds = 30_000;
/** Bounds the memory that unknown ids can take. */
const maxEntries = 10_000;

/** Remembers answers for a while; concurrent questions share one read, and a failed read is not remembered. */
export const remembering = <T>(clock: Clock, read: (id: string) => Promise<T>): ((id: string) => Promise<T>) => {
  const known = new Map<string, { readonly until: Milliseconds; readonly value: Promise<T> }>();
  return (id) => {
    const now = clock();
    const entry = known.get(id);
    if (entry !== undefined && entry.until > now) return entry.value;
    if (known.size >= maxEntries) known.clear();
    const value = read(id);
    known.set(id, { until: now + freshness, value });
    value.catch(() => known.delete(id));
    return value;
  };
};

const noteUse = async (table: Table, key: PartnerKey, day: string): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...keys.partnerKey(key.key_id) },
      UpdateExpression: 'SET last_used_day = :day',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':day': day },
    }),
  );
};

/** The directory of callers over the table. `onError` hears of uses that could not be noted. */
export const callerCache = (table: Table, clock: Clock, onError: (error: unknown) => void) => {
  const publishable = remembering(clock, async () => (await readPublishableKeys(table)).keys);
  const noted = new Set<string>();
  return {
    publishableKeys: () => publishable(''),
    partnerKey: remembering(clock, (id) => readPartnerKey(table, id)),
    member: remembering(clock, (id) => readMember(table, id)),
    partner: remembering(clock, (id) => readPartner(table, id)),
    keyUsed: (key: PartnerKey, day: string) => {
      const use = `${key.key_id} ${day}`;
      if (noted.has(use)) return;
      noted.add(use);
      noteUse(table, key, day).catch(onError);
    },
  };
};
