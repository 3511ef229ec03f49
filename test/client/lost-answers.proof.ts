import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import { ConnectionLost } from '../../packages/client/src/refusal.ts';
import { sentOnce, type RouteName, type Routes } from '../../packages/client/src/routes.ts';
import { verifyEvent } from '../../packages/client/src/webhook.ts';
import { startWholeStack, until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { findPython } from '../client-python/find-python.ts';
import { connectLine } from '../docs/guide-scene.ts';
import { startLosingProxy, type LosingProxy } from './losing-proxy.ts';

const python = await findPython();
if (python === null) console.log('skipped: lost answers in Python, because there is no Python 3.10 with httpx');

let whole: WholeStack;
let partner: Client;
let member: Client;
let ownerToken: string;
let lineId: string;
beforeAll(async () => {
  whole = await startWholeStack();
  const { api_url: apiUrl, apikey } = whole.stack.description;
  ownerToken = whole.partner.members.find(({ role }) => role === 'owner')?.jwt ?? '';
  partner = createClient({ apiUrl, apikey, token: whole.partner.api_key });
  member = createClient({ apiUrl, apikey, token: ownerToken });
  lineId = (await connectLine(whole, 'line')).id;
  // A partner may have two keys.
  for (const { id, scopes } of await activeKeys()) {
    if (!scopes.includes('customers.write')) await member.call('revoke-partner-api-key', { key_id: id });
  }
});
afterAll(() => whole.stack.stop());

const activeKeys = async () => {
  const { body } = await member.call('list-partner-api-keys', {});
  return body.items.filter(({ status }) => status === 'active');
};

const played = z.array(z.record(z.string(), z.unknown()));
type Played = z.infer<typeof played>;

// The service checks the parameters.
const parametersOf = z.custom<Routes[RouteName]['parameters']>((value) => typeof value === 'object');

interface Call {
  readonly route: RouteName;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly token: string;
}

/** The commands whose answer has a secret, and one whose answer has none. */
const callsOf = (play: string): readonly Call[] => {
  const { api_key: token } = whole.partner;
  const scopes = ['customers.read'];
  return [
    { route: 'issue-partner-api-key', parameters: { scopes, label: play }, token: ownerToken },
    { route: 'rotate-partner-webhook-secret', parameters: {}, token },
    { route: 'reveal-partner-instance-platform-token', parameters: { instance_id: lineId }, token },
    {
      route: 'upsert-partner-customer',
      parameters: { external_customer_id: play, customer_name: `Customer ${play}` },
      token,
    },
  ];
};

const playInTypeScript = async (apiUrl: string, calls: readonly Call[]): Promise<Played> => {
  const { apikey } = whole.stack.description;
  const came: Played = [];
  for (const { route, parameters, token } of calls) {
    try {
      const { status, replayed } = await createClient({ apiUrl, apikey, token }).call(
        route,
        parametersOf.parse(parameters),
      );
      came.push({ status, replayed });
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      came.push({ lost: error.route, reason: error.reason, has_key: error.idempotencyKey !== null });
    }
  }
  return came;
};

const run = promisify(execFile);
const folder = path.join(import.meta.dirname, '../../packages/client-python');

const inPython =
  (command: string, kind: string) =>
  async (apiUrl: string, calls: readonly Call[]): Promise<Played> => {
    const { apikey } = whole.stack.description;
    const own = { PYTHONPATH: path.join(folder, 'src'), API_URL: apiUrl, APIKEY: apikey, CALLS: JSON.stringify(calls) };
    const options = { cwd: folder, env: { ...process.env, ...own } };
    const { stdout } = await run(command, ['-B', '-m', 'tests.play_lost_answers', kind], options);
    return played.parse(JSON.parse(stdout));
  };

const clients = [
  ['TypeScript', playInTypeScript],
  ...(python === null
    ? []
    : ([
        ['Python, synchronous', inPython(python, 'sync')],
        ['Python, asynchronous', inPython(python, 'async')],
      ] as const)),
] as const;

describe.each(clients)('answers that are lost on the way to the client for %s', (play, playIn) => {
  let proxy: LosingProxy;
  let came: Played;
  beforeAll(async () => {
    const calls = callsOf(play);
    proxy = await startLosingProxy(
      whole.stack.description.api_url,
      calls.map(({ route }) => route),
    );
    came = await playIn(proxy.url, calls);
  });
  afterAll(() => proxy.stop());

  test('are reported as lost with route and key when they have a secret, and asked for again when they have none', () => {
    const lost = Array.from(sentOnce, (route) => ({ lost: route, reason: 'connection', has_key: true }));
    expect(came.slice(0, 3)).toEqual(expect.arrayContaining(lost));
    expect(came[3]).toEqual({ status: 201, replayed: true });
  });

  test('were given by the service once when they have a secret, and twice under one key when they have none', () => {
    const timesOf = (route: RouteName) => proxy.given.filter((one) => one.route === route).length;
    expect(Array.from(sentOnce, timesOf)).toEqual([1, 1, 1]);
    const [first, second, ...more] = proxy.given.filter(({ route }) => route === 'upsert-partner-customer');
    expect([first?.isLost, second?.isLost, more]).toEqual([true, false, []]);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  test('leave one key, which the list shows and which can be revoked and issued again', async () => {
    const [left, ...others] = (await activeKeys()).filter(({ label }) => label === play);
    expect(others).toEqual([]);
    await member.call('revoke-partner-api-key', { key_id: left?.id ?? '' });
    const anew = await member.call('issue-partner-api-key', { scopes: ['customers.read'], label: play });
    expect(anew.body.api_key).toMatch(/\S{20}/);
    await member.call('revoke-partner-api-key', { key_id: anew.body.key.id });
  });

  test('leave the earlier secret valid for events', async () => {
    const customer_id = (await partner.call('get-partner-customer', { external_customer_id: play })).body.customer
      .customer_id;
    await partner.call('update-partner-customer', { customer_id, changes: { customer_name: 'Renamed' } });
    const [event] = await until(whole.received, (all) => all.some(({ body }) => body.includes(customer_id))).then(
      (all) => all.filter(({ body }) => body.includes(customer_id)),
    );
    const request = { headers: event?.headers ?? {}, body: event?.body ?? '' };
    expect(await verifyEvent(request, { secret: whole.partner.webhook_secret })).toMatchObject({
      type: 'service.partner.customer.updated',
    });
  });

  test('are had by another call of the command that only reads a secret', async () => {
    const again = await partner.call('reveal-partner-instance-platform-token', { instance_id: lineId });
    expect(again.body.platform_access_token).toMatch(/\S/);
  });
});

test('a rotation whose answer is lost was carried out, and a later one is refused while both secrets are valid', async () => {
  const refused = partner.call('rotate-partner-webhook-secret', {});
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'invalid_state' });
});
