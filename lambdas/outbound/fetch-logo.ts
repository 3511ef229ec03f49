import { createHash } from 'node:crypto';
import { isOfType, logoTypes, mostLogoBytes, type ConnectLogo } from '../domain/connect-page.ts';
import type { OutboundResult, OutboundSender } from './client.ts';

/** Undefined when the address gives no logo, for whichever reason: a partner must not learn what answers behind an address. */
type FetchedLogo = ConnectLogo | undefined;

type Response = Extract<OutboundResult, { kind: 'response' }>;

/** The media type without its parameters; null for none, or what is no media type. */
const mediaTypeOf = ({ headers }: Response): string | null => {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})\s*$/.exec(type)?.[1]?.toLowerCase() ?? null;
};

const logoOf = (response: Response): FetchedLogo => {
  const { status, body } = response;
  const mediaType = mediaTypeOf(response);
  // An SVG, which may contain scripts and load other files, is none of them.
  const type = logoTypes.find((known) => known === mediaType);
  if (status !== 200 || type === undefined || body.length > mostLogoBytes || !isOfType(type, body)) return undefined;
  return { type, bytes: body, hash: createHash('sha256').update(body).digest('base64url') };
};

/** Fetches a logo from an address that a partner gave: one GET, of public addresses only, without redirects. */
export const fetchLogo = async (outbound: OutboundSender, url: string): Promise<FetchedLogo> => {
  const result = await outbound.send({
    method: 'GET',
    url,
    headers: {
      accept: logoTypes.join(', '),
      'accept-encoding': 'identity',
      'user-agent': 'swift-worker-logos/1.1',
    },
    // One more, so that a longer body is noticed.
    bodyBytes: mostLogoBytes + 1,
  });
  return result.kind === 'response' ? logoOf(result) : undefined;
};
