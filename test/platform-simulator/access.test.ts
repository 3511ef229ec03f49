import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { APP_SECRET, runPlatform } from './running-platform.ts';
import type { Instance, RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;
let line: Instance;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});

describe('a token', () => {
  beforeAll(async () => {
    line = await platform.connect();
  });

  test.each([undefined, 'EAAunknown'])('that is %s is refused with 190', async (token) => {
    const answer = await platform.graph('GET', `/${line.numberId}`, token);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 190, type: 'OAuthException' } } });
    expect(z.object({ error: z.object({ fbtrace_id: z.string().min(8) }) }).safeParse(answer.body).success).toBe(true);
  });

  test('of another business account is refused with 200, or 10 for sending', async () => {
    const { token } = await platform.connect();
    expect(await platform.graph('GET', `/${line.numberId}`, token)).toMatchObject({
      status: 403,
      body: { error: { code: 200 } },
    });
    expect(await platform.graph('GET', `/${line.wabaId}/message_templates`, token)).toMatchObject({
      body: { error: { code: 200 } },
    });
    expect(await platform.graph('POST', `/${line.numberId}/messages`, token, {})).toMatchObject({
      body: { error: { code: 10 } },
    });
  });

  test('ends after 60 days with 190/463', async () => {
    const { token, numberId } = await platform.connect();
    platform.clock.now += 60 * 86_400_000 - 1;
    expect(await platform.graph('GET', `/${numberId}`, token)).toMatchObject({ status: 200 });
    platform.clock.now += 1;
    expect(await platform.graph('GET', `/${numberId}`, token)).toMatchObject({
      status: 401,
      body: { error: { code: 190, error_subcode: 463 } },
    });
  });

  test('is ended and revived by the control API, for one business account', async () => {
    const [one, two] = [await platform.connect(), await platform.connect()];
    await platform.control({ token: { expire: true, waba_id: one.wabaId } });
    expect(await platform.graph('GET', `/${one.numberId}`, one.token)).toMatchObject({
      body: { error: { error_subcode: 463 } },
    });
    expect(await platform.graph('GET', `/${two.numberId}`, two.token)).toMatchObject({ status: 200 });
    await platform.control({ token: { expire: false, waba_id: one.wabaId } });
    expect(await platform.graph('GET', `/${one.numberId}`, one.token)).toMatchObject({ status: 200 });
  });

  test('may stand in the query', async () => {
    const { token, numberId } = await platform.connect();
    expect(await platform.graph('GET', `/${numberId}?access_token=${token}`)).toMatchObject({ status: 200 });
  });
});

describe('a path', () => {
  test('of an object that is gone is refused with 100/33', async () => {
    const { token, numberId } = await platform.connect();
    await platform.control({ number: { id: numberId, deleted: true } });
    for (const method of ['GET', 'POST']) {
      expect(await platform.graph(method, `/${numberId}`, token)).toMatchObject({
        status: 400,
        body: { error: { code: 100, error_subcode: 33, type: 'GraphMethodException' } },
      });
    }
  });

  test.each(['/{number}/nothing', '/{waba}/toString', '/{waba}/phone_numbers/1'])(
    'that leads nowhere is refused: %s',
    async (path) => {
      const { token, numberId, wabaId } = await platform.connect();
      const answer = await platform.graph('GET', path.replace('{number}', numberId).replace('{waba}', wabaId), token);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 2500 } } });
    },
  );

  test('without a version is refused', async () => {
    expect((await fetch(new URL('/debug_token', platform.graphUrl))).status).toBe(404);
  });
});

describe('a body', () => {
  test('that is no JSON object is refused with 100', async () => {
    const { token, numberId } = await platform.connect();
    expect(await platform.graph('POST', `/${numberId}`, token, [])).toMatchObject({
      status: 400,
      body: { error: { code: 100 } },
    });
  });

  test('may be a form', async () => {
    const { token, numberId } = await platform.connect();
    const response = await fetch(`${platform.graphUrl}/${numberId}/register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ messaging_product: 'whatsapp', pin: '123456' }),
    });
    expect(await response.json()).toEqual({ success: true });
  });

  test('may be a form with objects as JSON', async () => {
    const { token, numberId } = await platform.connect();
    await platform.control({ number: { id: numberId, registered: true } });
    const message = { messaging_product: 'whatsapp', to: '15550009876', text: JSON.stringify({ body: 'Hello' }) };
    const response = await fetch(`${platform.graphUrl}/${numberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(message),
    });
    expect(await response.json()).toHaveProperty('messages');
  });
});

// https://developers.facebook.com/docs/graph-api/guides/secure-requests
test('a proof of the app’s secret is checked when there is one', async () => {
  const { token, numberId } = await platform.connect();
  const read = (secret: string): Promise<unknown> => {
    const proof = createHmac('sha256', secret).update(token).digest('hex');
    return platform.graph('GET', `/${numberId}?appsecret_proof=${proof}`, token);
  };
  expect(await read(APP_SECRET)).toMatchObject({ status: 200 });
  expect(await read('another')).toMatchObject({
    status: 400,
    body: { error: { code: 100, type: 'GraphMethodException' } },
  });
});

describe('the call budget', () => {
  const usageOf = (headers: Headers): Record<string, unknown> =>
    z
      .record(z.string(), z.array(z.looseObject({})))
      .parse(JSON.parse(headers.get('x-business-use-case-usage') ?? '{}'))[line.wabaId]?.[0] ?? {};
  const read = (): ReturnType<RunningPlatform['graph']> => platform.graph('GET', `/${line.numberId}`, line.token);

  test('is 200 calls an hour, reported in percent, and refills as the hour moves on', async () => {
    line = await platform.connect();
    const answers = await Promise.all(Array.from({ length: 199 }, read));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(usageOf((await read()).headers)).toEqual({
      type: 'whatsapp_business_management',
      call_count: 100,
      total_cputime: 25,
      total_time: 25,
      estimated_time_to_regain_access: 60,
    });
    platform.clock.now += 20 * 60_000;
    const refused = await read();
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 80007 } } });
    expect(usageOf(refused.headers)).toMatchObject({ call_count: 100, estimated_time_to_regain_access: 40 });
    platform.clock.now += 40 * 60_000;
    const taken = await read();
    expect(taken).toMatchObject({ status: 200 });
    expect(usageOf(taken.headers)).toMatchObject({ call_count: 0, estimated_time_to_regain_access: 0 });
  });

  test('is each business account’s own, and sending does not touch it', async () => {
    line = await platform.connect();
    await platform.control({ budget: { waba_id: line.wabaId, calls_per_hour: 1 } });
    expect(await read()).toMatchObject({ status: 400, body: { error: { code: 80007 } } });
    expect(
      await platform.graph('POST', `/${line.numberId}/messages`, line.token, { messaging_product: 'whatsapp' }),
    ).toMatchObject({
      body: { error: { code: 133010 } },
    });
    const other = await platform.connect();
    expect(await platform.graph('GET', `/${other.numberId}`, other.token)).toMatchObject({ status: 200 });
    await platform.control({ budget: { waba_id: line.wabaId, calls_per_hour: null } });
    expect(await read()).toMatchObject({ status: 200 });
  });

  test('is 5,000 once a number is registered', async () => {
    line = await platform.connect();
    await platform.graph('POST', `/${line.numberId}/register`, line.token, {
      messaging_product: 'whatsapp',
      pin: '123456',
    });
    await Promise.all(Array.from({ length: 248 }, read));
    // 250 calls with the listing and the registration: 5 percent.
    expect(usageOf((await read()).headers)).toMatchObject({ call_count: 5 });
  });

  test('is reported as the control API says, and throttles from 100 percent', async () => {
    line = await platform.connect();
    await platform.control({ usage: { waba_id: line.wabaId, call_count: 95, estimated_time_to_regain_access: 3 } });
    const answer = await read();
    expect(answer).toMatchObject({ status: 200 });
    expect(usageOf(answer.headers)).toMatchObject({ call_count: 95, estimated_time_to_regain_access: 3 });
    await platform.control({ usage: { waba_id: line.wabaId, call_count: 100 } });
    expect(await read()).toMatchObject({ body: { error: { code: 80007 } } });
    await platform.control({ clear: true });
    expect(usageOf((await read()).headers)).toMatchObject({ call_count: 1 });
  });
});
