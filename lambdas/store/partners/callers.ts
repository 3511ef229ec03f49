import * as z from 'zod/mini';
import { roles, scopes } from '../../domain/access.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** A publishable key of the stage; at most two are valid at once. */
export interface PublishableKey {
  readonly value: string;
  readonly created_at: string;
  /** A time to come while it is being rotated: until then it is valid. */
  readonly revoked_at: string | null;
}

export const isValid = ({ revoked_at: revoked }: PublishableKey, now: Milliseconds): boolean =>
  revoked === null || Date.parse(revoked) > now;

const publishableKeysItem = z.object({
  revision: z.number(),
  keys: z.array(z.object({ value: z.string(), created_at: z.string(), revoked_at: z.nullable(z.string()) })),
});

const partnerKeyItem = z.object({
  key_id: z.string(),
  partner_id: z.string(),
  /** SHA-256 of the secret, base64url. */
  secret_hash: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
  last_used_day: z.nullable(z.string()),
});
export type PartnerKey = z.infer<typeof partnerKeyItem>;

const memberItem = z.object({
  member_id: z.string(),
  partner_id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
});
export type Member = z.infer<typeof memberItem>;

const partnerItem = z.object({
  partner_id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'suspended']),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.number(),
});
export type Partner = z.infer<typeof partnerItem>;

export const partnerKeyOf = (item: Item): PartnerKey => partnerKeyItem.parse(item);
export const memberOf = (item: Item): Member => memberItem.parse(item);
export const partnerOf = (item: Item): Partner => partnerItem.parse(item);

const read = async <T>(table: Table, key: { pk: string; sk: string }, parse: (item: Item) => T): Promise<T | null> => {
  const item = await getItem(table, key);
  return item === undefined ? null : parse(item);
};

export const readPublishableKeys = async (
  table: Table,
): Promise<{ readonly revision: number; readonly keys: readonly PublishableKey[] }> =>
  (await read(table, keys.publishableKeys(), (item) => publishableKeysItem.parse(item))) ?? { revision: 0, keys: [] };

export const readPartnerKey = (table: Table, keyId: string): Promise<PartnerKey | null> =>
  read(table, keys.partnerKey(keyId), partnerKeyOf);

export const readMember = (table: Table, memberId: string): Promise<Member | null> =>
  read(table, keys.member(memberId), memberOf);

export const readPartner = (table: Table, partnerId: string): Promise<Partner | null> =>
  read(table, keys.partner(partnerId), partnerOf);
