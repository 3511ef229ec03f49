import { contended, type Clause } from '../table/commit.ts';
import { deletionClause, ownDeletionClause } from '../table/delete-clause.ts';
import { keys, type Key } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItems } from '../table/read.ts';
import {
  memberOf,
  partnerKeyOf,
  partnerOf,
  type Member,
  type Partner,
  type PartnerKey,
  type PublishableKey,
} from './callers.ts';
import type { Item, Table } from '../table/table.ts';

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

/** Writes a new partner and its entry in the list of partners. */
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
];

/** The records of the links that begin with a key, in the order of the links. */
const linked = async (table: Table, link: Key, keyOf: (link: Item) => Key): Promise<readonly Item[]> => {
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

/** All partners, the oldest first. */
export const listPartners = async (table: Table): Promise<readonly Partner[]> =>
  (await linked(table, keys.partnerLink(''), (link) => keys.partner(String(link['partner_id'])))).map(partnerOf);

/** Writes a key, which is found by its id, and its entry in the partner's list. */
export const newPartnerKeyClauses = (table: Table, key: PartnerKey): readonly Clause[] => [
  {
    name: 'the key id is new',
    write: put(table, { ...keys.partnerKey(key.key_id), ...key }, 'attribute_not_exists(pk)'),
  },
  {
    name: 'the key is listed',
    write: put(
      table,
      { ...keys.partnerKeyLink(key.partner_id, key.key_id), key_id: key.key_id },
      'attribute_not_exists(pk)',
    ),
  },
];

/** Sets when a key expires or that it is revoked, unless it is already revoked. */
export const endPartnerKeyClause = (table: Table, key: PartnerKey): Clause => ({
  name: 'the key is not revoked',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.partnerKey(key.key_id) },
      UpdateExpression: 'SET revoked_at = :revoked, expires_at = :expires',
      ConditionExpression: 'revoked_at = :none',
      ExpressionAttributeValues: { ':revoked': key.revoked_at, ':expires': key.expires_at, ':none': null },
    },
  },
  refuse: contended,
});

export const listPartnerKeys = async (table: Table, partnerId: string): Promise<readonly PartnerKey[]> =>
  (await linked(table, keys.partnerKeyLink(partnerId, ''), (link) => keys.partnerKey(String(link['key_id'])))).map(
    partnerKeyOf,
  );

/** Writes a member, who is found by the token's subject, and the entry in the partner's list. */
export const memberClauses = (table: Table, member: Member): readonly Clause[] => [
  {
    name: 'the member belongs to no other partner',
    write: put(
      table,
      { ...keys.member(member.member_id), ...member },
      'attribute_not_exists(pk) OR partner_id = :partner',
      { ':partner': member.partner_id },
    ),
  },
  {
    name: 'the member is listed',
    write: {
      Put: {
        TableName: table.name,
        Item: { ...keys.memberLink(member.partner_id, member.member_id), member_id: member.member_id },
      },
    },
  },
];

/** Changes a membership, unless it has changed since it was read. */
export const existingMemberClause = (table: Table, existing: Member, member: Member): Clause => ({
  name: 'the membership is unchanged since it was read',
  write: put(
    table,
    { ...keys.member(member.member_id), ...member },
    'partner_id = :partner AND #role = :role',
    { ':partner': existing.partner_id, ':role': existing.role },
    { '#role': 'role' },
  ),
  refuse: contended,
});

/** Removes a membership of the partner. */
export const removeMemberClauses = (table: Table, member: Member): readonly Clause[] => [
  ownDeletionClause(table, 'the member belongs to the partner', keys.member(member.member_id), [
    'partner_id',
    member.partner_id,
  ]),
  deletionClause(table, 'the member is no longer listed', keys.memberLink(member.partner_id, member.member_id)),
];

export const listMembers = async (table: Table, partnerId: string): Promise<readonly Member[]> =>
  (await linked(table, keys.memberLink(partnerId, ''), (link) => keys.member(String(link['member_id'])))).map(memberOf);

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
