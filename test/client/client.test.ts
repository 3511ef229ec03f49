import { afterEach, describe, expect, it } from '@jest/globals';
import { sceneOf } from '../../tools/scenes/scenes.ts';
import { ConnectionLost, isRefusal, Refusal } from '../../packages/client/src/refusal.ts';
import { answer, hangUp, refusal, serviceWith, stopServices, type Reply } from './scripted-service.ts';

afterEach(stopServices);

const fine = answer(200, { ok: true }, { 'x-request-id': 'r-1' });
const customer = { external_customer_id: 'c-1', customer_name: '東京' };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a call', () => {
  it('asks in the query, commands in the body, with who calls in the headers', async () => {
    const { client, received } = await serviceWith([fine]);
    await client.call('list-partner-customers', { search: 'a&b ü', include_merged: true, page: 2, status: undefined });
    await client.call('upsert-partner-customer', customer);
    const [query, command] = received;
    expect(query?.method).toBe('GET');
    expect(Object.fromEntries(query?.url.searchParams ?? [])).toEqual({
      route: 'list-partner-customers',
      search: 'a&b ü',
      include_merged: 'true',
      page: '2',
    });
    expect(query?.headers).toMatchObject({ apikey: 'pk_test_x', authorization: 'Bearer partner_test_x' });
    expect(query?.headers['idempotency-key']).toBeUndefined();
    expect(command).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(command?.body ?? '')).toEqual({ route: 'upsert-partner-customer', ...customer });
  });

  it('is sent by the first of its methods, or another of them', async () => {
    const { client, received } = await serviceWith([fine]);
    await client.call('deactivate-partner-instance', { instance_id: 'i-1' });
    await client.call('deactivate-partner-instance', { instance_id: 'i-1' }, { method: 'DELETE' });
    expect(received.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });

  it('asks for the token before every attempt', async () => {
    const tokens = ['old', 'new'];
    const token = (): Promise<string> => Promise.resolve(tokens.shift() ?? '');
    const { client, received } = await serviceWith([refusal(503, 'temporarily_unavailable'), fine], { token });
    await client.call('get-partner-webhook-endpoint', {});
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('says what came', async () => {
    const body = { ok: true, ...sceneOf('upsert-partner-customer').example.responses[201] };
    const { client } = await serviceWith([answer(201, body, { 'x-request-id': 'r-2', 'idempotent-replayed': 'true' })]);
    expect(await client.call('upsert-partner-customer', customer, { idempotencyKey: 'k-1' })).toEqual({
      status: 201,
      body,
      requestId: 'r-2',
      route: 'upsert-partner-customer',
      idempotencyKey: 'k-1',
      replayed: true,
      headers: expect.any(Headers),
    });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const { client, received } = await serviceWith([answer(status, '', { location: '/elsewhere' }), fine]);
    await expect(client.call('upsert-partner-customer', customer)).rejects.toMatchObject({ name: 'Refusal', status });
    expect(received).toHaveLength(1);
  });

  it.each([{}, { ok: false }, [], 'ok', null])('takes %p with 200 for no answer of the service', async (body) => {
    const { client } = await serviceWith([answer(200, JSON.stringify(body))], { retry: { attempts: 1 } });
    const call = client.call('upsert-partner-customer', customer, { idempotencyKey: 'k-1' });
    await expect(call).rejects.toMatchObject({
      name: 'ConnectionLost',
      route: 'upsert-partner-customer',
      idempotencyKey: 'k-1',
    });
  });

  it('may have a time limit and a retry policy of its own', async () => {
    const { client, retries } = await serviceWith([() => undefined]);
    const call = client.call('get-partner-webhook-endpoint', {}, { timeout: 50, retry: { attempts: 2 } });
    await expect(call).rejects.toBeInstanceOf(ConnectionLost);
    expect(retries).toHaveLength(1);
  });
});

describe('a command whose answer has a secret', () => {
  const commands = [
    ['issue-partner-api-key', { scopes: ['customers.read'] }],
    ['rotate-partner-webhook-secret', {}],
    ['reveal-partner-instance-platform-token', { instance_id: 'i-1' }],
  ] as const;

  it.each(commands)('is sent once when its answer is lost: %s', async (route, parameters) => {
    for (const lost of [hangUp, answer(200, '<html>'), answer(502, ''), refusal(500, 'internal_error')]) {
      const { client, received } = await serviceWith([lost, refusal(409, 'invalid_state')]);
      await expect(client.call(route, parameters)).rejects.not.toMatchObject({ code: 'invalid_state' });
      expect(received).toHaveLength(1);
    }
  });

  it.each(commands)('is sent again after 429, which carries nothing out: %s', async (route, parameters) => {
    const { client, received } = await serviceWith([refusal(429, 'rate_limited'), fine]);
    expect((await client.call(route, parameters)).status).toBe(200);
    expect(received).toHaveLength(2);
  });
});

describe('the idempotency key', () => {
  it('is made for each command and kept for each of its attempts', async () => {
    const { client, received } = await serviceWith([hangUp, refusal(503, 'temporarily_unavailable'), fine]);
    await client.call('upsert-partner-customer', customer);
    await client.call('upsert-partner-customer', customer);
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(uuid);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).toMatch(uuid);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('is the one of the caller, if it has one', async () => {
    const { client, received } = await serviceWith([hangUp, fine]);
    await client.call('upsert-partner-customer', customer, { idempotencyKey: 'import-1-line-2' });
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['import-1-line-2', 'import-1-line-2']);
  });
});

describe('a refusal', () => {
  it('is thrown with its code, its details and the id of the call', async () => {
    const { client, received } = await serviceWith([refusal(409, 'invalid_state', { 'x-request-id': 'r-3' })]);
    const refused: unknown = await client.call('upsert-partner-customer', customer).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({
      status: 409,
      code: 'invalid_state',
      message: 'invalid_state!',
      details: { state: 'x' },
      requestId: 'r-3',
    });
    expect(isRefusal(refused, 'invalid_state') && refused.details?.state).toBe('x');
    expect(isRefusal(refused, 'not_found')).toBe(false);
    expect(received).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['the gateway', answer(403, { message: 'Forbidden' })],
    ['something else', answer(404, '<html>')],
    ['nobody', answer(400, '')],
  ])('of %s has no code', async (_, reply) => {
    const { client } = await serviceWith([reply]);
    await expect(client.call('get-partner-webhook-endpoint', {})).rejects.toMatchObject({ code: 'unknown' });
  });
});

describe('what comes again', () => {
  it.each([429, 500, 502, 503, 504])('is a call that got %i, whoever said it', async (status) => {
    const { client, received } = await serviceWith([answer(status, '<html>'), fine]);
    expect((await client.call('get-partner-webhook-endpoint', {})).status).toBe(200);
    expect(received).toHaveLength(2);
  });

  it('is what is still being carried out elsewhere, and no other conflict', async () => {
    const busy = await serviceWith([refusal(409, 'idempotency_in_progress'), fine]);
    expect((await busy.client.call('upsert-partner-customer', customer)).status).toBe(200);
    const failed = await serviceWith([refusal(409, 'remote_removal_failed'), fine]);
    await expect(failed.client.call('upsert-partner-customer', customer)).rejects.toMatchObject({ status: 409 });
  });

  it('is a call whose answer was cut off, or is no JSON', async () => {
    const torn: Reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"ok":');
      response.socket?.end();
    };
    const { client, retries } = await serviceWith([torn, answer(200, '{"ok":'), fine]);
    expect((await client.call('upsert-partner-customer', customer)).body).toEqual({ ok: true });
    expect(retries.map(({ because }) => because.name)).toEqual(['ConnectionLost', 'ConnectionLost']);
  });

  it('is a call that got no answer in time', async () => {
    const { client, retries } = await serviceWith([() => undefined, fine], { timeout: 1_000 });
    expect((await client.call('upsert-partner-customer', customer)).status).toBe(200);
    expect(retries[0]?.because.name).toBe('ConnectionLost');
  });

  it('ends after so many attempts, with what the last one got', async () => {
    const dead = await serviceWith([hangUp]);
    await expect(dead.client.call('upsert-partner-customer', customer)).rejects.toBeInstanceOf(ConnectionLost);
    expect(dead.received).toHaveLength(6);
    const busy = await serviceWith([refusal(503, 'temporarily_unavailable')], { retry: { attempts: 2 } });
    await expect(busy.client.call('upsert-partner-customer', customer)).rejects.toMatchObject({ status: 503 });
    expect(busy.received).toHaveLength(2);
  });

  it('is nothing once the caller has given up', async () => {
    const giveUp = new AbortController();
    const { client, received } = await serviceWith([hangUp], {
      wait: () => {
        giveUp.abort(new Error('enough'));
        return Promise.resolve();
      },
    });
    const call = client.call('upsert-partner-customer', customer, { signal: giveUp.signal });
    await expect(call).rejects.toThrow('enough');
    expect(received).toHaveLength(1);
  });

  it('is nothing as soon as the caller gives up, although a pause would go on', async () => {
    const giveUp = new AbortController();
    const { client, received } = await serviceWith([hangUp], {
      wait: () => {
        queueMicrotask(() => {
          giveUp.abort(new Error('enough'));
        });
        return new Promise(() => undefined);
      },
    });
    await expect(client.call('upsert-partner-customer', customer, { signal: giveUp.signal })).rejects.toThrow('enough');
    const items = client.items('list-partner-customers', {}, { signal: giveUp.signal });
    await expect(items.next()).rejects.toThrow('enough');
    expect(received).toHaveLength(1);
  });
});

describe('the pause', () => {
  it('is as long as Retry-After asks for at least', async () => {
    const { client, waits, retries } = await serviceWith([
      refusal(429, 'rate_limited', { 'retry-after': '7' }),
      refusal(503, 'temporarily_unavailable', { 'retry-after': '0' }),
      fine,
    ]);
    await client.call('upsert-partner-customer', customer);
    expect(waits).toEqual([7_875, 300]);
    expect(retries.map(({ route, attempt }) => [route, attempt])).toEqual([
      ['upsert-partner-customer', 1],
      ['upsert-partner-customer', 2],
    ]);
    const [first, second] = retries;
    expect(first?.idempotencyKey).toMatch(uuid);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it('doubles when nothing is asked for', async () => {
    const { client, waits } = await serviceWith([hangUp]);
    await expect(client.call('upsert-partner-customer', customer)).rejects.toThrow();
    expect(waits).toEqual([150, 300, 600, 1_200, 2_400]);
  });

  it('is not made when it would be too long: the caller gets an error', async () => {
    const { client, received } = await serviceWith([refusal(429, 'rate_limited', { 'retry-after': '3600' })]);
    const call = client.call('validate-partner-webhook-endpoint', { webhook_url: 'https://a.example' });
    await expect(call).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 3_600_000 });
    expect(received).toHaveLength(1);
  });
});
