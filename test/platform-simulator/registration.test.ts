import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes has each code below. */
let platform: RunningPlatform;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});

const SUCCESS = { status: 200, body: { success: true } };
const refused = (code: number, status = 400): object => ({ status, body: { error: { code } } });
const post = ({ numberId, token }: Instance, edge: string, body: object = {}): Promise<Answer> =>
  platform.graph('POST', `/${numberId}${edge}`, token, body);
const register = (line: Instance, pin: string, more: object = {}): Promise<Answer> =>
  post(line, '/register', { messaging_product: 'whatsapp', pin, ...more });
const read = async ({ numberId, token }: Instance, fields: string): Promise<unknown> =>
  (await platform.graph('GET', `/${numberId}?fields=${fields}`, token)).body;
const described = async ({ numberId }: Instance): Promise<unknown> =>
  (await platform.described()).numbers.find(({ id }) => id === numberId);
const change = ({ numberId }: Instance, fields: object): Promise<Answer> =>
  platform.control({ number: { id: numberId, ...fields } });

// https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/two-step-verification
describe('the PIN of a number', () => {
  test('is set by its registration when it has none', async () => {
    const line = await platform.connect();
    expect(await read(line, 'is_pin_enabled')).toMatchObject({ is_pin_enabled: false });
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
    expect(await read(line, 'is_pin_enabled')).toMatchObject({ is_pin_enabled: true });
    expect(await described(line)).toMatchObject({ pin: { state: 'other', value: '111111' } });
  });

  test('that is another is refused with 133005 until it is replaced, without the old one', async () => {
    const line = await platform.connect();
    await change(line, { pin: { state: 'other', value: '222222' } });
    expect(await register(line, '111111')).toMatchObject(refused(133005));
    expect(await post(line, '', { pin: '12345' })).toMatchObject(refused(100));
    expect(await post(line, '', { pin: '333333' })).toMatchObject(SUCCESS);
    expect(await register(line, '222222')).toMatchObject(refused(133005));
    expect(await register(line, '333333')).toMatchObject(SUCCESS);
  });

  test('is another one than any known one when the control API names none', async () => {
    const line = await platform.connect();
    await post(line, '', { pin: '908172' });
    await change(line, { pin: { state: 'other' } });
    expect(await register(line, '908172')).toMatchObject(refused(133005));
  });

  test('is kept by a number that is registered already', async () => {
    const line = await platform.connect();
    await register(line, '111111');
    expect(await register(line, '999999')).toMatchObject(SUCCESS);
    expect(await described(line)).toMatchObject({ pin: { value: '111111' } });
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/account-model-evolution
  test('may be ignored, but must be sent', async () => {
    const line = await platform.connect();
    await change(line, { pin: { state: 'ignored' } });
    expect(await post(line, '/register', { messaging_product: 'whatsapp' })).toMatchObject(refused(100));
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
  });

  test('is locked after five wrong ones, with the time to wait in the details', async () => {
    const line = await platform.connect();
    await change(line, { pin: { state: 'other', value: '222222' } });
    for (let time = 0; time < 5; time += 1) expect(await register(line, '111111')).toMatchObject(refused(133005));
    expect(await register(line, '222222')).toMatchObject({
      status: 400,
      body: { error: { code: 133008, error_data: { details: expect.stringMatching(/after 720 minutes/) } } },
    });
    platform.clock.now += 12 * 3_600_000;
    expect(await register(line, '222222')).toMatchObject(SUCCESS);
  });

  test('is locked as the control API says, for too many tries or too fast ones', async () => {
    const line = await platform.connect();
    await change(line, { pin: { state: 'locked', value: '222222' } });
    expect(await register(line, '222222')).toMatchObject(refused(133008));
    await change(line, { pin: { state: 'too_fast', value: '222222' } });
    expect(await register(line, '222222')).toMatchObject(refused(133009));
    platform.clock.now += 60_000;
    expect(await register(line, '222222')).toMatchObject(SUCCESS);
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration
describe('a registration', () => {
  test('of a number that is not verified is refused with 133006, until a code verifies it', async () => {
    const line = await platform.connect();
    await change(line, { code_verification_status: 'EXPIRED' });
    expect(await register(line, '111111')).toMatchObject(refused(133006));
    expect(await post(line, '/request_code', { code_method: 'PIGEON', language: 'en_US' })).toMatchObject(refused(100));
    expect(await post(line, '/request_code', { code_method: 'SMS', language: 'en_US' })).toMatchObject(SUCCESS);
    expect(await post(line, '/verify_code', { code: 'wrong' })).toMatchObject(refused(136025));
    const { verification_code: code } = (await described(line)) as { verification_code: string };
    expect(await post(line, '/verify_code', { code })).toMatchObject(SUCCESS);
    expect(await post(line, '/request_code', { code_method: 'SMS', language: 'en_US' })).toMatchObject(refused(136024));
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
  });

  test('of a number that was just deleted is refused with 133015 for five minutes', async () => {
    const line = await platform.connect();
    await change(line, { hindrance: 'recently_deleted' });
    expect(await register(line, '111111')).toMatchObject(refused(133015));
    platform.clock.now += 5 * 60_000;
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
  });

  test('of a number whose display name is in review is refused with 100/2388001 until it is not', async () => {
    const line = await platform.connect();
    await change(line, { hindrance: 'name_in_review' });
    const error = { code: 100, error_subcode: 2388001 };
    expect(await register(line, '111111')).toMatchObject({ status: 400, body: { error } });
    await change(line, { hindrance: null });
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
  });

  test('of a number whose deregistration is incomplete is refused with 133000 until it is deregistered', async () => {
    const line = await platform.connect();
    await change(line, { hindrance: 'deregistration_incomplete' });
    expect(await register(line, '111111')).toMatchObject(refused(133000, 500));
    expect(await post(line, '/deregister')).toMatchObject(SUCCESS);
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
  });

  test('stores the data in a region that the platform supports', async () => {
    const line = await platform.connect();
    expect(await register(line, '111111', { data_localization_region: 'FR' })).toMatchObject(refused(100));
    expect(await register(line, '111111', { data_localization_region: 'DE' })).toMatchObject(SUCCESS);
    expect(await described(line)).toMatchObject({ data_localization_region: 'DE' });
    expect((await platform.graph('GET', `/${line.numberId}/settings`, line.token)).body).toMatchObject({
      storage_configuration: { status: 'in_country_storage_enabled', data_localization_region: 'de' },
    });
  });

  test('counts with deregistrations: ten in 72 hours, then both are locked for 72 hours', async () => {
    const line = await platform.connect();
    for (let time = 0; time < 5; time += 1) {
      expect(await register(line, '111111')).toMatchObject(SUCCESS);
      expect(await post(line, '/deregister')).toMatchObject(SUCCESS);
      platform.clock.now += 3_600_000;
    }
    platform.clock.now += 60 * 3_600_000;
    expect(await register(line, '111111')).toMatchObject(refused(133016));
    platform.clock.now += 71 * 3_600_000;
    expect(await post(line, '/deregister')).toMatchObject(refused(133016));
    platform.clock.now += 3_600_000;
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/phone-number-deregister-api
describe('a deregistration', () => {
  test('ends sending and keeps the PIN', async () => {
    const line = await platform.connect();
    await register(line, '111111');
    expect(await post(line, '/deregister')).toMatchObject(SUCCESS);
    expect(await read(line, 'status')).toMatchObject({ status: 'DISCONNECTED' });
    const message = { messaging_product: 'whatsapp', to: '15551', type: 'text', text: { body: 'Hello' } };
    expect(await post(line, '/messages', message)).toMatchObject(refused(133010));
    expect(await register(line, '222222')).toMatchObject(refused(133005));
    expect(await register(line, '111111')).toMatchObject(SUCCESS);
    expect(await read(line, 'status')).toMatchObject({ status: 'CONNECTED' });
  });

  test('of a number that is not registered is refused with 100/2207051', async () => {
    const line = await platform.connect();
    expect(await post(line, '/deregister')).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 2207051 } },
    });
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
describe('a number on the business app', () => {
  const extras = JSON.stringify({ featureType: 'whatsapp_business_app_onboarding' });
  const coexisting = (): Promise<Instance> => platform.connect({ coexistence: '1', extras });
  const synchronise = (line: Instance, type: string): Promise<Answer> =>
    post(line, '/smb_app_data', { messaging_product: 'whatsapp', sync_type: type });

  // https://github.com/chatwoot/chatwoot/issues/15462
  test('is neither registered nor deregistered', async () => {
    const line = await coexisting();
    expect(await register(line, '111111')).toMatchObject(refused(100));
    expect(await post(line, '/deregister')).toMatchObject(refused(100));
    expect(await read(line, 'status,is_on_biz_app')).toMatchObject({ status: 'CONNECTED', is_on_biz_app: true });
    const message = { messaging_product: 'whatsapp', to: '15551', type: 'text', text: { body: 'Hello' } };
    expect(await post(line, '/messages', message)).toMatchObject({ status: 200 });
  });

  test('may be made one by the control API', async () => {
    const line = await platform.connect();
    await change(line, { is_on_biz_app: true });
    expect(await register(line, '111111')).toMatchObject(refused(100));
    expect(await read(line, 'status')).toMatchObject({ status: 'CONNECTED' });
  });

  test('is synchronised once for each kind, within 24 hours of the sign-up', async () => {
    const line = await coexisting();
    const taken = { status: 200, body: { messaging_product: 'whatsapp', request_id: expect.stringMatching(/./) } };
    expect(await synchronise(line, 'everything')).toMatchObject(refused(100));
    expect(await synchronise(line, 'smb_app_state_sync')).toMatchObject(taken);
    expect(await synchronise(line, 'smb_app_state_sync')).toMatchObject(refused(2593107));
    platform.clock.now += 24 * 3_600_000 + 1;
    expect(await synchronise(line, 'history')).toMatchObject(refused(2593108));
    await platform.connect({ number: line.numberId });
    expect(await synchronise(line, 'history')).toMatchObject(taken);
    expect(await synchronise(await platform.connect(), 'history')).toMatchObject(refused(100));
  });
});
