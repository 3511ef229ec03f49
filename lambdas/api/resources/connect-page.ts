import * as z from 'zod/mini';
import type { ConnectPage } from '../../domain/connect-page.ts';

const text = z.nullable(z.string());

export const connectPageView = z.object({
  display_name: text,
  logo_url: text,
  color: text,
  privacy_url: text,
  updated_at: z.nullable(z.iso.datetime()),
});

/** What the hosted page shows; null throughout before the partner has set anything. */
export const shownConnectPage = (page: ConnectPage | null): z.input<typeof connectPageView> => ({
  display_name: page?.display_name ?? null,
  logo_url: page?.logo_url ?? null,
  color: page?.color ?? null,
  privacy_url: page?.privacy_url ?? null,
  updated_at: page?.updated_at ?? null,
});
