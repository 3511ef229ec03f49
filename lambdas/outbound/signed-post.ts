import type { Milliseconds } from '../domain/time.ts';
import { signedHeaders, type SigningSecrets } from '../domain/webhook/signature.ts';
import type { OutboundResult, OutboundSender } from './client.ts';

/** An endpoint's URL and signing secrets. */
export interface Destination {
  readonly url: string;
  readonly secrets: SigningSecrets;
}

/** Sends a signed message. @param id the same in every attempt @param limit of the exchange; null: the client's own */
export const postSigned = (
  outbound: OutboundSender,
  { url, secrets }: Destination,
  id: string,
  text: string,
  now: Milliseconds,
  limit: Milliseconds | null = null,
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
    ...(limit !== null && { limit }),
  });
};
