import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ensureCertificates } from '../../local/certificates.ts';
import type { Certificates } from '../../local/certificates.ts';
import { startReceiver } from '../../local/receiver/receiver.ts';
import type { Receiver } from '../../local/receiver/receiver.ts';
import { APP_ID, runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

let certificates: Certificates;
let receiver: Receiver;
let platform: RunningPlatform;

beforeAll(async () => {
  certificates = await ensureCertificates(undefined);
  receiver = await startReceiver({
    httpsPort: 0,
    controlPort: 0,
    tls: certificates.server,
    verifyTokens: new Map([
      [1, 'one & only'],
      [2, 'two'],
    ]),
    log: () => undefined,
  });
  platform = await runPlatform({ caFile: certificates.caFile });
});
afterAll(async () => {
  await platform.stop();
  await receiver.stop();
  await certificates.remove();
});

const override = (uri: string, verifyToken: string): Record<string, string> => ({
  override_callback_uri: uri,
  verify_token: verifyToken,
});
const subscribe = ({ wabaId, token }: Instance, body: unknown = {}): Promise<Answer> =>
  platform.graph('POST', `/${wabaId}/subscribed_apps`, token, body);
const configure = ({ numberId, token }: Instance, configuration: unknown): Promise<Answer> =>
  platform.graph('POST', `/${numberId}`, token, { webhook_configuration: configuration });
const configurationOf = async ({ numberId, token }: Instance): Promise<unknown> =>
  (await platform.graph('GET', `/${numberId}?fields=webhook_configuration`, token)).body;
const SUCCESS = { status: 200, body: { success: true } };

describe('a number', () => {
  test('is verified and waits for its registration, which connects it', async () => {
    const { numberId, token } = await platform.connect();
    const path = `/${numberId}?fields=status,code_verification_status,health_status`;
    expect((await platform.graph('GET', path, token)).body).toMatchObject({
      id: numberId,
      status: 'PENDING',
      code_verification_status: 'VERIFIED',
      health_status: { can_send_message: 'BLOCKED' },
    });
    const registration = { messaging_product: 'whatsapp', pin: '123456' };
    expect(await platform.graph('POST', `/${numberId}/register`, token, registration)).toMatchObject(SUCCESS);
    expect((await platform.graph('GET', path, token)).body).toMatchObject({
      status: 'CONNECTED',
      health_status: { can_send_message: 'AVAILABLE' },
    });
  });

  test('is registered ten times in 72 hours, then refused with 133016', async () => {
    const { numberId, token } = await platform.connect();
    const register = (): Promise<Answer> =>
      platform.graph('POST', `/${numberId}/register`, token, { messaging_product: 'whatsapp', pin: '123456' });
    for (let time = 0; time < 10; time += 1) expect(await register()).toMatchObject(SUCCESS);
    expect(await register()).toMatchObject({ status: 400, body: { error: { code: 133016 } } });
    platform.clock.now += 72 * 3_600_000;
    expect(await register()).toMatchObject(SUCCESS);
  });

  test('tells exactly the fields that are asked for', async () => {
    const { numberId, token } = await platform.connect();
    const fields =
      'verified_name,display_phone_number,quality_rating,status,name_status,code_verification_status,throughput,whatsapp_business_manager_messaging_limit,health_status{can_send_message,entities}';
    const { body } = await platform.graph('GET', `/${numberId}?fields=${fields}`, token);
    expect(Object.keys(z.looseObject({}).parse(body)).sort()).toEqual(
      [...fields.replace(/\{.*\}/, '').split(','), 'id'].sort(),
    );
    expect((await platform.graph('GET', `/${numberId}`, token)).body).toMatchObject({
      id: numberId,
      quality_rating: 'GREEN',
    });
    expect(await platform.graph('GET', `/${numberId}?fields=colour`, token)).toMatchObject({
      status: 400,
      body: { error: { code: 100 } },
    });
  });

  test('changes as the control API says', async () => {
    const line = await platform.connect();
    const elsewhere = 'https://elsewhere.invalid/hook';
    await platform.control({
      number: {
        id: line.numberId,
        status: 'BANNED',
        anything: [1],
        webhook_configuration: { phone_number: elsewhere },
      },
    });
    expect(
      (await platform.graph('GET', `/${line.numberId}?fields=status,anything,webhook_configuration`, line.token)).body,
    ).toEqual({
      id: line.numberId,
      status: 'BANNED',
      anything: [1],
      webhook_configuration: { phone_number: elsewhere },
    });
    const { numbers } = await platform.described();
    expect(numbers.find(({ id }) => id === line.numberId)).toMatchObject({
      waba_id: line.wabaId,
      status: 'BANNED',
      webhook_configuration: { phone_number: elsewhere },
    });
    await platform.control({ number: { id: line.numberId, webhook_configuration: { phone_number: null } } });
    expect(await configurationOf(line)).toEqual({ id: line.numberId, webhook_configuration: {} });
  });
});

describe('the callback of a number', () => {
  test('needs the app to be subscribed first', async () => {
    const line = await platform.connect();
    const refused = await configure(line, override(receiver.receiverUrl(1), 'one & only'));
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    await subscribe(line);
    expect(await configure(line, override(receiver.receiverUrl(1), 'one & only'))).toMatchObject(SUCCESS);
  });

  test('is set after a handshake with the endpoint, read back, and cleared', async () => {
    const line = await platform.connect();
    await subscribe(line);
    await fetch(receiver.inboxUrl, { method: 'DELETE' });
    expect(await configure(line, override(receiver.receiverUrl(1), 'one & only'))).toMatchObject(SUCCESS);
    expect(await (await fetch(receiver.inboxUrl)).json()).toMatchObject([
      {
        method: 'GET',
        path: '/hooks/1',
        query: {
          'hub.mode': 'subscribe',
          'hub.challenge': expect.stringMatching(/^\d+$/),
          'hub.verify_token': 'one & only',
        },
        status: 200,
      },
    ]);
    expect(await configurationOf(line)).toEqual({
      id: line.numberId,
      webhook_configuration: { phone_number: receiver.receiverUrl(1) },
    });
    expect(await configure(line, { override_callback_uri: '' })).toMatchObject(SUCCESS);
    expect(await configurationOf(line)).toEqual({ id: line.numberId, webhook_configuration: {} });
  });

  test('may be plain HTTP on this machine', async () => {
    const line = await platform.connect();
    await subscribe(line);
    const plain = createServer((request, response) => {
      response.end(new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('hub.challenge'));
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const uri = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/hooks`;
    expect(await configure(line, override(uri, 'token'))).toMatchObject(SUCCESS);
    plain.close();
    plain.closeAllConnections();
  });

  test('stays as it was when the endpoint does not verify', async () => {
    const line = await platform.connect();
    await subscribe(line);
    await configure(line, override(receiver.receiverUrl(1), 'one & only'));
    const refused = await configure(line, override(receiver.receiverUrl(2), 'wrong'));
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 2200 } } });

    await fetch(receiver.controlUrl, {
      method: 'POST',
      body: JSON.stringify({ partner: 2, times: 1, body: 'not it' }),
    });
    const mismatched = await configure(line, override(receiver.receiverUrl(2), 'two'));
    expect(mismatched).toMatchObject({ status: 400, body: { error: { code: 2201 } } });

    const unreachable = await configure(line, override('https://127.0.0.1:1/', 'two'));
    expect(unreachable).toMatchObject({ status: 400, body: { error: { code: 2200 } } });
    expect(await configurationOf(line)).toMatchObject({
      webhook_configuration: { phone_number: receiver.receiverUrl(1) },
    });
  });

  test.each([
    ['a URI over 200 characters', `https://127.0.0.1/${'x'.repeat(183)}`, 'token'],
    ['a URI that is not https', 'http://hooks.example/', 'token'],
    ['no URI', 'nonsense', 'token'],
    ['no token', 'https://127.0.0.1/', ''],
  ])('is refused with 100 for %s', async (_case, uri, verifyToken) => {
    const line = await platform.connect();
    await subscribe(line);
    expect(await configure(line, override(uri, verifyToken))).toMatchObject({
      status: 400,
      body: { error: { code: 100 } },
    });
  });

  test('is refused with 100 without a configuration', async () => {
    const line = await platform.connect();
    expect(await platform.graph('POST', `/${line.numberId}`, line.token, {})).toMatchObject({
      body: { error: { code: 100 } },
    });
  });
});

describe('the subscription of a business account', () => {
  const subscribed = async ({ wabaId, token }: Instance): Promise<unknown> =>
    (await platform.graph('GET', `/${wabaId}/subscribed_apps`, token)).body;

  test('is made by a bare call, overridden by one with a URI, cleared by a bare one, and removed', async () => {
    const line = await platform.connect();
    expect(await subscribed(line)).toEqual({ data: [] });
    expect(await subscribe(line, override(receiver.receiverUrl(2), 'two'))).toMatchObject({
      body: { error: { code: 100 } },
    });

    expect(await subscribe(line)).toMatchObject(SUCCESS);
    const app = { whatsapp_business_api_data: { id: APP_ID, name: expect.any(String), link: expect.any(String) } };
    expect(await subscribed(line)).toEqual({ data: [app] });

    expect(await subscribe(line, override(receiver.receiverUrl(2), 'wrong'))).toMatchObject({
      body: { error: { code: 2200 } },
    });
    expect(await subscribe(line, override(receiver.receiverUrl(2), 'two'))).toMatchObject(SUCCESS);
    expect(await subscribed(line)).toEqual({ data: [{ ...app, override_callback_uri: receiver.receiverUrl(2) }] });
    platform.app.callbackUrl = 'http://127.0.0.1:1/platform/callback';
    expect(await configurationOf(line)).toMatchObject({
      webhook_configuration: {
        whatsapp_business_account: receiver.receiverUrl(2),
        application: 'http://127.0.0.1:1/platform/callback',
      },
    });
    platform.app.callbackUrl = undefined;
    expect((await platform.described()).wabas).toContainEqual(
      expect.objectContaining({ id: line.wabaId, subscribed: true, override_callback_uri: receiver.receiverUrl(2) }),
    );

    expect(await subscribe(line)).toMatchObject(SUCCESS);
    expect(await subscribed(line)).toEqual({ data: [app] });

    expect(await platform.graph('DELETE', `/${line.wabaId}/subscribed_apps`, line.token)).toMatchObject(SUCCESS);
    expect(await subscribed(line)).toEqual({ data: [] });
  });
});
