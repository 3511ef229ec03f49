import type { Milliseconds } from '../domain/time.ts';
import { signedHeaders, type SigningSecrets } from '../domain/webhook/signature.ts';
import type { OutboundClient, OutboundResult } from './client.ts';

/** Where a partner's events go, and what they are signed with. */
export interface Destination {
  readonly url: string;
  readonly secrets: SigningSecrets;
}

/** Sends one signed message. @param id the same on every attempt @param limit of the exchange, when it has to be shorter */
export const postSigned = (
  outbound: OutboundClient,
  { url, secrets }: Destination,
  id: string,
  text: string,
  now: Milliseconds,
  limit?: Milliseconds,
): Promise<OutboundResult> => {
  const body = Buffer.from(text);
  return outbound.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'swift-worker-webhooks/1.1',
      ...signedHeaders(secrets, id, now, body),
    },
    body,
    ...(limit !== undefined && { limit }),
  });
};
