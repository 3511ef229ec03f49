import { createHash } from 'node:crypto';
import { isOfType, logoTypes, mostLogoBytes, type ConnectLogo } from '../domain/connect-page.ts';
import type { OutboundResult, OutboundSender } from './client.ts';
import { failureReasons } from './failure-reasons.ts';

type LogoRule = 'fetch' | 'content_type' | 'max_bytes' | 'image';

/** The logo, or the rule that its address breaks; `must` follows the name of the field. */
export type FetchedLogo =
  | { readonly kind: 'logo'; readonly logo: ConnectLogo }
  | { readonly kind: 'refused'; readonly rule: LogoRule; readonly must: string };

type Response = Extract<OutboundResult, { kind: 'response' }>;

const refused = (rule: LogoRule, must: string): FetchedLogo => ({ kind: 'refused', rule, must });

const formats = 'a PNG, JPEG, WebP or GIF image';

/** The media type without its parameters; null for none, or what is no media type. */
const mediaTypeOf = ({ headers }: Response): string | null => {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})\s*$/.exec(type)?.[1]?.toLowerCase() ?? null;
};

const wrongType = (given: string | null): FetchedLogo => {
  // An SVG may contain scripts and load other files.
  if (given === 'image/svg+xml') return refused('content_type', `must lead to ${formats}; SVG is not accepted`);
  return refused('content_type', `must lead to ${formats}; its Content-Type is ${given ?? 'missing'}`);
};

const logoOf = (response: Response): FetchedLogo => {
  const { status, body } = response;
  if (status !== 200) {
    const hint = status >= 300 && status <= 399 ? '; redirects are not followed' : '';
    return refused('fetch', `must answer 200; it answered ${status}${hint}`);
  }
  const mediaType = mediaTypeOf(response);
  const type = logoTypes.find((known) => known === mediaType);
  if (type === undefined) return wrongType(mediaType);
  if (body.length > mostLogoBytes) return refused('max_bytes', `must lead to at most ${mostLogoBytes} bytes`);
  if (!isOfType(type, body)) return refused('image', `must lead to an image of the type ${type} that it declares`);
  return { kind: 'logo', logo: { type, bytes: body, hash: createHash('sha256').update(body).digest('base64url') } };
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
  return result.kind === 'response'
    ? logoOf(result)
    : refused('fetch', `could not be fetched: ${failureReasons[result.error]}`);
};
