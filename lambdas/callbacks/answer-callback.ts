import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ReceivedChange } from '../domain/callback-message.ts';
import type { RelayedCallback } from '../domain/relayed-callback.ts';
import { isSignedByPlatform } from '../domain/webhook/signature.ts';
import type { Clock } from '../kernel/time.ts';
import type { Log } from '../runtime/logger.ts';
import { readCallback, type Callback } from './read-callback.ts';
import { appVerifyToken } from '../domain/webhook/app-verify-token.ts';

type Answer = APIGatewayProxyStructuredResultV2;

export interface CallbackReceiver {
  /** The secret of the app at the platform. */
  readonly appSecret: () => Promise<string>;
  /** Stores the changes durably. */
  readonly queue: (changes: readonly ReceivedChange[]) => Promise<void>;
  /** Stores durably what is sent on to partners. @returns how many are too large for it */
  readonly relay: (callbacks: readonly RelayedCallback[]) => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

const answerWith = (statusCode: number, body: string, headers: Record<string, string> = {}): Answer => ({
  statusCode,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  body,
});

/** Takes the same time for every wrong text of any length. */
const isSame = (given: string, wanted: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
};

/** Gives the challenge back to who knows the token that is derived from the secret. */
export const handshake = async (
  receiver: Pick<CallbackReceiver, 'appSecret'>,
  event: APIGatewayProxyEventV2,
): Promise<Answer> => {
  const query = new URLSearchParams(event.rawQueryString);
  const isMeant = query.get('hub.mode') === 'subscribe';
  const isKnown = isSame(query.get('hub.verify_token') ?? '', appVerifyToken(await receiver.appSecret()));
  return isMeant && isKnown ? answerWith(200, query.get('hub.challenge') ?? '') : answerWith(403, 'forbidden');
};

/** A signed callback that cannot be read is accepted, because the platform would repeat it for days. */
const understood = (receiver: CallbackReceiver, body: Buffer): Callback => {
  try {
    return readCallback(body, receiver.clock());
  } catch (error) {
    receiver.log.error('a callback of the platform could not be read', { bytes: body.length, error });
    return { changes: [], relayed: [], others: {} };
  }
};

const receive = async (receiver: CallbackReceiver, event: APIGatewayProxyEventV2): Promise<Answer> => {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (!isSignedByPlatform(await receiver.appSecret(), body, event.headers['x-hub-signature-256'])) {
    receiver.log.warn('a callback has no valid signature', { bytes: body.length });
    return answerWith(401, 'the signature is not valid');
  }
  const { changes, relayed, others } = understood(receiver, body);
  const [tooLarge] = await Promise.all([receiver.relay(relayed), receiver.queue(changes)]);
  if (tooLarge > 0) receiver.log.error('callbacks are too large to be sent on', { callbacks: tooLarge });
  const isSentOn = changes.length === 0 && Object.keys(others).length === 0;
  // What is only sent on has the line of its attempt.
  if (!isSentOn) receiver.log.info('callback', { changes: changes.length, relayed: relayed.length, others });
  return answerWith(200, 'accepted');
};

/**
 * Answers one request of the platform.
 * @throws Error when it could not be accepted. API Gateway answers 500, and the platform repeats the callback.
 */
export const answer = (receiver: CallbackReceiver, event: APIGatewayProxyEventV2): Promise<Answer> => {
  switch (event.requestContext.http.method) {
    case 'GET':
      return handshake(receiver, event);
    case 'POST':
      return receive(receiver, event);
    default:
      return Promise.resolve(answerWith(405, 'the method must be GET or POST', { allow: 'GET, POST' }));
  }
};
