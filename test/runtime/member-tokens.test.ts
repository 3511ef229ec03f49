import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { variables } from '../../lambdas/runtime/environment.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { memberTokenVerifier } from '../../lambdas/runtime/member-tokens.ts';
import { serve } from '../../lambdas/runtime/serve.ts';
import { invocation } from './invocation.ts';

const issuer = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_test';
const client = 'portal-client';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sub: 'member-1', iss: issuer, aud: client, token_use: 'id', exp: 4_000_000_000, iat: 1 };
const tokenOf = (payload: object, header: object = {}): string => {
  const signed = `${base64url({ alg: 'RS256', kid: 'one', typ: 'JWT', ...header })}.${base64url(payload)}`;
  return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`;
};

const known = memberTokenVerifier({
  [variables.memberIssuer]: issuer,
  [variables.memberClientId]: client,
  [variables.memberJwks]: JSON.stringify({ keys: [jwk] }),
});
/** Nothing listens on port 1. */
const unreachable = memberTokenVerifier({
  [variables.memberIssuer]: issuer,
  [variables.memberClientId]: client,
  [variables.memberJwksUri]: 'https://127.0.0.1:1/jwks.json',
});

describe('a member token', () => {
  test('that is valid says who the member is', async () => {
    expect(await known(tokenOf(claims))).toEqual({ sub: 'member-1' });
  });

  test.each([
    ['no token', 'nonsense'],
    ['two parts', 'a.b'],
    ['no JSON', 'a.b.c'],
    ['no signature', `${base64url({ alg: 'none' })}.${base64url(claims)}.`],
    ['a changed payload', tokenOf(claims).replace(/\.[^.]+\./, `.${base64url({ ...claims, sub: 'other' })}.`)],
    ['of an unknown key', tokenOf(claims, { kid: 'two' })],
    ['no kid', tokenOf(claims, { kid: undefined })],
    ['another algorithm', tokenOf(claims, { alg: 'HS256' })],
    ['an access token', tokenOf({ ...claims, token_use: 'access' })],
    ['no token_use', tokenOf({ ...claims, token_use: undefined })],
    ['another client', tokenOf({ ...claims, aud: 'other' })],
    ['another issuer', tokenOf({ ...claims, iss: 'https://other.example' })],
    ['expired', tokenOf({ ...claims, exp: 1 })],
    ['without a subject', tokenOf({ ...claims, sub: undefined })],
  ])('is not valid: %s', async (_, token) => {
    expect(await known(token)).toBeNull();
  });

  // https://github.com/awslabs/aws-jwt-verify#the-jwks-cache
  test('cannot be checked when the keys cannot be fetched: the caller is asked to come again', async () => {
    await expect(unreachable(tokenOf(claims))).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      retryAfter: 5,
    });
  });

  test('that is malformed is not valid, even when the keys cannot be fetched', async () => {
    expect(await unreachable('nonsense')).toBeNull();
  });
});

describe('the fetch of the keys', () => {
  let server: Server;
  let connections: number;
  let verify: () => Promise<unknown>;
  const invoke = (work: () => Promise<unknown>): Promise<unknown> =>
    serve(
      logger(() => undefined, {}),
      work,
    )(null, invocation('a'));

  beforeAll(async () => {
    // It never answers.
    server = createServer(() => (connections += 1));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.close();
  });
  beforeEach(() => {
    connections = 0;
    const { port } = server.address() as AddressInfo;
    const verifyToken = memberTokenVerifier({
      [variables.memberIssuer]: issuer,
      [variables.memberClientId]: client,
      [variables.memberJwksUri]: `https://127.0.0.1:${port}/jwks.json`,
    });
    verify = () => verifyToken(tokenOf(claims));
  });

  test('ends with its invocation, and the next one fetches anew', async () => {
    let under: Promise<unknown> = Promise.resolve();
    const opened: Socket[] = [];
    server.on('connection', (socket: Socket) => opened.push(socket));
    for (const count of [1, 2]) {
      await invoke(async () => {
        under = verify();
        under.catch(() => undefined);
        await once(server, 'connection');
      });
      await expect(under).rejects.toMatchObject({ code: 'temporarily_unavailable' });
      expect(connections).toBe(count);
    }
    for (const socket of opened) if (!socket.closed) await once(socket.resume(), 'close');
  });

  test('does not begin after its invocation', async () => {
    const ended = Promise.withResolvers<undefined>();
    let late: Promise<unknown> = Promise.resolve();
    await invoke(() => {
      late = ended.promise.then(verify);
      return Promise.resolve();
    });
    ended.resolve(undefined);
    await expect(late).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect(connections).toBe(0);
  });
});
