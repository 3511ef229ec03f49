import { z } from 'zod';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import { bodyBytes, type Draft } from './draft.ts';

/** The verify tokens that were given for an origin, and those that were sent to one. */
export interface VerifyTokens {
  /** The client for endpoints, which records the sent tokens. */
  readonly outbound: OutboundClient;
  /** Counts the tokens that were sent so far as given, because the set-up gave them. */
  readonly begin: () => void;
  readonly given: (draft: Draft) => void;
  /** Origins that got a token that was not given for them. */
  readonly strayed: () => readonly string[];
}

const endpoint = z.object({ webhook_url: z.string(), platform_verify_token: z.string() });

/** Reads a body as the service does, without a byte order mark. */
const endpointOf = (draft: Draft): z.infer<typeof endpoint> | undefined => {
  try {
    return endpoint.safeParse(JSON.parse(new TextDecoder().decode(bodyBytes(draft)))).data;
  } catch {
    return undefined;
  }
};

const pairOf = (url: string, token: string): string | null =>
  URL.canParse(url.trim()) ? `${new URL(url.trim()).origin} ${token.trim().normalize('NFC')}` : null;

/** Each validation also tries a random token, which the endpoint must refuse. */
const isMadeUp = (token: string): boolean => /^[0-9a-f]{48}$/.test(token);

export const watchVerifyTokens = (receiver: OutboundClient): VerifyTokens => {
  const given = new Set<string>();
  const sent = new Set<string>();
  return {
    outbound: {
      ...receiver,
      send: (request) => {
        const token = new URL(request.url).searchParams.get('hub.verify_token');
        const pair = token === null || isMadeUp(token) ? null : pairOf(request.url, token);
        if (pair !== null) sent.add(pair);
        return receiver.send(request);
      },
    },
    begin: () => {
      for (const pair of sent) given.add(pair);
    },
    given: (draft) => {
      const found = endpointOf(draft);
      const pair = found === undefined ? null : pairOf(found.webhook_url, found.platform_verify_token);
      if (pair !== null) given.add(pair);
    },
    strayed: () => [...sent].filter((pair) => !given.has(pair)).map((pair) => pair.split(' ')[0] ?? ''),
  };
};
