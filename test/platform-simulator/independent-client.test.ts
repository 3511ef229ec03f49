import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GraphApiError, WhatsAppClient } from '@kapso/whatsapp-cloud-api';
import { z } from 'zod';
import { runPlatform } from './running-platform.ts';
import type { Instance, RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;
let line: Instance;
let client: WhatsAppClient;

beforeAll(async () => {
  platform = await runPlatform();
  line = await platform.connect();
  const { origin: baseUrl, pathname } = new URL(platform.graphUrl);
  client = new WhatsAppClient({ accessToken: line.token, baseUrl, graphVersion: pathname.slice(1) });
  await client.phoneNumbers.register({ phoneNumberId: line.numberId, pin: '123456' });
});
afterAll(() => platform.stop());

const json = { responseType: 'json' } as const;
const person = '15550009876';

// https://github.com/gokapso/whatsapp-cloud-api-js
describe('a client that others wrote', () => {
  test('sends to a number and to a user id, and marks what came as read', async () => {
    const phoneNumberId = line.numberId;
    const sent = await client.messages.sendText({ phoneNumberId, to: person, body: 'Hello' });
    expect(sent).toMatchObject({ contacts: [{ waId: person }], messages: [{ id: expect.stringMatching(/^wamid\./) }] });
    const recipient = 'US.40000000000000000001';
    const unknown = await client.messages.sendText({ phoneNumberId, recipient, body: 'Hello' });
    expect(unknown.contacts).toEqual([{ input: recipient, userId: recipient }]);
    const came = await platform.control({ message: { phone_number_id: phoneNumberId, from: person } });
    const { message } = z.object({ message: z.object({ id: z.string() }) }).parse(came.body);
    const typingIndicator = { type: 'text' } as const;
    expect(await client.messages.markRead({ phoneNumberId, messageId: message.id, typingIndicator })).toEqual({
      success: true,
    });
  });

  test('uploads, describes, downloads, sends and deletes a file', async () => {
    const phoneNumberId = line.numberId;
    const file = new Blob(['a picture'], { type: 'image/png' });
    const { id } = await client.media.upload({ phoneNumberId, type: 'image', file, fileName: 'a.png' });
    expect(await client.media.get({ mediaId: id, phoneNumberId })).toMatchObject({ id, mimeType: 'image/png' });
    const bytes = await client.media.download({ mediaId: id, auth: 'always', as: 'blob' });
    expect(await z.instanceof(Blob).parse(bytes).text()).toBe('a picture');
    const image = { id, caption: 'Look' };
    expect((await client.messages.sendImage({ phoneNumberId, to: person, image })).messages).toHaveLength(1);
    await client.media.delete({ mediaId: id });
    await expect(client.media.get({ mediaId: id })).rejects.toMatchObject({ code: 100 });
  });

  test('creates, lists, changes, sends and deletes a template', async () => {
    const businessAccountId = line.wabaId;
    const template = { name: 'order_ready', language: 'en_US', category: 'UTILITY' };
    const body = { type: 'BODY', text: 'Order {{1}} is ready.' };
    const { id } = await client.templates.create({ businessAccountId, ...template, components: [body] });
    await client.request('POST', id, { body: { category: 'MARKETING' }, ...json });
    const { data } = await client.templates.list({ businessAccountId, limit: 10 });
    expect(data).toMatchObject([{ id, name: 'order_ready', category: 'MARKETING', status: 'PENDING' }]);
    await platform.control({ template: { id, waba_id: businessAccountId, status: 'APPROVED' } });
    const parameters = [{ type: 'text', text: '17' }] as const;
    const sent = await client.messages.sendTemplate({
      phoneNumberId: line.numberId,
      to: person,
      template: {
        name: 'order_ready',
        language: { code: 'en_US' },
        components: [{ type: 'body', parameters: [...parameters] }],
      },
    });
    expect(sent.messages).toHaveLength(1);
    await client.templates.delete({ businessAccountId, name: 'order_ready' });
    expect((await client.templates.list({ businessAccountId })).data).toEqual([]);
  });

  test('reads, suggests, takes and gives up a username, and subscribes the app', async () => {
    const username = `${line.numberId}/username`;
    expect(await client.request('POST', username, { body: { username: 'blue_heron' }, ...json })).toEqual({
      status: 'approved',
    });
    expect(await client.request('GET', username, json)).toEqual({ username: 'blue_heron', status: 'approved' });
    expect(await client.request('GET', `${line.numberId}/username_suggestions`, json)).toHaveProperty('data');
    expect(await client.request('DELETE', username, json)).toEqual({ success: true });
    expect(await client.request('POST', `${line.wabaId}/subscribed_apps`, json)).toEqual({ success: true });
  });

  test('reads a refusal by its code', async () => {
    const { baseUrl, graphVersion } = { baseUrl: new URL(platform.graphUrl).origin, graphVersion: 'v26.0' };
    const stranger = new WhatsAppClient({ accessToken: 'EAAnothing', baseUrl, graphVersion });
    const refused = await stranger.media.get({ mediaId: '1' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GraphApiError);
    expect(refused).toMatchObject({ code: 190, category: 'authorization' });
  });
});
