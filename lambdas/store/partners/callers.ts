import * as z from 'zod/mini';
import { scopes, type PartnerTerms } from '../../domain/access.ts';
import type { PartnerKey } from '../../domain/partner-key.ts';
import { rateClasses } from '../../domain/rate.ts';
import { sizeNames } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { keys } from '../table/keys.ts';
import { getItem, type GetItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** A publishable key of the stage. At most two are valid at a time. */
export interface PublishableKey {
  readonly value: string;
  readonly created_at: string;
  /** The key is valid until this time, which is in the future during a rotation. */
  readonly revoked_at: string | null;
}

export const isValid = ({ revoked_at: revoked }: PublishableKey, now: Milliseconds): boolean =>
  revoked === null || Date.parse(revoked) > now;

// One schema for all fields of a kind: each takes its time in the first call.
const text = z.string();
const textOrNull = z.nullable(text);
const number = z.number();

const publishableKeysItem = z.object({
  revision: number,
  keys: z.array(z.object({ value: text, created_at: text, revoked_at: textOrNull })),
});

const partnerKeyItem = z.object({
  key_id: text,
  partner_id: text,
  secret_hash: text,
  scopes: z.array(z.enum(scopes)),
  created_at: text,
  expires_at: textOrNull,
  revoked_at: textOrNull,
  last_used_day: textOrNull,
  label: z._default(textOrNull, null),
  issued_by: z._default(textOrNull, null),
});

const partnerItem = z.object({
  partner_id: text,
  name: text,
  status: z.enum(['active', 'suspended']),
  created_at: text,
  updated_at: text,
  limits: z._default(z.partialRecord(z.enum(rateClasses), z.object({ rate: number, burst: number })), {}),
  sizes: z._default(z.array(z.object({ since: text, size: z.enum(sizeNames) })), []),
  /** From when on the partner's customers have a search index. */
  indexed_at: z.optional(text),
  revision: number,
});
export type Partner = z.infer<typeof partnerItem>;

export const termsOf = ({ limits, sizes, indexed_at: indexedAt }: Partner): PartnerTerms => ({
  limits,
  sizes,
  isIndexed: indexedAt !== undefined,
});

export const partnerKeyOf = (item: Item): PartnerKey => partnerKeyItem.parse(item);
export const partnerOf = (item: Item): Partner => partnerItem.parse(item);

const parsed = <T>(item: Item | undefined, parse: (item: Item) => T): T | null =>
  item === undefined ? null : parse(item);

export const readPublishableKeys = async (
  table: Table,
  get: GetItem = getItem,
): Promise<{ readonly revision: number; readonly keys: readonly PublishableKey[] }> =>
  parsed(await get(table, keys.publishableKeys()), (item) => publishableKeysItem.parse(item)) ?? {
    revision: 0,
    keys: [],
  };

export const readPartnerKey = async (table: Table, keyId: string, get: GetItem = getItem): Promise<PartnerKey | null> =>
  parsed(await get(table, keys.partnerKey(keyId)), partnerKeyOf);

export const readPartner = async (table: Table, partnerId: string, get: GetItem = getItem): Promise<Partner | null> =>
  parsed(await get(table, keys.partner(partnerId)), partnerOf);
