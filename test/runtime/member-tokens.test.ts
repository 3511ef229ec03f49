import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { variables } from '../../lambdas/runtime/environment.ts';
import { memberTokenVerifier } from '../../lambdas/runtime/member-tokens.ts';

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
