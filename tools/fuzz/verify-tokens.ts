import { z } from 'zod';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import { bodyBytes, type Draft } from './draft.ts';

/** Which verify tokens were given for an origin, and which were sent to one. */
export interface VerifyTokens {
  /** The receiver, watched. */
  readonly outbound: OutboundClient;
  /** Takes what was sent so far as given: the partners of the stage gave it. */
  readonly begin: () => void;
  readonly given: (draft: Draft) => void;
  /** Origins that got a token which nobody gave for them. */
  readonly strayed: () => readonly string[];
}

const endpoint = z.object({ webhook_url: z.string(), platform_verify_token: z.string() });

/** As the service reads a body: without a byte order mark. */
const endpointOf = (draft: Draft): z.infer<typeof endpoint> | undefined => {
  try {
    return endpoint.safeParse(JSON.parse(new TextDecoder().decode(bodyBytes(draft)))).data;
  } catch {
    return undefined;
  }
};

const pairOf = (url: string, token: string): string | null =>
  URL.canParse(url.trim()) ? `${new URL(url.trim()).origin} ${token.trim().normalize('NFC')}` : null;

/** Each validation tries a token of its own as well, which has to be refused. */
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
