import { notFound } from '../../kernel/errors.ts';
import { dueAt } from '../../kernel/due.ts';
import { keyRecordEnd, keyWarningAt, type PartnerKey } from '../../domain/partner-key.ts';
import { laterThan, seconds, type Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import { keys } from '../table/keys.ts';
import { queryAll, queryPages } from '../table/query.ts';
import { findItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { partnerKeyOf, partnerOf, readPartner, type Partner, type PublishableKey } from './callers.ts';
import { linked } from './linked.ts';
import { newUsageClause } from '../usage/usage-head.ts';

const put = (
  table: Table,
  item: Record<string, unknown>,
  condition: string,
  values?: Record<string, unknown>,
  names?: Record<string, string>,
): Clause['write'] => ({
  Put: {
    TableName: table.name,
    Item: item,
    ConditionExpression: condition,
    ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
    ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
  },
});

/** @throws ServiceError not_found */
export const requirePartner = async (table: Table, partnerId: string): Promise<Partner> => {
  const partner = await readPartner(table, partnerId);
  if (partner === null) throw notFound('the partner');
  return partner;
};

/** The next revision of a partner. Every change of its keys and members commits one, so that they follow one another. */
export const nextPartner = (partner: Partner, now: Milliseconds): Partner => ({
  ...partner,
  updated_at: laterThan(partner.updated_at, now),
  revision: partner.revision + 1,
});

/** Writes a partner. Revision 1 is a new partner; any other revision replaces the one that was read. */
export const partnerClause = (table: Table, partner: Partner): Clause => ({
  name: 'the partner is unchanged since it was read',
  write:
    partner.revision === 1
      ? put(table, { ...keys.partner(partner.partner_id), ...partner }, 'attribute_not_exists(pk)')
      : put(table, { ...keys.partner(partner.partner_id), ...partner }, 'revision = :read', {
          ':read': partner.revision - 1,
        }),
  refuse: contended,
});

/** The partners with some ids. */
export const readPartners = async (table: Table, partnerIds: readonly string[]): Promise<readonly Partner[]> =>
  (await findItems(table, partnerIds.map(keys.partner), true)).map(partnerOf);

/** Writes a new partner and its entry in the list of partners, and begins its usage. */
export const newPartnerClauses = (table: Table, partner: Partner): readonly Clause[] => [
  partnerClause(table, partner),
  {
    name: 'the partner is listed',
    write: put(
      table,
      { ...keys.partnerLink(partner.partner_id), partner_id: partner.partner_id },
      'attribute_not_exists(pk)',
    ),
  },
  newUsageClause(table, partner.partner_id, utcDayOf(Date.parse(partner.created_at))),
];

/** All partners, the oldest first. */
export const listPartners = async (table: Table): Promise<readonly Partner[]> =>
  (await linked(table, keys.partnerLink(''), (link) => keys.partner(String(link['partner_id'])))).map(partnerOf);

/** The partner after another one, the oldest first; null after the last. @param partnerId null: before the first */
export const partnerAfter = async (table: Table, partnerId: string | null): Promise<string | null> => {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND sk > :after',
    ExpressionAttributeValues: { ':pk': keys.partnerLink('').pk, ':after': partnerId ?? '-' },
    ConsistentRead: true,
    Limit: 1,
  });
  const first = await pages.next();
  const link = first.done === true ? undefined : first.value[0];
  return link === undefined ? null : String(link['partner_id']);
};

export const countPartners = async (table: Table): Promise<number> =>
  (
    await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.partnerLink('').pk },
      ProjectionExpression: 'sk',
    })
  ).length;

/** The attribute that deletes what is stored of a key some time after its end. */
const ttlOf = (key: PartnerKey): { readonly ttl?: number } => {
  const end = keyRecordEnd(key);
  return end === null ? {} : { ttl: seconds(end) };
};

/** A key's entry in the partner's list. It is due when its owners have to be notified of its end. */
const linkOf = (key: PartnerKey, now: Milliseconds): Item => {
  const { partner_id: partnerId, key_id } = key;
  const due = keyWarningAt(key, now);
  return {
    ...keys.partnerKeyLink(partnerId, key_id),
    key_id,
    ...ttlOf(key),
    ...(due !== null && dueAt('keyWatch', partnerId, due)),
  };
};

/** Writes a key, which is found by its id, and its entry in the partner's list. */
export const newPartnerKeyClauses = (table: Table, key: PartnerKey, now: Milliseconds): readonly Clause[] => [
  {
    name: 'the key id is new',
    write: put(table, { ...keys.partnerKey(key.key_id), ...key, ...ttlOf(key) }, 'attribute_not_exists(pk)'),
  },
  {
    name: 'the key is listed',
    write: put(table, linkOf(key, now), 'attribute_not_exists(pk)'),
  },
];

/** Sets when a key expires or that it is revoked, unless it is already revoked. It is listed for some time after its end. */
export const endPartnerKeyClauses = (table: Table, key: PartnerKey, now: Milliseconds): readonly Clause[] => {
  const { ttl } = ttlOf(key);
  return [
    {
      name: 'the key is not revoked',
      write: {
        Update: {
          TableName: table.name,
          Key: { ...keys.partnerKey(key.key_id) },
          UpdateExpression: 'SET revoked_at = :revoked, expires_at = :expires, #ttl = :ttl',
          ConditionExpression: 'revoked_at = :none',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':revoked': key.revoked_at,
            ':expires': key.expires_at,
            ':ttl': ttl,
            ':none': null,
          },
        },
      },
      refuse: contended,
    },
    {
      name: 'the key leaves the list some time after its end',
      write: { Put: { TableName: table.name, Item: linkOf(key, now) } },
    },
  ];
};

export const listPartnerKeys = async (table: Table, partnerId: string): Promise<readonly PartnerKey[]> =>
  (await linked(table, keys.partnerKeyLink(partnerId, ''), (link) => keys.partnerKey(String(link['key_id'])))).map(
    partnerKeyOf,
  );

export const publishableKeysClause = (table: Table, revision: number, all: readonly PublishableKey[]): Clause => ({
  name: 'the publishable keys are unchanged since they were read',
  write: put(
    table,
    { ...keys.publishableKeys(), revision, keys: all },
    revision === 1 ? 'attribute_not_exists(pk)' : 'revision = :read',
    revision === 1 ? undefined : { ':read': revision - 1 },
  ),
  refuse: contended,
});
