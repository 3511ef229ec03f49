import * as z from 'zod/mini';
import { logoTypes, type ConnectLogo, type ConnectPage } from '../../domain/connect-page.ts';
import type { Clause } from '../table/commit.ts';
import { deletionClause } from '../table/delete-clause.ts';
import { keys } from '../table/keys.ts';
import { revisionClause } from '../table/put-clause.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

const text = z.nullable(z.string());

const pageItem = z.object({
  display_name: text,
  logo_url: text,
  color: text,
  privacy_url: text,
  logo_hash: text,
  updated_at: z.string(),
  revision: z.number(),
});

export interface ConnectPageRecord extends ConnectPage {
  readonly revision: number;
}

/** What a partner's hosted page shows; null before the partner has set anything. */
export const readConnectPage = async (table: Table, partnerId: string): Promise<ConnectPageRecord | null> => {
  const item = await getItem(table, keys.connectPage(partnerId));
  return item === undefined ? null : pageItem.parse(item);
};

const logoItem = z.object({ type: z.enum(logoTypes), bytes: z.instanceof(Uint8Array), hash: z.string() });

/**
 * The logo of a partner's hosted page; null without one. An item of its own, so that reading the page does not read the bytes.
 * @public The hosted page serves it.
 */
export const readConnectLogo = async (table: Table, partnerId: string): Promise<ConnectLogo | null> => {
  const item = await getItem(table, keys.connectLogo(partnerId));
  if (item === undefined) return null;
  const { type, bytes, hash } = logoItem.parse(item);
  return { type, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), hash };
};

/** @param read the revision that was read; 0 for none */
export const connectPageClause = (table: Table, partnerId: string, page: ConnectPage, read: number): Clause =>
  revisionClause(table, 'the connect page is unchanged since it was read', read, {
    ...keys.connectPage(partnerId),
    ...page,
  });

/** Stores the logo, or deletes the stored one. It is written together with the page, which names its hash. */
export const connectLogoClause = (table: Table, partnerId: string, logo: ConnectLogo | null): Clause =>
  logo === null
    ? deletionClause(table, 'the logo is deleted', keys.connectLogo(partnerId))
    : {
        name: 'the logo is stored',
        write: { Put: { TableName: table.name, Item: { ...keys.connectLogo(partnerId), ...logo } } },
      };
