import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { LoopbackServer } from '@swift-worker/loopback/server.ts';
import { z } from 'zod';
import { runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;
let app: LoopbackServer;
let line: Instance;
let received: unknown[] = [];

beforeAll(async () => {
  app = await startLoopbackServer({
    port: 0,
    log: () => undefined,
    handle: async (request, response) => {
      received.push(JSON.parse((await readBody(request, 100_000)).toString()));
      response.writeHead(200).end();
    },
  });
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
  await app.stop();
});
beforeEach(async () => {
  platform.app.callbackUrl = undefined;
  line = await connected();
  platform.app.callbackUrl = `http://127.0.0.1:${app.port}/app`;
  received = [];
});

const connected = async (parameters: Record<string, string> = {}): Promise<Instance> => {
  const one = await platform.connect(parameters);
  await platform.graph('POST', `/${one.wabaId}/subscribed_apps`, one.token);
  await platform.control({ number: { id: one.numberId, registered: true } });
  return one;
};
const set = (username: string, of = line, more: object = {}): Promise<Answer> =>
  platform.graph('POST', `/${of.numberId}/username`, of.token, { username, ...more });
const current = async (of = line): Promise<unknown> =>
  (await platform.graph('GET', `/${of.numberId}/username`, of.token)).body;
const refused = (code: number): object => ({ status: 400, body: { error: { code } } });
const arrived = async (count: number): Promise<readonly unknown[]> => {
  while (received.length < count) await new Promise((resolve) => setImmediate(resolve));
  return received;
};
const callback = (username: string, status: string): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: line.wabaId,
      time: Math.floor(platform.clock.now / 1_000),
      changes: [
        {
          field: 'business_username_updates',
          value: { display_phone_number: expect.stringMatching(/^\d+$/), username, status },
        },
      ],
    },
  ],
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
describe('the username of a number', () => {
  test('is set, read, a field of the number, replaced and deleted, each with its callback', async () => {
    expect(await current()).toEqual({});
    expect(await set('first.name')).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await current()).toEqual({ username: 'first.name', status: 'approved' });
    expect(await arrived(1)).toEqual([callback('first.name', 'approved')]);
    expect((await platform.graph('GET', `/${line.numberId}?fields=username`, line.token)).body).toEqual({
      id: line.numberId,
      username: 'first.name',
    });
    await set('Second_name');
    await arrived(2);
    const deletion = (): Promise<Answer> => platform.graph('DELETE', `/${line.numberId}/username`, line.token);
    expect((await deletion()).body).toEqual({ success: true });
    expect((await deletion()).body).toEqual({ success: true });
    expect(await current()).toEqual({});
    expect((await arrived(3)).slice(1)).toEqual([
      callback('Second_name', 'approved'),
      callback('Second_name', 'deleted'),
    ]);
  });

  test.each(['ab', 'a'.repeat(36), '1234', '.name', 'name.', 'na..me', 'www.name', 'name.com', 'na me', 'nämé', ''])(
    'is refused in the form of "%s"',
    async (username) => {
      expect(await set(username)).toMatchObject(refused(100));
      expect(await current()).toEqual({});
    },
  );

  test('of another portfolio is not available, in capitals either; with other points it is another one', async () => {
    await set('Taken.name', await connected());
    expect(await set('Taken.Name')).toMatchObject(refused(147001));
    expect(await set('Taken.Name', line, { transfer_action: 'force_transfer' })).toMatchObject(refused(147001));
    expect(await set('taken_name')).toMatchObject({ status: 200 });
  });

  test('of a number of the same portfolio moves only by force', async () => {
    const other = await connected({ waba: line.wabaId });
    await set('moved', other);
    expect(await set('moved')).toMatchObject(refused(147005));
    expect(await set('moved', line, { transfer_action: 'none' })).toMatchObject(refused(147005));
    expect(await set('moved', line, { transfer_action: 'somehow' })).toMatchObject(refused(100));
    expect(await set('moved', line, { transfer_action: 'force_transfer' })).toMatchObject({ status: 200 });
    expect(await current(other)).toEqual({});
    expect(await current()).toMatchObject({ username: 'moved' });
  });

  test('needs a registered number', async () => {
    await platform.control({ number: { id: line.numberId, registered: false } });
    expect(await set('name')).toMatchObject(refused(133010));
  });

  test('is changed by the control; one that is reserved is no field of the number', async () => {
    await platform.control({ number: { id: line.numberId, username: { username: 'later', status: 'reserved' } } });
    expect(await current()).toEqual({ username: 'later', status: 'reserved' });
    expect((await platform.graph('GET', `/${line.numberId}?fields=username`, line.token)).body).toEqual({
      id: line.numberId,
    });
    await platform.control({ number: { id: line.numberId, username: 'now' } });
    expect(await current()).toEqual({ username: 'now', status: 'approved' });
    await platform.control({ number: { id: line.numberId, username: null } });
    expect(await current()).toEqual({});
    expect((await platform.described()).numbers.find(({ id }) => id === line.numberId)).toMatchObject({
      username: null,
    });
  });

  test('has suggestions, which are free and can be set', async () => {
    await platform.control({ number: { id: line.numberId, verified_name: 'Blue Heron & Co' } });
    const suggestions = async (): Promise<readonly string[]> =>
      z
        .object({ data: z.tuple([z.object({ username_suggestions: z.array(z.string()) })]) })
        .parse((await platform.graph('GET', `/${line.numberId}/username_suggestions`, line.token)).body).data[0]
        .username_suggestions;
    expect(await suggestions()).toEqual(['blueheronco', 'blue_heron_co', 'blue.heron.co']);
    await set('blueheronco', await connected());
    expect(await suggestions()).toEqual(['blue_heron_co', 'blue.heron.co']);
    expect(await set('blue.heron.co')).toMatchObject({ status: 200 });
  });

  test('has no callback for an app that is not subscribed to the account', async () => {
    await platform.graph('DELETE', `/${line.wabaId}/subscribed_apps`, line.token);
    await set('silent.name');
    await platform.graph('POST', `/${line.wabaId}/subscribed_apps`, line.token);
    await set('loud.name');
    expect(await arrived(1)).toEqual([callback('loud.name', 'approved')]);
  });
});
