/** Requests to an endpoint, as the service and the platform send them. */
import { createHmac } from 'node:crypto';
import { signedHeaders, signingSecretFrom } from '../../lambdas/domain/webhook/signature.ts';

export const secretPart = '2f9cb36d71a94e0d8c550a1b2c3d4e5f';
export const endpoint = {
  secret: signingSecretFrom(Buffer.alloc(32, 7)),
  webhookUrl: `https://partner.example/hooks/${secretPart}`,
  verifyToken: 'open sesame+',
};

export interface Sent {
  readonly method: 'GET' | 'POST';
  /** Is added to the address. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const post = (headers: Sent['headers'], body: string): Sent => ({
  method: 'POST',
  query: '',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** With spaces and letters that a parser would write in another way. */
export const eventOf = (at: number, id: string, type = 'service.ping', more = '"data": {}'): Sent => {
  const body = `{"id": "${id}",  "type": "${type}", "name": "Café 東京", ${more}}`;
  return post({ ...signedHeaders([endpoint.secret], id, at, Buffer.from(body)) }, body);
};

/** The platform keys its signature with the secret of the service's app. */
export const callbackOf = (value: object): Sent => {
  const change = { field: 'messages', value: { metadata: { phone_number_id: '106540352242922' }, ...value } };
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '102', changes: [change] }] });
  const mac = createHmac('sha256', 'secret of the app').update(body).digest('hex');
  return post({ 'x-hub-signature-256': `sha256=${mac}` }, body);
};

export const handshakeOf = (token: string): Sent => ({
  method: 'GET',
  query: `?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '4711' }).toString()}`,
  headers: {},
  body: '',
});

/** The path of the address without what a proxy in front of the program strips. */
const path = `/hooks/${secretPart}`;

/** The requests of one round, in order, and what each is answered. */
const roundOf = (at: number, id: string) =>
  [
    ['the handshake', path, handshakeOf(endpoint.verifyToken), 200],
    ['the handshake with another token', path, handshakeOf('another'), 403],
    ['an event', path, eventOf(at, id), 200],
    ['the event once more', path, eventOf(at, id), 200],
    ['a forged event', path, { ...eventOf(at, `${id}-2`), body: eventOf(at, 'forged').body }, 400],
    ['a message', path, callbackOf({ messages: [{ text: { body: 'Café 東京' } }] }), 200],
    ['a status', path, callbackOf({ statuses: [{ id: 'wamid.1', status: 'read', timestamp: '1772323200' }] }), 200],
    ['a callback at another address', '/hooks/guessed', callbackOf({ messages: [{ text: { body: 'no' } }] }), 400],
  ] as const;

/** What the handlers of a program get in a round. */
export const gotInRound = ['service.ping', 'message Café 東京', 'read wamid.1'];

/** Plays a round. @returns what was answered otherwise than it should be */
export const playRound = async (base: string, at: number, id: string): Promise<readonly unknown[]> => {
  const wrong: unknown[] = [];
  for (const [what, to, { method, query, headers, body }, wanted] of roundOf(at, id)) {
    const answer = await fetch(base + to + query, method === 'GET' ? { method } : { method, headers, body });
    const text = await answer.text();
    const isRight = answer.status === wanted && (what !== 'the handshake' || text === '4711');
    if (!isRight) wrong.push([what, answer.status, text]);
  }
  return wrong;
};
