import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Lru } from '../../kernel/lru.ts';
import type { Clock, Milliseconds } from '../../kernel/time.ts';
import type { PartnerKey } from '../../domain/partner-key.ts';
import { readPartner, readPartnerKey, readPublishableKeys } from './callers.ts';
import { readMemberRecord, type MemberRecord } from './members.ts';
import { keys } from '../table/keys.ts';
import { getItemSoon } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** The lifetime of a cached answer. A revoked key or a removed member is refused within 60 seconds, with a reserve of 30. */
const freshness: Milliseconds = 30_000;
const maxEntries = 10_000;
const maxAbsent = 1_000;

interface Entry<T> {
  readonly until: Milliseconds;
  readonly value: Promise<T>;
}

/**
 * Caches answers. Concurrent calls share one read, and a failed read is not cached. Ids that do not exist have a cache of
 * their own, so that invented ids never displace existing ones.
 * @param lasts whether an answer may be cached; by default each one
 */
export const remembering = <T>(
  clock: Clock,
  read: (id: string) => Promise<T>,
  lasts: (value: T) => boolean = () => true,
): ((id: string) => Promise<T>) => {
  const known = new Lru<Entry<T>>(maxEntries);
  const absent = new Lru<Entry<T>>(maxAbsent);
  return (id) => {
    const now = clock();
    const cached = known.get(id) ?? absent.get(id);
    if (cached !== undefined && cached.until > now) return cached.value;
    const entry = { until: now + freshness, value: read(id) };
    absent.delete(id);
    known.set(id, entry);
    const forget = (): void => {
      if (known.get(id) === entry) known.delete(id);
    };
    entry.value.then((value) => {
      if (value !== null && lasts(value)) return;
      forget();
      if (value === null) absent.set(id, entry);
    }, forget);
    return entry.value;
  };
};

/** The latest day stays: the request may be sent again when a frozen environment is resumed. */
const noteUse = async (table: Table, key: PartnerKey, day: string): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...keys.partnerKey(key.key_id) },
      UpdateExpression: 'SET last_used_day = :day',
      ConditionExpression: 'attribute_exists(pk) AND NOT last_used_day > :day',
      ExpressionAttributeValues: { ':day': day },
    }),
  );
};

const hasInvitation = (record: MemberRecord | null): boolean =>
  record?.memberships.some(({ pending }) => pending) ?? false;

/** A record with an invitation is read as it is now, because the person who accepts goes on at once. */
const readMember = async (table: Table, id: string): Promise<MemberRecord | null> => {
  const record = await readMemberRecord(table, id, getItemSoon);
  return hasInvitation(record) ? readMemberRecord(table, id) : record;
};

/** The cached directory of callers. Its reads are eventually consistent at half the price: answers are cached for longer than such reads lag. `onError` is called when the use of a key could not be recorded. */
export const callerCache = (table: Table, clock: Clock, onError: (error: unknown) => void) => {
  const publishable = remembering(clock, async () => (await readPublishableKeys(table, getItemSoon)).keys);
  const noted = new Set<string>();
  return {
    publishableKeys: () => publishable(''),
    partnerKey: remembering(clock, (id) => readPartnerKey(table, id, getItemSoon)),
    member: remembering(
      clock,
      (id) => readMember(table, id),
      (record) => !hasInvitation(record),
    ),
    partner: remembering(clock, (id) => readPartner(table, id, getItemSoon)),
    now: {
      partnerKey: (id: string) => readPartnerKey(table, id),
      member: (id: string) => readMemberRecord(table, id),
      partner: (id: string) => readPartner(table, id),
    },
    keyUsed: (key: PartnerKey, day: string) => {
      const use = `${key.key_id} ${day}`;
      if (noted.has(use)) return;
      noted.add(use);
      // A frozen environment may lose the request: the next call repeats it.
      noteUse(table, key, day).catch((error: unknown) => {
        noted.delete(use);
        onError(error);
      });
    },
  };
};
