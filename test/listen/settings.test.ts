import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { localAccess, stageAccess } from '../../listen/access.ts';
import { Failure } from '../../listen/failure.ts';
import { failureOf } from '../../listen/refused-call.ts';
import { forwardTarget } from '../../listen/forward-target.ts';
import { listenSecret } from '../../listen/listen-secret.ts';
import { elsewhere } from '../../listen/place.ts';
import { kindOf } from '../../listen/trigger.ts';
import { ConnectionLost, Refusal } from '../../packages/client/src/refusal.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'listen-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const failureIn = (run: () => unknown): Failure => {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('the target', () => {
  test.each([
    ['localhost:3000/hooks', 'http://localhost:3000/hooks'],
    ['http://127.8.9.1:80/', 'http://127.8.9.1/'],
    ['http://[::1]:3000/x?y=1', 'http://[::1]:3000/x?y=1'],
    ['https://tunnel.example/hooks', 'https://tunnel.example/hooks'],
  ])('%s is taken', (given, taken) => {
    expect(forwardTarget(given).href).toBe(taken);
  });

  test.each([
    'http://example.com/hooks',
    'http://192.168.1.4:3000',
    'http://localhost.example.com',
    'http://[::2]/',
    'http://0.0.0.0:3000',
    'ftp://localhost/',
    'http://name:word@localhost/',
    'http://',
  ])('%s is refused', (given) => {
    expect(failureIn(() => forwardTarget(given)).message).toMatch(/^--forward-to must /);
  });
});

describe('the secret', () => {
  test('is the same at each start, in a file that only its owner reads', () => {
    const file = path.join(directory, 'kept/listen-secret');
    const first = listenSecret({}, file);
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect([listenSecret({}, file), readFileSync(file, 'utf8')]).toEqual([first, `${first}\n`]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['listen-secret']);
  });

  test('of the environment goes first, and is not stored', () => {
    const given = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    expect(listenSecret({ SWIFT_WORKER_LISTEN_SECRET: given }, path.join(directory, 'none'))).toBe(given);
    expect(readdirSync(directory)).not.toContain('none');
  });

  test('that is malformed is refused without being shown', () => {
    const file = path.join(directory, 'damaged');
    writeFileSync(file, 'whsec_abc');
    for (const environment of [{}, { SWIFT_WORKER_LISTEN_SECRET: 'whsec_abc' }]) {
      const failure = failureIn(() => listenSecret(environment, file));
      expect(failure.message).toContain('must be whsec_ and the base64 of 24 to 64 bytes');
      expect(failure.message + failure.next).not.toContain('whsec_abc');
    }
  });
});

const keys = { SWIFT_WORKER_PUBLISHABLE_KEY: 'pk_test_x', SWIFT_WORKER_PARTNER_KEY: 'partner_test_x' };

describe('the access', () => {
  test('to a stage has its keys from the environment', () => {
    const access = stageAccess('https://api.example/functions/v1/swift-worker', keys);
    expect([access.apikey, access.partnerKey]).toEqual(['pk_test_x', 'partner_test_x']);
  });

  test.each(Object.keys(keys))('to a stage without %s names it', (name) => {
    expect(failureIn(() => stageAccess('https://api.example/', { ...keys, [name]: '' })).message).toContain(name);
  });

  test.each(['http://api.example/', 'api.example'])('to %s is refused, because keys are sent', (url) => {
    expect(failureIn(() => stageAccess(url, keys)).message).toBe('--api must be an https URL.');
  });

  test('without a running stack says how to start one', () => {
    expect(failureIn(() => localAccess(path.join(directory, 'none.json'), 1)).next).toContain('npm start');
  });
});

test('an unknown kind lists the kinds', () => {
  const { next } = failureIn(() => kindOf('customer.updated'));
  expect(next.match(/service\.\S+/g)).toHaveLength(14);
});

describe('a refusal', () => {
  const access = stageAccess('https://api.example/', keys);
  const refusal = (status: number, code: string) =>
    failureOf(new Refusal(status, { code, message: 'm' }, { requestId: null, retryAfter: 360_000 }), access);

  test.each([
    [401, 'unauthenticated', 'SWIFT_WORKER_PARTNER_KEY'],
    [403, 'forbidden_scope', 'webhook.read'],
    [429, 'rate_limited', 'try again in 360 s'],
    [409, 'invalid_state', 'm'],
  ])('%i %s says what to do', (status, code, next) => {
    expect(refusal(status, code)).toMatchObject({ name: 'Failure', next: expect.stringContaining(next) });
  });

  test('by nobody says where the service was looked for', () => {
    expect(
      failureOf(new ConnectionLost('lost', { route: 'list-partner-webhook-events', idempotencyKey: null }), access),
    ).toMatchObject({
      message: 'The service does not answer at https://api.example/.',
      next: 'check --api and the network',
    });
  });
});

describe('as a package', () => {
  const keys = { SWIFT_WORKER_PUBLISHABLE_KEY: 'pk', SWIFT_WORKER_PARTNER_KEY: 'key' };

  test('the service is that of the option, or of the environment', () => {
    const environment = { ...keys, SWIFT_WORKER_API_URL: 'https://one.example/' };
    expect(elsewhere.accessOf({ partner: 1 }, environment).apiUrl).toBe('https://one.example/');
    expect(elsewhere.accessOf({ api: 'https://two.example/', partner: 1 }, environment).apiUrl).toBe(
      'https://two.example/',
    );
  });

  test('without a service, the message says how to name one', () => {
    expect(failureIn(() => elsewhere.accessOf({ partner: 1 }, keys)).next).toContain('SWIFT_WORKER_API_URL');
  });

  test('the secret is among the settings of the developer', () => {
    expect(elsewhere.secretFile({ partner: 1 }, { XDG_CONFIG_HOME: '/settings' })).toBe(
      '/settings/swift-worker/listen-secret',
    );
  });
});
