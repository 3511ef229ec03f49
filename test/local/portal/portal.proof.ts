import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { seed } from '../../../local/seed.ts';
import type { Stack } from '../../../local/stack.ts';
import { startTestStack } from '../../../tools/harness/whole-stack.ts';

let stack: Stack;
let config: z.infer<typeof Config>;

const Config = z.strictObject({
  stage: z.literal('local'),
  apiUrl: z.url(),
  apikey: z.string(),
  clientId: z.string(),
  issuer: z.url(),
  signInUrl: z.url(),
});
const Tokens = z.object({ id_token: z.string(), refresh_token: z.string() });

beforeAll(async () => {
  stack = await startTestStack({ seed });
  config = Config.parse(await (await fetch(`${stack.description.portal_url}config.json`)).json());
});
afterAll(() => stack.stop());

const exchange = async (form: Readonly<Record<string, string>>): Promise<z.infer<typeof Tokens>> => {
  const body = new URLSearchParams({ client_id: config.clientId, ...form });
  const response = await fetch(`${config.signInUrl}/oauth2/token`, { method: 'POST', body });
  return Tokens.parse(await response.json());
};

/** As a browser does it, with the settings of the portal. */
const signIn = async (email: string): Promise<z.infer<typeof Tokens>> => {
  const verifier = randomBytes(32).toString('base64url');
  const home = stack.description.portal_url;
  const query = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: home,
    response_type: 'code',
    scope: 'openid email',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const login = await fetch(`${config.signInUrl}/oauth2/authorize?${query}`);
  const page = await login.text();
  const username = new RegExp(`value="([^"]+)">${email}<`).exec(page)?.[1] ?? '';
  const pressed = { method: 'POST', body: new URLSearchParams({ username }), redirect: 'manual' } as const;
  const location = new URL((await fetch(login.url, pressed)).headers.get('location') ?? '');
  expect(`${location.origin}${location.pathname}`).toBe(home);
  const code = location.searchParams.get('code') ?? '';
  return exchange({ grant_type: 'authorization_code', code, redirect_uri: home, code_verifier: verifier });
};

const memberOf = async (token: string): Promise<unknown> => {
  const headers = { apikey: config.apikey, authorization: `Bearer ${token}` };
  const response = await fetch(`${config.apiUrl}?route=get-partner-member`, { headers });
  return { status: response.status, body: await response.json() };
};

describe('config.json of the portal', () => {
  test('names the API on its own origin, and the sign-in of the stage', () => {
    const { api_url: apiUrl, apikey, outputs, portal_url: portalUrl } = stack.description;
    expect(config).toMatchObject({ apiUrl, apikey, clientId: outputs['PortalClientId'] });
    expect(config.signInUrl).toBe(outputs['SignInUrl']);
    expect(new URL(config.apiUrl).origin).toBe(new URL(portalUrl).origin);
  });
});

describe('a member who signs in', () => {
  test.each(['owner@partner-one.example', 'viewer@partner-two.example'])('as %s calls the API', async (email) => {
    const { id_token: token } = await signIn(email);
    expect(await memberOf(token)).toMatchObject({ status: 200, body: { member: { email } } });
  });

  test('calls the API with renewed tokens', async () => {
    const email = 'support@partner-one.example';
    const { refresh_token: first } = await signIn(email);
    const { id_token: token, refresh_token: second } = await exchange({
      grant_type: 'refresh_token',
      refresh_token: first,
    });
    expect(second).not.toBe(first);
    expect(await memberOf(token)).toMatchObject({ status: 200, body: { member: { email } } });
  });
});
