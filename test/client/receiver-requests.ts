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
