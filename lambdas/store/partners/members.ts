import * as z from 'zod/mini';
import { roles } from '../../domain/access.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Member } from '../../domain/team.ts';
import { day, isoOf, seconds, type Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { deletionClause } from '../table/delete-clause.ts';
import { keys } from '../table/keys.ts';
import { getItem, type GetItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { linked } from './linked.ts';

const membershipItem = z.object({
  partner_id: z.string(),
  role: z.enum(roles),
  /** Of a pending one: when the person was invited last. */
  created_at: z.string(),
  /** Invited, and has not accepted. Memberships of before invitations were accepted are not pending. */
  pending: z._default(z.boolean(), false),
});
export type Membership = z.infer<typeof membershipItem>;

/** Made when the first member is read, which a call with a partner's key does not do. */
const memberItem = z.lazy(() =>
  z.object({
    member_id: z.string(),
    email: z.string(),
    memberships: z.array(membershipItem),
    /** The last membership, until the user who had it is deleted. */
    leaving: z._default(z.nullable(membershipItem), null),
    /** The partners whose memberships ended within a day or so: who ended one may repeat the call that did. */
    left: z._default(z.array(z.object({ partner_id: z.string(), at: z.string() })), []),
    revision: z.number(),
  }),
);

/** A record of before members could belong to several partners. */
const singleItem = z.lazy(() => z.object({ ...membershipItem.shape, member_id: z.string(), email: z.string() }));

/** A user with the partners that it is a member of. One without any is deleted, or is being deleted. */
export type MemberRecord = z.infer<typeof memberItem>;

const memberRecordOf = (item: Item): MemberRecord => {
  if ('memberships' in item) return memberItem.parse(item);
  const { member_id, email, ...membership } = singleItem.parse(item);
  return { member_id, email, memberships: [membership], leaving: null, left: [], revision: 0 };
};

/** A user without a record. */
export const newMemberRecord = (memberId: string, email: string): MemberRecord => ({
  member_id: memberId,
  email,
  memberships: [],
  leaving: null,
  left: [],
  revision: 0,
});

export const readMemberRecord = async (
  table: Table,
  memberId: string,
  get: GetItem = getItem,
): Promise<MemberRecord | null> => {
  const item = await get(table, keys.member(memberId));
  return item === undefined ? null : memberRecordOf(item);
};

/** The user as a member of the partner; null when it is none. */
export const memberOf = ({ member_id, email, memberships }: MemberRecord, partnerId: string): Member | null => {
  const membership = memberships.find(({ partner_id: id }) => id === partnerId);
  return membership === undefined ? null : { member_id, email, ...membership };
};

/** A user with its membership of a partner. @throws ServiceError not_found */
export const requireMember = async (
  table: Table,
  memberId: string,
  partnerId: string,
): Promise<{ readonly record: MemberRecord; readonly member: Member }> => {
  const record = await readMemberRecord(table, memberId);
  const member = record === null ? null : memberOf(record, partnerId);
  if (record === null || member === null) throw notFound('the member');
  return { record, member };
};

/** The members of a partner, in the order of their ids. */
export const listMembers = async (table: Table, partnerId: string): Promise<readonly Member[]> => {
  const items = await linked(table, keys.memberLink(partnerId, ''), (link) => keys.member(String(link['member_id'])));
  return items.flatMap((item) => memberOf(memberRecordOf(item), partnerId) ?? []);
};

/** Revision 0 is no record, or one of before records had revisions. */
const recordClause = (table: Table, { revision, ...record }: MemberRecord, ttl?: number): Clause => ({
  name: 'the memberships are unchanged since they were read',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.member(record.member_id),
        ...record,
        revision: revision + 1,
        ...(ttl !== undefined && { ttl }),
      },
      ...(revision === 0
        ? { ConditionExpression: 'attribute_not_exists(revision)' }
        : { ConditionExpression: 'revision = :read', ExpressionAttributeValues: { ':read': revision } }),
    },
  },
  refuse: contended,
});

/** Adds a membership, or replaces the one of the same partner. */
export const membershipClauses = (table: Table, record: MemberRecord, membership: Membership): readonly Clause[] => {
  const others = record.memberships.filter(({ partner_id: id }) => id !== membership.partner_id);
  return [
    recordClause(table, { ...record, memberships: [...others, membership] }),
    {
      name: 'the member is listed',
      write: {
        Put: {
          TableName: table.name,
          Item: { ...keys.memberLink(membership.partner_id, record.member_id), member_id: record.member_id },
        },
      },
    },
  ];
};

/** Longer than any invocation, so that an invitation that found the user before its deletion finds the record. */
const keptAfterDeletion: Milliseconds = day;

/** As long as a receipt. */
const repeatable: Milliseconds = day;
/** Of a record. */
const mostLeft = 20;

/** Ends a membership. After the last one the record says that the user is to be deleted. */
export const departureClauses = (
  table: Table,
  record: MemberRecord,
  partnerId: string,
  now: Milliseconds,
): readonly Clause[] => {
  const memberships = record.memberships.filter(({ partner_id: id }) => id !== partnerId);
  const last = memberships.length === 0 ? (record.memberships[0] ?? null) : null;
  const left = [
    ...record.left.filter(({ partner_id: id, at }) => id !== partnerId && Date.parse(at) > now - repeatable),
    { partner_id: partnerId, at: isoOf(now) },
  ].slice(-mostLeft);
  const ttl = last === null ? undefined : seconds(now + keptAfterDeletion);
  return [
    recordClause(table, { ...record, memberships, leaving: last, left }, ttl),
    deletionClause(table, 'the member is no longer listed', keys.memberLink(partnerId, record.member_id)),
    deletionClause(table, 'the member gets no notices by e-mail', keys.noticeMail(partnerId, record.member_id)),
  ];
};

/** The user is deleted: the record forgets the address. */
export const deletedUserClause = (table: Table, record: MemberRecord, now: Milliseconds): Clause =>
  recordClause(table, { ...record, email: '', leaving: null }, seconds(now + keptAfterDeletion));
