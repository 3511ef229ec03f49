import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { LoopbackServer } from '@swift-worker/loopback/server.ts';
import { createConversations } from '@swift-worker/platform-simulator/conversations.ts';
import { z } from 'zod';
import { ensureCertificates } from '../../local/certificates.ts';
import type { Certificates } from '../../local/certificates.ts';
import { startReceiver } from '../../local/receiver/receiver.ts';
import type { Receiver } from '../../local/receiver/receiver.ts';
import { APP_SECRET, runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;
let app: LoopbackServer;
let line: Instance;
let certificates: Certificates;
/** The endpoint of the account. */
let receiver: Receiver;
let received: { path: string; signature: string; text: string }[] = [];

beforeAll(async () => {
  app = await startLoopbackServer({
    port: 0,
    log: () => undefined,
    handle: async (request, response) => {
      const text = (await readBody(request, 100_000)).toString();
      received.push({ path: request.url ?? '', signature: String(request.headers['x-hub-signature-256']), text });
      response.writeHead(200).end();
    },
  });
  certificates = await ensureCertificates(undefined);
  receiver = await startReceiver({
    httpsPort: 0,
    controlPort: 0,
    tls: certificates.server,
    log: () => undefined,
    verifyTokens: new Map([[1, 'token']]),
  });
  platform = await runPlatform({ caFile: certificates.caFile });
});
afterAll(async () => {
  await platform.stop();
  await app.stop();
  await receiver.stop();
  await certificates.remove();
});
beforeEach(async () => {
  platform.app.callbackUrl = undefined;
  line = await platform.connect();
  await platform.graph('POST', `/${line.wabaId}/subscribed_apps`, line.token);
  await platform.control({ number: { id: line.numberId, registered: true } });
  platform.app.callbackUrl = urlOf('/app');
  received = [];
});
afterEach(async () => {
  await platform.control({ clear: true });
});

const TO = '15550009876';
const urlOf = (path: string): string => `http://127.0.0.1:${app.port}${path}`;
const Sent = z.object({ messages: z.tuple([z.object({ id: z.string() })]) });
const post = (message: object): Promise<Answer> =>
  platform.graph('POST', `/${line.numberId}/messages`, line.token, { messaging_product: 'whatsapp', ...message });
const text = { to: TO, type: 'text', text: { body: 'Hi' } };
const send = async (message: object = text): Promise<string> => Sent.parse((await post(message)).body).messages[0].id;

const Callback = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.tuple([
    z.strictObject({
      id: z.string(),
      changes: z.tuple([z.strictObject({ field: z.literal('messages'), value: z.looseObject({}) })]),
    }),
  ]),
});
const valueOf = (body: string): Readonly<Record<string, unknown>> =>
  Callback.parse(JSON.parse(body)).entry[0].changes[0].value;
const Statuses = z.tuple([z.looseObject({ id: z.string(), status: z.string() })]);
const statusOf = (body: string): z.infer<typeof Statuses>[0] => Statuses.parse(valueOf(body)['statuses'])[0];
const arrived = async (count: number): Promise<readonly { path: string; text: string }[]> => {
  while (received.length < count) await new Promise((resolve) => setImmediate(resolve));
  return received;
};
/** The next statuses, in order. */
const statuses = async (count: number): Promise<ReturnType<typeof statusOf>[]> =>
  (await arrived(count)).map((one) => statusOf(one.text));
const words = async (count: number): Promise<string[]> => (await statuses(count)).map(({ status }) => status);
const second = (): string => String(Math.floor(platform.clock.now / 1_000));
const metadata = (): object => ({
  display_phone_number: expect.stringMatching(/^\d+$/),
  phone_number_id: line.numberId,
});
const logged = async (id: string): Promise<unknown> =>
  z
    .object({ messages: z.array(z.looseObject({ id: z.string() })) })
    .parse(await (await fetch(platform.controlUrl)).json())
    .messages.find((message) => message.id === id);

// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status
describe('a message of the business', () => {
  test('is sent, delivered and read, each with a signed callback', async () => {
    const id = await send({ ...text, biz_opaque_callback_data: 'order-17' });
    await arrived(3);
    const contacts = [{ profile: { name: 'Ada Example' }, wa_id: TO, user_id: 'US.40000000015550009876' }];
    const common = {
      id,
      timestamp: second(),
      recipient_id: TO,
      recipient_user_id: 'US.40000000015550009876',
      biz_opaque_callback_data: 'order-17',
    };
    const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' };
    expect(received.map((one) => valueOf(one.text))).toEqual(
      [
        { ...common, status: 'sent', pricing },
        { ...common, status: 'delivered', pricing },
        { ...common, status: 'read' },
      ].map((status) => ({ messaging_product: 'whatsapp', metadata: metadata(), contacts, statuses: [status] })),
    );
    for (const one of received) expect(await verify(APP_SECRET, one.text, one.signature)).toBe(true);
    expect(await logged(id)).toMatchObject({
      phone_number_id: line.numberId,
      direction: 'out',
      wa_id: TO,
      type: 'text',
      text: { body: 'Hi' },
      statuses: ['sent', 'delivered', 'read'],
    });
  });

  test('goes to the number’s URL, else to the account’s, else to the app’s', async () => {
    const paths = async (): Promise<string[]> => {
      received = [];
      await send();
      return [...new Set((await arrived(3)).map(({ path }) => path))];
    };
    expect(await paths()).toEqual(['/app']);
    await platform.control({
      number: { id: line.numberId, webhook_configuration: { phone_number: urlOf('/number') } },
    });
    expect(await paths()).toEqual(['/number']);
    await platform.control({ number: { id: line.numberId, webhook_configuration: { phone_number: null } } });
    const override = { override_callback_uri: receiver.receiverUrl(1), verify_token: 'token' };
    await platform.graph('POST', `/${line.wabaId}/subscribed_apps`, line.token, override);
    const status = { message_id: await send(), status: 'read' };
    expect((await platform.control({ status })).body).toMatchObject({
      status: [{ url: receiver.receiverUrl(1), delivered: true }],
    });
  });

  test('goes nowhere without a subscription to the account', async () => {
    await platform.graph('DELETE', `/${line.wabaId}/subscribed_apps`, line.token);
    const id = await send();
    expect((await platform.control({ status: { message_id: id, status: 'read' } })).body).toEqual({
      ok: true,
      status: [],
    });
    expect(received).toEqual([]);
  });

  test('has the price of its template’s category, with read when delivered does not come', async () => {
    const template = { name: 'hello', language: 'de', category: 'MARKETING' };
    await platform.control({ template: { id: '902', waba_id: line.wabaId, ...template } });
    await platform.control({ outcome: { statuses: ['sent', 'read'] } });
    await send({ to: TO, type: 'template', template: { name: 'hello', language: { code: 'de' } } });
    const priced = { pricing: { category: 'marketing' } };
    expect(await statuses(2)).toMatchObject([
      { status: 'sent', ...priced },
      { status: 'read', ...priced },
    ]);
  });

  test('to an id of a person has no phone number in its statuses', async () => {
    await send({ type: 'text', text: { body: 'Hi' }, recipient: 'DE.abc' });
    const [{ text: first } = { text: '' }] = await arrived(3);
    expect(statusOf(first)).toMatchObject({ recipient_user_id: 'DE.abc' });
    expect(statusOf(first)).not.toHaveProperty('recipient_id');
    expect(valueOf(first)['contacts']).toEqual([{ profile: { name: 'Ada Example' }, user_id: 'DE.abc' }]);
  });

  test.each([
    ['without a text', { to: TO, type: 'text', text: {} }],
    ['with a longer text than 4096 characters', { to: TO, text: { body: 'x'.repeat(4097) } }],
    ['to the id of a person as a phone number', { ...text, to: 'DE.123' }],
    ['to an id that is none', { ...text, to: undefined, recipient: 'ada' }],
  ])('%s is refused', async (_, message) => {
    expect(await post(message)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});

describe('an outcome', () => {
  test('fails a message with its code, without contacts', async () => {
    await platform.control({ outcome: { code: 131049 } });
    const id = await send();
    const [{ text: first } = { text: '' }] = await arrived(1);
    expect(valueOf(first)).toEqual({
      messaging_product: 'whatsapp',
      metadata: metadata(),
      statuses: [
        {
          id,
          status: 'failed',
          timestamp: second(),
          recipient_id: TO,
          recipient_user_id: 'US.40000000015550009876',
          errors: [
            {
              code: 131049,
              title: expect.any(String),
              message: expect.any(String),
              error_data: { details: expect.any(String) },
              href: expect.any(String),
            },
          ],
        },
      ],
    });
  });

  test('holds for its person, number and times; the oldest comes first; clear ends it', async () => {
    await platform.control({ outcome: { to: '15551', code: 131026 } });
    await platform.control({ outcome: { phone_number_id: '1', code: 131026 } });
    await platform.control({ outcome: { statuses: ['sent'], code: 131047, times: 1 } });
    await platform.control({ outcome: { statuses: ['delivered'] } });
    await send();
    expect(await words(2)).toEqual(['sent', 'failed']);
    await send();
    expect((await words(3)).slice(2)).toEqual(['delivered']);
    await send({ ...text, to: '+1 555 1' });
    expect((await words(4)).slice(3)).toEqual(['failed']);
    await platform.control({ clear: true });
    await send();
    expect((await words(7)).slice(4)).toEqual(['sent', 'delivered', 'read']);
  });

  test('of no statuses leaves them to the control, in any order', async () => {
    await platform.control({ outcome: { statuses: [] } });
    const id = await send();
    const tell = (status: object): Promise<Answer> => platform.control({ status: { message_id: id, ...status } });
    for (const status of ['read', 'sent', 'sent', 'played']) {
      expect((await tell({ status })).body).toMatchObject({ status: [{ url: urlOf('/app'), delivered: true }] });
    }
    await tell({ status: 'failed', code: 131026 });
    expect(await words(5)).toEqual(['read', 'sent', 'sent', 'played', 'failed']);
    expect((await statuses(5))[4]).toMatchObject({ errors: [{ code: 131026, title: 'Message undeliverable' }] });
  });

  test.each([
    [{ outcome: {} }],
    [{ status: { message_id: 'wamid.unknown', status: 'read' } }],
    [{ status: { message_id: 'wamid.unknown', status: 'failed' } }],
    [{ status: { message_id: 'wamid.unknown', status: 'read', code: 1 } }],
  ])('or a status is refused as %j', async (instruction) => {
    expect((await platform.control(instruction)).status).toBe(400);
  });
});

const Answered = z.object({ message: z.object({ id: z.string(), sent: z.array(z.looseObject({ url: z.string() })) }) });
const write = async (message: object = {}): Promise<z.infer<typeof Answered>['message']> =>
  Answered.parse((await platform.control({ message: { phone_number_id: line.numberId, ...message } })).body).message;
const lastValue = (): Readonly<Record<string, unknown>> => valueOf(received.at(-1)?.text ?? '');

// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
describe('a message of a person', () => {
  test('arrives signed at the number’s URL', async () => {
    await platform.control({
      number: { id: line.numberId, webhook_configuration: { phone_number: urlOf('/number') } },
    });
    const written = await write({ from: '4915112345678', name: 'Bo', text: { body: 'Hello?' } });
    expect(written).toMatchObject({ id: expect.stringMatching(/^wamid\./), sent: [{ url: urlOf('/number') }] });
    const [{ text: body, signature } = { text: '', signature: '' }] = received;
    expect(await verify(APP_SECRET, body, signature)).toBe(true);
    const userId = 'US.40000004915112345678';
    expect(valueOf(body)).toEqual({
      messaging_product: 'whatsapp',
      metadata: metadata(),
      contacts: [{ profile: { name: 'Bo' }, wa_id: '4915112345678', user_id: userId }],
      messages: [
        {
          from: '4915112345678',
          from_user_id: userId,
          id: written.id,
          timestamp: second(),
          type: 'text',
          text: { body: 'Hello?' },
        },
      ],
    });
  });

  test('is a hello of somebody without further fields', async () => {
    await write();
    expect(lastValue()).toMatchObject({ messages: [{ from: TO, type: 'text', text: { body: 'Hello' } }] });
  });

  test('of a person whose phone number is not known has the id alone, to which an answer is sent', async () => {
    await write({ user_id: 'DE.xyz', name: 'Cy' });
    const value = lastValue();
    expect(value['contacts']).toEqual([{ profile: { name: 'Cy' }, user_id: 'DE.xyz' }]);
    expect(value['messages']).toEqual([expect.not.objectContaining({ from: expect.anything() })]);
    await send({ type: 'text', text: { body: 'Hi' }, recipient: 'DE.xyz' });
    await arrived(4);
    expect(lastValue()['contacts']).toEqual([{ profile: { name: 'Cy' }, user_id: 'DE.xyz' }]);
  });

  test('has a person whom answers reach by the phone number and by the id', async () => {
    await write({ from: '15552', user_id: 'US.dee', name: 'Dee' });
    await send({ ...text, to: '15552' });
    await arrived(4);
    expect(lastValue()['contacts']).toEqual([{ profile: { name: 'Dee' }, wa_id: '15552', user_id: 'US.dee' }]);
    await send({ ...text, to: undefined, recipient: 'US.dee' });
    await arrived(7);
    expect(lastValue()['contacts']).toEqual([{ profile: { name: 'Dee' }, user_id: 'US.dee' }]);
  });

  test('has further fields as they are given, and those of the system no contacts', async () => {
    const given = { type: 'button', button: { payload: 'yes', text: 'Yes' }, context: { id: 'wamid.1' } };
    await write(given);
    expect(lastValue()).toMatchObject({ messages: [given] });
    const system = { type: 'user_changed_user_id', user_id: 'US.new', previous_user_id: 'US.old' };
    await write({ type: 'system', system });
    expect(lastValue()).toMatchObject({ messages: [{ type: 'system', system }] });
    expect(lastValue()).not.toHaveProperty('contacts');
  });

  test('with a picture has its id, by which it is downloaded for seven days', async () => {
    const file = { mime_type: 'image/png', data: Buffer.from('a picture').toString('base64') };
    await write({ type: 'image', image: { caption: 'Look' }, file });
    const [{ image }] = z
      .tuple([z.looseObject({ image: z.looseObject({ id: z.string() }) })])
      .parse(lastValue()['messages']);
    expect(image).toMatchObject({ mime_type: 'image/png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(image).toMatchObject({ caption: 'Look' });
    const read = (query = ''): Promise<Answer> => platform.graph('GET', `/${image.id}${query}`, line.token);
    const { url } = z.object({ url: z.url() }).parse((await read()).body);
    const downloaded = await fetch(url, { headers: { authorization: `Bearer ${line.token}` } });
    expect(await downloaded.text()).toBe('a picture');
    // https://github.com/chatwoot/chatwoot/pull/13319
    expect(await read(`?phone_number_id=${line.numberId}`)).toMatchObject({ body: { error: { code: 100 } } });
    platform.clock.now += 7 * 86_400_000;
    expect(await read()).toMatchObject({ body: { error: { error_subcode: 33 } } });
  });

  test('is read by the business, once; its own message is not', async () => {
    const { id } = await write();
    const read = (messageId: string): Promise<Answer> => post({ status: 'read', message_id: messageId });
    expect((await read(id)).body).toEqual({ success: true });
    expect((await read(id)).body).toEqual({ success: true });
    expect(await logged(id)).toMatchObject({ direction: 'in', text: { body: 'Hello' }, statuses: ['read'] });
    expect(await read(await send())).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    expect((await platform.control({ status: { message_id: id, status: 'read' } })).status).toBe(400);
    await arrived(4);
  });

  test.each([
    ['an unknown number', { phone_number_id: '1' }],
    ['a phone number with a plus', { from: '+15551' }],
    ['an id of another form', { user_id: 'ada' }],
    ['a file of a text', { file: { mime_type: 'image/png', data: '' } }],
  ])('is refused with %s', async (_, message) => {
    const answer = await platform.control({ message: { phone_number_id: line.numberId, ...message } });
    expect(answer.status).toBe(400);
  });

  test('does not reach a number that is not registered', async () => {
    await platform.control({ number: { id: line.numberId, registered: false } });
    expect((await platform.control({ message: { phone_number_id: line.numberId } })).status).toBe(400);
  });
});

test('the newest messages are kept', () => {
  const conversations = createConversations(2);
  const person = { waId: '1', userId: 'US.1', name: 'A' };
  for (const id of ['a', 'b', 'c']) {
    conversations.add({
      id,
      numberId: '1',
      direction: 'in',
      person,
      type: 'text',
      content: undefined,
      at: 0,
      category: 'service',
      callbackData: undefined,
      statuses: [],
    });
  }
  expect(conversations.list().map(({ id }) => id)).toEqual(['b', 'c']);
  expect(conversations.find('a')).toBeUndefined();
});
