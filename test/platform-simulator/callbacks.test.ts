import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { normalizeWebhook } from '@kapso/whatsapp-cloud-api/server';
import { verify } from '@octokit/webhooks-methods';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { LoopbackServer } from '@swift-worker/loopback/server.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { APP_ID, APP_SECRET, runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

const SAMPLES = join(import.meta.dirname, '../../packages/platform-simulator/corpus/callbacks');
const APP_TOKEN = `${APP_ID}|${APP_SECRET}`;

let platform: RunningPlatform;
let server: LoopbackServer;
/** By the path that they were sent to. */
const received: { path: string; signature: string; text: string }[] = [];

beforeAll(async () => {
  server = await startLoopbackServer({
    port: 0,
    log: () => undefined,
    handle: async (request, response) => {
      const text = (await readBody(request, 4_000_000)).toString();
      received.push({ path: request.url ?? '', signature: String(request.headers['x-hub-signature-256']), text });
      response.writeHead(200).end();
    },
  });
  platform = await runPlatform();
  platform.app.callbackUrl = urlOf('/app');
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});
afterEach(async () => {
  await platform.control({ clear: true });
  received.length = 0;
});

/** A sign-up whose PARTNER_ADDED has arrived. */
const connected = async (): Promise<Instance> => {
  const line = await platform.connect();
  while (!received.some(({ text }) => text.includes(line.wabaId)))
    await new Promise((resolve) => setImmediate(resolve));
  received.length = 0;
  return line;
};
const urlOf = (path: string): string => `http://127.0.0.1:${server.port}${path}`;
const change = (field: string, value: object = {}): object => ({ field, value });
const body = (...changes: object[]): object => ({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
const fieldsOf = (text: string): string[] =>
  z
    .object({ entry: z.array(z.object({ changes: z.array(z.object({ field: z.string() })) })) })
    .parse(JSON.parse(text))
    .entry.flatMap(({ changes }) => changes.map(({ field }) => field));
const graph = (path: string, token = APP_TOKEN): Promise<Answer> => platform.graph('GET', path, token);

// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
describe('a callback of a field', () => {
  test('that the app does not subscribe is not delivered', async () => {
    await platform.control({ app: { subscriptions: ['account_update'] } });
    expect((await platform.control({ callback: body(change('messages')) })).body).toEqual({
      ok: true,
      callback: { delivered: false, status: null, attempts: 0 },
    });
    expect(received).toEqual([]);
  });

  test('is left out of a body that has subscribed ones', async () => {
    await platform.control({ app: { subscriptions: ['account_update'] } });
    await platform.control({ callback: body(change('messages'), change('account_update')) });
    expect(received.map(({ text }) => fieldsOf(text))).toEqual([['account_update']]);
  });

  // https://github.com/chatwoot/chatwoot/issues/14738
  test('has a space for a plus in the path of its URL', async () => {
    platform.app.callbackUrl = urlOf('/app/+15551');
    await platform.control({ callback: body(change('messages')) });
    platform.app.callbackUrl = urlOf('/app');
    expect(received.map(({ path }) => path)).toEqual(['/app/%2015551']);
  });

  test('is delivered when the app subscribes everything, as it does at first', async () => {
    await platform.control({ callback: body(change('messages'), change('something_new')) });
    expect(received.map(({ text }) => fieldsOf(text))).toEqual([['messages', 'something_new']]);
  });
});

describe('a sample', () => {
  const overridden = async (): Promise<Instance> => {
    const line = await connected();
    const webhook = { phone_number: urlOf('/number') };
    await platform.control({ number: { id: line.numberId, webhook_configuration: webhook } });
    return line;
  };

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
  test.each([
    ['history.chunk', '/number'],
    ['messages.status_read', '/number'],
    ['smb_message_echoes.text', '/number'],
    ['standby.message', '/number'],
    ['messaging_handovers.control_taken', '/number'],
    ['smb_app_state_sync.contacts', '/number'],
    ['account_settings_update.calling', '/number'],
    ['account_update.account_offboarded', '/app'],
    ['message_template_status_update.approved', '/app'],
    ['phone_number_quality_update.flagged', '/app'],
    ['security.pin_changed', '/app'],
    ['user_preferences.stop', '/app'],
  ])('of %s is sent to %s when the number has an override', async (file, path) => {
    const { numberId } = await overridden();
    const answer = await platform.control({ corpus: { file, phone_number_id: numberId } });
    expect(answer.body).toMatchObject({ ok: true, corpus: [{ url: urlOf(path), delivered: true }] });
    expect(received.map((one) => one.path)).toEqual([path]);
  });

  test('is not sent to an override either without the app’s subscription', async () => {
    const { numberId } = await overridden();
    await platform.control({ app: { subscriptions: ['account_update'] } });
    const answer = await platform.control({ corpus: { file: 'messages.status_read', phone_number_id: numberId } });
    expect(answer.body).toEqual({ ok: true, corpus: [] });
  });

  test.each(readdirSync(SAMPLES))('is replayed whole, signed, about the simulator’s objects: %s', async (file) => {
    const { wabaId, numberId } = await connected();
    const { numbers } = await platform.described();
    const shown = String(numbers.find(({ id }) => id === numberId)?.['display_phone_number']).replaceAll(/\D/g, '');
    const { body: expected } = z
      .object({ body: z.looseObject({ entry: z.array(z.looseObject({})) }) })
      .parse(JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')));
    await platform.control({
      corpus: { file, phone_number_id: numberId, replace: { '1500000000000401': templateId } },
    });
    expect(received).toHaveLength(1);
    const [{ text, signature } = { text: '', signature: '' }] = received;
    expect(await verify(APP_SECRET, text, signature)).toBe(true);
    for (const id of ['310000000000101', '770000000000301', '990000000000001', '880000000000501', '15550001234']) {
      expect(text).not.toContain(id);
    }
    const message = text
      .replaceAll(wabaId, '310000000000101')
      .replaceAll(numberId, '770000000000301')
      .replaceAll(shown, '15550001234')
      .replaceAll(templateId, '1500000000000401');
    expect(shapeOf(JSON.parse(message))).toEqual(shapeOf(expected));
    // https://github.com/gokapso/whatsapp-cloud-api-js
    const read = normalizeWebhook(JSON.parse(text));
    if (file.startsWith('messages.')) {
      expect(read.phoneNumberId).toBe(numberId);
      const isRead = [...read.messages, ...read.statuses].every(({ id }) => text.includes(`"${id}"`));
      expect([isRead, read.messages.length + read.statuses.length]).toEqual([
        true,
        file === 'messages.errors.json' ? 0 : 1,
      ]);
    }
  });

  test('has its times moved to now, at their distances', async () => {
    const { numberId } = await connected();
    for (const status of ['read', 'failed_131049'])
      await platform.control({ corpus: { file: `messages.status_${status}`, phone_number_id: numberId } });
    const now = platform.clock.now / 1_000;
    expect(received.map(({ text }) => /"timestamp":"(\d+)"/.exec(text)?.[1])).toEqual([`${now}`, `${now - 2}`]);
  });

  test('that there is not is refused', async () => {
    for (const file of ['nothing', '../README.md']) {
      expect(await platform.control({ corpus: { file } })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^corpus.file: there is no sample/) },
      });
    }
  });
});

/** Beyond the integers of JavaScript. */
const templateId = '15000000000004017';

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
};

describe('the end of a sign-up', () => {
  const added = async (): Promise<unknown> => {
    while (received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return JSON.parse(received[0]?.text ?? '');
  };

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-webhooks
  test('is announced with PARTNER_ADDED, whose entry is the app’s portfolio', async () => {
    await platform.signUp({ portfolio: '5301', waba: '3301' });
    const { app } = await platform.described();
    expect(await added()).toEqual({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: app.portfolio_id,
          time: Math.floor(platform.clock.now / 1_000),
          changes: [
            {
              field: 'account_update',
              value: { event: 'PARTNER_ADDED', waba_info: { waba_id: '3301', owner_business_id: '5301' } },
            },
          ],
        },
      ],
    });
  });
});

describe('the app', () => {
  // https://developers.facebook.com/docs/graph-api/reference/app/subscriptions
  test('tells its subscriptions to its own token alone', async () => {
    const { token } = await connected();
    await platform.control({ app: { subscriptions: ['messages', 'account_update'] } });
    expect((await graph(`/${APP_ID}/subscriptions`)).body).toEqual({
      data: [
        {
          object: 'whatsapp_business_account',
          callback_url: urlOf('/app'),
          active: true,
          fields: [
            { name: 'messages', version: 'v26.0' },
            { name: 'account_update', version: 'v26.0' },
          ],
        },
      ],
    });
    expect(await graph(`/${APP_ID}/subscriptions`, token)).toMatchObject({
      status: 403,
      body: { error: { code: 15 } },
    });
    await platform.control({ app: { subscriptions: [] } });
    expect((await graph(`/${APP_ID}/subscriptions`)).body).toEqual({ data: [] });
  });

  // https://developers.facebook.com/docs/graph-api/reference/application/permissions
  test('tells which permissions were reviewed', async () => {
    await platform.control({ app: { permissions: ['whatsapp_business_management'] } });
    expect((await graph(`/${APP_ID}/permissions`)).body).toEqual({
      data: [
        { permission: 'business_management', status: 'unapproved' },
        { permission: 'whatsapp_business_management', status: 'live' },
        { permission: 'whatsapp_business_messaging', status: 'unapproved' },
      ],
    });
  });

  // https://developers.facebook.com/docs/graph-api/reference/application
  test('tells its fields', async () => {
    expect((await graph(`/${APP_ID}?fields=name,app_domains`)).body).toEqual({
      id: APP_ID,
      name: expect.any(String),
      app_domains: ['127.0.0.1'],
    });
    expect(await graph(`/${APP_ID}?fields=secret`)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    expect(await graph(`/${APP_ID}/nothing`)).toMatchObject({ status: 400, body: { error: { code: 2500 } } });
  });

  test('takes the redirect URIs that its settings have now', async () => {
    await platform.control({ app: { redirect_uris: ['https://new.example/back'] } });
    const url = platform.dialogUrlWith({ auto: '1', redirect_uri: 'https://new.example/back' });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
    expect((await fetch(platform.dialogUrlWith({ auto: '1' }), { redirect: 'manual' })).status).toBe(400);
  });
});
