import type { OutboundResult } from '../../lambdas/outbound/client.ts';
import { logo, logoPath } from '../../local/receiver/logo.ts';

/** The answer of an address of a logo, such as `https://partner.example/logo.png`; null for other addresses. */
export const logoAnswer = (url: string): OutboundResult | null =>
  new URL(url).pathname === logoPath
    ? { kind: 'response', status: 200, headers: { 'content-type': 'image/png' }, body: logo, milliseconds: 1 }
    : null;
