import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});

const SUCCESS = { status: 200, body: { success: true } };

describe('a message', () => {
  let line: Instance;
  const send = (message: Record<string, unknown>): Promise<Answer> =>
    platform.graph('POST', `/${line.numberId}/messages`, line.token, { messaging_product: 'whatsapp', ...message });

  beforeAll(async () => {
    line = await platform.connect();
    await platform.control({ number: { id: line.numberId, registered: true } });
  });

  test('gets an id; a phone number goes before a recipient', async () => {
    const text = { type: 'text', text: { body: 'Hello' } };
    const message = { id: expect.stringMatching(/^wamid\./) };
    expect(await send({ ...text, to: '+1 555 1', recipient: 'DE.abc' })).toMatchObject({
      status: 200,
      body: { contacts: [{ input: '+1 555 1', wa_id: '15551' }], messages: [message] },
    });
    expect(await send({ ...text, recipient: 'DE.abc' })).toMatchObject({
      body: { contacts: [{ input: 'DE.abc', user_id: 'DE.abc' }], messages: [message] },
    });
    expect(await send(text)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    expect(await send({ status: 'read', message_id: 'wamid.1' })).toMatchObject(SUCCESS);
  });

  test.each([
    ['APPROVED', 200, undefined],
    ['PAUSED', 400, 132015],
    ['DISABLED', 400, 132016],
    ['PENDING', 404, 132001],
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
  ])('with a template that is %s gets HTTP %i with %s', async (status, http, code) => {
    await platform.control({ template: { id: '901', waba_id: line.wabaId, name: 'hello', language: 'de', status } });
    const template = { name: 'hello', language: { code: 'de' } };
    const answer = await send({ to: '15551', type: 'template', template });
    expect(answer).toMatchObject({ status: http, body: code === undefined ? {} : { error: { code } } });
    expect(
      await send({ to: '15551', type: 'template', template: { ...template, language: { code: 'fr' } } }),
    ).toMatchObject({
      body: { error: { code: 132001 } },
    });
  });
});
