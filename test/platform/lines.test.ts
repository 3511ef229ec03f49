import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  clearNumberCallback,
  isSubscribed,
  readNumberCallback,
  setNumberCallback,
  subscribeApp,
} from '../../lambdas/platform/callbacks.ts';
import { listNumbers, readNumber } from '../../lambdas/platform/numbers.ts';
import { registerNumber } from '../../lambdas/platform/registration.ts';
import { exchangeCode, readToken } from '../../lambdas/platform/sign-up.ts';
import { app, callbackUrl, failure, redirectUri, simulatedNow, useSimulator, verifyToken } from './simulation.ts';

const { client, control, state, codeFromDialog, connected, endpointUrl } = useSimulator();

describe('signing up', () => {
  test('makes a code a token that is good for a business account, once', async () => {
    const code = await codeFromDialog('555');
    const now = Date.parse('2026-03-01T12:00:00Z');
    const exchanged = await exchangeCode(client, app, code, redirectUri, now);
    expect(exchanged.expiresAt).toBe(now + 60 * 86_400_000);
    const facts = await readToken(client, app, exchanged.token);
    expect(facts).toMatchObject({ isValid: true, wabaIds: ['555'] });
    expect(facts.expiresAt).toBeGreaterThan(simulatedNow());
    expect((await failure(exchangeCode(client, app, code, redirectUri, now))).kind).toBe('parameter');
  });

  test('tells when the platform keeps the business accounts to itself', async () => {
    const { token } = await connected();
    await control({ debug_token: { target_ids: false } });
    expect(await readToken(client, app, token)).toMatchObject({ isValid: true, wabaIds: [] });
  });

  test('tells a token that is none', async () => {
    expect(await readToken(client, app, 'EAAnothing')).toMatchObject({ isValid: false, wabaIds: [] });
  });

  test('fails for good when the answer of the exchange is lost', async () => {
    const code = await codeFromDialog();
    await control({ fault: { path: '/oauth/access_token', drop: true, times: 1 } });
    expect((await failure(exchangeCode(client, app, code, redirectUri, 0))).kind).toBe('transient');
    expect((await failure(exchangeCode(client, app, code, redirectUri, 0))).kind).toBe('parameter');
  });
});

describe('a number', () => {
  test('is read, registered and listed', async () => {
    const first = await connected('600');
    const second = await connected('600');
    const listed = await listNumbers(client, second);
    expect(new Set(listed.map((number) => number.id))).toEqual(new Set([second.phoneNumberId, first.phoneNumberId]));
    const onboardedAt = (id: string): number => listed.find((number) => number.id === id)?.lastOnboardedAt ?? 0;
    expect(onboardedAt(first.phoneNumberId)).toBe(simulatedNow());
    expect(onboardedAt(second.phoneNumberId)).toBeGreaterThan(simulatedNow());
    expect(await readNumber(client, second)).toMatchObject({
      status: 'PENDING',
      qualityRating: 'GREEN',
      throughputLevel: 'STANDARD',
    });
    await registerNumber(client, second, '123456', null);
    expect(await readNumber(client, second)).toMatchObject({
      status: 'CONNECTED',
      health: { canSendMessage: 'AVAILABLE', errors: [] },
    });
  });

  test.each([
    ['approved', 'blueheron'],
    ['reserved', null],
  ])('with a username that is %s has %j', async (status, username) => {
    const access = await connected();
    await control({ number: { id: access.phoneNumberId, username: { username: 'blueheron', status } } });
    expect(await readNumber(client, access)).toMatchObject({ username });
  });

  test('keeps unknown states', async () => {
    const access = await connected();
    const strange = { status: 'HIBERNATING', quality_rating: 7, throughput: null, health_status: 'odd' };
    await control({ number: { id: access.phoneNumberId, ...strange } });
    expect(await readNumber(client, access)).toMatchObject({
      status: 'HIBERNATING',
      qualityRating: null,
      throughputLevel: null,
    });
  });

  // The platform's own example, with what the document of its calls adds.
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/health-status
  test('has the errors that hinder sending, what blocks first, and those of calls never', async () => {
    const access = await connected();
    const described = (code: unknown, text: string | number) => ({
      error_code: code,
      error_description: text,
      possible_solution: `Solve: ${text}`,
    });
    const health_status = {
      can_send_message: 'BLOCKED',
      entities: [
        {
          entity_type: 'PHONE_NUMBER',
          id: access.phoneNumberId,
          can_send_message: 'AVAILABLE',
          can_receive_call_sip: 'BLOCKED',
          errors: [described(138_014, 'No SIP server.'), described(1, 'Of calls alone.')],
          additional_info: ['Of calls alone.'],
        },
        {
          entity_type: 'BUSINESS',
          id: '506914307656634',
          can_send_message: 'LIMITED',
          errors: [described('141010', 'Not verified.'), described(138_024, 'No SIP.')],
          additional_info: ['A note.', 7, 'A note.'],
        },
        {
          entity_type: 'WABA',
          id: access.wabaId,
          can_send_message: 'BLOCKED',
          errors: [described(141_006, 'No payment method.'), 'odd', described('x', 'No code.'), described(7, 7)],
        },
        'odd',
        { entity_type: 'APP', id: '4', can_send_message: 'ODD', errors: [described(9, 'é'.repeat(400))] },
        { entity_type: 'APP', id: '4', can_send_message: 'BLOCKED', errors: 'odd' },
      ],
    };
    await control({ number: { id: access.phoneNumberId, health_status } });
    expect((await readNumber(client, access)).health).toEqual({
      canSendMessage: 'BLOCKED',
      errors: [
        { entity: 'WABA', code: 141_006, description: 'No payment method.', remedy: 'Solve: No payment method.' },
        { entity: 'WABA', code: 7, description: null, remedy: 'Solve: 7' },
        { entity: 'BUSINESS', code: 141_010, description: 'Not verified.', remedy: 'Solve: Not verified.' },
        { entity: 'APP', code: 9, description: 'é'.repeat(300), remedy: `Solve: ${'é'.repeat(293)}` },
      ],
      notes: ['A note.'],
    });
    const many = Array.from({ length: 30 }, (_, index) => described(index, 'Many.'));
    const entities = [{ entity_type: 'WABA', can_send_message: 'BLOCKED', errors: many }];
    await control({ number: { id: access.phoneNumberId, health_status: { entities } } });
    expect((await readNumber(client, access)).health.errors).toHaveLength(10);
  });

  test('is listed over all pages', async () => {
    const access = await connected('601');
    const ids = Array.from({ length: 230 }, (_, index) => String(90_000 + index));
    for (const id of ids) await control({ number: { id, waba_id: '601' } });
    const listed = await listNumbers(client, access);
    expect(new Set(listed.map((number) => number.id))).toEqual(new Set([access.phoneNumberId, ...ids]));
  });

  test('that was deleted is gone', async () => {
    const access = await connected();
    await control({ number: { id: access.phoneNumberId, deleted: true } });
    expect((await failure(readNumber(client, access))).kind).toBe('gone');
    expect((await failure(clearNumberCallback(client, access))).kind).toBe('gone');
  });
});

describe('the callback of a number', () => {
  test('is set, read back and cleared', async () => {
    const access = await connected();
    const before = await readNumberCallback(client, access);
    expect(before).toEqual({ number: null, waba: null, app: callbackUrl });
    expect(await isSubscribed(client, access, app.id)).toBe(false);
    await subscribeApp(client, access);
    expect(await isSubscribed(client, access, app.id)).toBe(true);
    expect(await isSubscribed(client, access, 'another app')).toBe(false);
    await setNumberCallback(client, access, endpointUrl(), verifyToken);
    expect(await readNumberCallback(client, access)).toEqual({ ...before, number: endpointUrl() });
    await clearNumberCallback(client, access);
    await clearNumberCallback(client, access);
    expect(await readNumberCallback(client, access)).toEqual(before);
  });

  test('is refused before the app is subscribed, and when the endpoint does not verify', async () => {
    const access = await connected();
    expect((await failure(setNumberCallback(client, access, endpointUrl(), verifyToken))).kind).toBe('parameter');
    await subscribeApp(client, access);
    const error = await failure(setNumberCallback(client, access, endpointUrl(), 'wrong-token'));
    expect(error).toMatchObject({ kind: 'unknown', code: 2200 });
    expect(error.message).not.toContain('wrong-token');
  });

  test('is set though the first answers are errors or lost', async () => {
    const access = await connected();
    await subscribeApp(client, access);
    await control({ fault: { method: 'POST', path: `/${access.phoneNumberId}`, status: 500, times: 1 } });
    await control({ fault: { method: 'POST', path: `/${access.phoneNumberId}`, drop: true, times: 1 } });
    await setNumberCallback(client, access, endpointUrl(), verifyToken);
    expect((await readNumberCallback(client, access)).number).toBe(endpointUrl());
  });
});

describe('refusals', () => {
  test('of an expired token and of a foreign one have their kinds', async () => {
    const own = await connected('800');
    const other = await connected('801');
    expect((await failure(listNumbers(client, { ...other, token: own.token }))).kind).toBe('permission');
    await control({ token: { expire: true, waba_id: '800' } });
    expect(await failure(readNumber(client, own))).toMatchObject({ kind: 'token_invalid', code: 190, subcode: 463 });
    expect((await failure(readNumber(client, { ...own, token: `EAA${randomUUID()}` }))).kind).toBe('token_invalid');
  });

  test('of throttling come with the wait of the usage header, and are not repeated', async () => {
    const access = await connected('802');
    await control({
      clear_calls: true,
      usage: { waba_id: '802', call_count: 100, estimated_time_to_regain_access: 9 },
    });
    expect(await failure(readNumber(client, access))).toMatchObject({
      kind: 'throttled',
      code: 80007,
      retryAfter: 540,
    });
    expect(await state()).toMatchObject({ calls: [{ path: `/${access.phoneNumberId}` }] });
  });
});
