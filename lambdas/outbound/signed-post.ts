import type { Milliseconds } from '../kernel/time.ts';
import { signedHeaders, type SigningSecrets } from '../domain/webhook/signature.ts';
import type { OutboundResult, OutboundSender } from './client.ts';

/** An endpoint's URL and signing secrets. */
export interface Destination {
  readonly url: string;
  readonly secrets: SigningSecrets;
}

export interface SignedMessage {
  /** The same in every attempt. */
  readonly id: string;
  readonly text: string;
  /** The `x-request-id` of the call that caused the message; null: no call did. It is not signed. */
  readonly requestId: string | null;
  /** The limit of the exchange; null: the client's own. */
  readonly limit?: Milliseconds | null;
}

/** Sends a signed message. */
export const postSigned = (
  outbound: OutboundSender,
  { url, secrets }: Destination,
  { id, text, requestId, limit = null }: SignedMessage,
  now: Milliseconds,
): Promise<OutboundResult> => {
  const body = Buffer.from(text);
  return outbound.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'swift-worker-webhooks/1.1',
      ...signedHeaders(secrets, id, now, body),
      ...(requestId !== null && { 'x-request-id': requestId }),
    },
    body,
    ...(limit !== null && { limit }),
  });
};
