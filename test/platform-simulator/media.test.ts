import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createMediaStore } from '@swift-worker/platform-simulator/media-store.ts';
import { runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const DAY_MS = 86_400_000;

let platform: RunningPlatform;
let line: Instance;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});
beforeEach(async () => {
  await platform.control({ clear: true });
  line = await platform.connect();
  await platform.control({ number: { id: line.numberId, registered: true } });
});

interface Upload {
  readonly bytes?: Buffer;
  readonly type?: string;
  readonly product?: string;
}

const upload = async ({ bytes = PNG, type = 'image/png', product = 'whatsapp' }: Upload = {}): Promise<unknown> => {
  const form = new FormData();
  form.set('messaging_product', product);
  form.set('file', new File([new Uint8Array(bytes)], 'a', { type }));
  const headers = { authorization: `Bearer ${line.token}` };
  return (await fetch(`${platform.graphUrl}/${line.numberId}/media`, { method: 'POST', headers, body: form })).json();
};
const uploaded = async (given?: Upload): Promise<string> => z.object({ id: z.string() }).parse(await upload(given)).id;
const read = (id: string, query = ''): Promise<Answer> => platform.graph('GET', `/${id}${query}`, line.token);
const urlOf = async (id: string): Promise<string> => z.object({ url: z.url() }).parse((await read(id)).body).url;
const download = (url: string, token = line.token): Promise<Response> =>
  fetch(url, { headers: { authorization: `Bearer ${token}` } });
const GONE = { status: 400, body: { error: { code: 100, error_subcode: 33 } } };
const INVALID = { error: { code: 100 } };

// https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
describe('media', () => {
  test('that were uploaded are described, and downloaded as they were', async () => {
    const id = await uploaded();
    expect((await read(id, `?phone_number_id=${line.numberId}`)).body).toEqual({
      messaging_product: 'whatsapp',
      url: expect.any(String),
      mime_type: 'image/png',
      sha256: createHash('sha256').update(PNG).digest('hex'),
      file_size: '8',
      id,
    });
    const answer = await download(await urlOf(id));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
  });

  test('are deleted once', async () => {
    const id = await uploaded();
    const url = await urlOf(id);
    expect((await platform.graph('DELETE', `/${id}`, line.token)).body).toEqual({ success: true });
    expect(await platform.graph('DELETE', `/${id}`, line.token)).toMatchObject(GONE);
    expect(await read(id)).toMatchObject(GONE);
    expect((await download(url)).status).toBe(404);
  });

  test('last for 30 days, and their URL for five minutes', async () => {
    const id = await uploaded();
    const url = await urlOf(id);
    platform.clock.now += 300_000;
    expect((await download(url)).status).toBe(404);
    expect((await download(await urlOf(id))).status).toBe(200);
    platform.clock.now += 29 * DAY_MS;
    expect((await read(id)).status).toBe(200);
    platform.clock.now += DAY_MS;
    expect(await read(id)).toMatchObject(GONE);
  });

  test('are not downloaded with a changed URL, or by anybody else', async () => {
    const url = await urlOf(await uploaded());
    expect((await download(url.replace(/ext=\d/, 'ext=9'))).status).toBe(404);
    expect((await download(url, 'unknown')).status).toBe(401);
    expect((await download(url, (await platform.connect()).token)).status).toBe(403);
  });

  test('of another number, portfolio, or without the permission to send messages are refused', async () => {
    const id = await uploaded();
    const other = await platform.connect();
    expect(await read(id, `?phone_number_id=${other.numberId}`)).toMatchObject({ status: 400, body: INVALID });
    expect(await platform.graph('GET', `/${id}`, other.token)).toMatchObject({ status: 403 });
    await platform.control({ app: { permissions: ['whatsapp_business_management'] } });
    expect(await read(id)).toMatchObject({ status: 403, body: { error: { code: 10 } } });
    expect(await upload()).toMatchObject({ error: { code: 10 } });
  });

  test.each([
    ['of an unknown type', { type: 'image/gif' }],
    ['of too many bytes', { bytes: Buffer.alloc(5 * 1024 * 1024 + 1) }],
    ['of another product', { product: 'messenger' }],
  ])('%s are refused', async (_, given) => {
    expect(await upload(given)).toMatchObject(INVALID);
  });

  test('are taken up to the limit of their type, with its parameters', async () => {
    await uploaded({ bytes: Buffer.alloc(5 * 1024 * 1024) });
    await uploaded({ bytes: Buffer.alloc(16 * 1024 * 1024), type: 'audio/ogg; codecs=opus' });
  });

  test('without a file, or in a broken form, are refused', async () => {
    const path = `/${line.numberId}/media`;
    expect(await platform.graph('POST', path, line.token, { messaging_product: 'whatsapp' })).toMatchObject({
      status: 400,
      body: INVALID,
    });
    const headers = { authorization: `Bearer ${line.token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await fetch(platform.graphUrl + path, { method: 'POST', headers, body: '--y' });
    expect(await broken.json()).toMatchObject(INVALID);
  });

  test('do not count against the budget of the management API', async () => {
    await platform.control({ budget: { waba_id: line.wabaId, calls_per_hour: 0 } });
    expect((await read(await uploaded())).status).toBe(200);
  });

  test('are sent by their id, or by a link', async () => {
    const send = (image: object): Promise<Answer> =>
      platform.graph('POST', `/${line.numberId}/messages`, line.token, {
        messaging_product: 'whatsapp',
        to: '15551',
        type: 'image',
        image,
      });
    expect((await send({ id: await uploaded() })).status).toBe(200);
    expect((await send({ link: 'https://example.com/a.png' })).status).toBe(200);
    expect(await send({ id: '1' })).toMatchObject({ body: INVALID });
    expect(await send({})).toMatchObject({ body: { error: { code: 100, error_subcode: 2494009 } } });
  });
});

test('the store of media keeps the newest files', () => {
  const store = createMediaStore(() => 0, 10);
  const file = { numberId: '1', received: false, mimeType: 'image/png', bytes: Buffer.alloc(4), expiresAt: 1 };
  for (const id of ['a', 'b', 'c']) store.add({ ...file, id });
  expect(['a', 'b', 'c'].map((id) => store.find(id)?.id)).toEqual([undefined, 'b', 'c']);
  store.delete('b');
  store.delete('b');
  store.add({ ...file, id: 'd' });
  expect(['c', 'd'].map((id) => store.find(id)?.id)).toEqual(['c', 'd']);
});
