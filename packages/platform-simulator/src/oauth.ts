import {
  PlatformError,
  EXPIRED_TOKEN,
  expiredToken,
  invalidParameter,
  invalidToken,
  permissionDenied,
} from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { digits, ensureWaba, freshId, freshSecret, numbersOf } from './state.ts';
import type { AccessToken, PhoneNumber, State } from './state.ts';
import { freshNumber } from './numbers.ts';

const CODE_MS = 30_000;
const TOKEN_MS = 60 * 86_400_000;

/** What the person chose in the sign-up dialog; undefined: a new one. */
export interface SignUp {
  readonly wabaId: string | undefined;
  readonly numberId: string | undefined;
  readonly redirectUri: string;
}

/** Completes a sign-up. The number comes first in the list of its business account, and the code is valid for 30 seconds. */
export function completeSignUp({ storage, now }: Simulator, signUp: SignUp): string {
  const { state } = storage;
  const chosen = signUp.numberId === undefined ? undefined : state.numbers.get(signUp.numberId);
  const waba = ensureWaba(state, chosen?.wabaId ?? signUp.wabaId ?? freshId(state));
  const number = chosen ?? addNumber(state, freshNumber(state, waba.id));
  // Later than every other number's, also within a millisecond, because lists are sorted by it.
  number.onboardedAt = Math.max(now(), ...numbersOf(state, waba.id).map((other) => other.onboardedAt + 1));
  for (const { code, expiresAt } of state.codes.values()) if (expiresAt < now() - CODE_MS) state.codes.delete(code);
  const code = freshSecret('AQ');
  state.codes.set(code, {
    code,
    wabaId: waba.id,
    redirectUri: signUp.redirectUri,
    expiresAt: now() + CODE_MS,
    used: false,
  });
  storage.changed();
  return code;
}

function addNumber(state: State, number: PhoneNumber): PhoneNumber {
  state.numbers.set(number.id, number);
  return number;
}

/** `GET /oauth/access_token?client_id&client_secret&code`: exchanges the code for a token, once. */
export function exchangeCode(simulator: Simulator, call: GraphCall): unknown {
  const { storage, now } = simulator;
  if (textOf(call, 'client_id') !== simulator.appId) {
    throw new PlatformError(400, {
      code: 101,
      message: 'Error validating application. Cannot get application info due to a system error.',
    });
  }
  if (textOf(call, 'client_secret') !== simulator.settings.appSecret) {
    throw new PlatformError(400, { code: 1, message: 'Error validating client secret.' });
  }
  const code = storage.state.codes.get(textOf(call, 'code') ?? '');
  if (code === undefined) throw invalidCode(36008, 'Invalid verification code format.');
  if (code.used) throw invalidCode(36009, 'This authorization code has been used.');
  if (code.expiresAt <= now()) throw invalidCode(36007, 'This authorization code has expired.');
  const redirectUri = textOf(call, 'redirect_uri');
  if (redirectUri !== undefined && redirectUri !== code.redirectUri) {
    throw invalidCode(
      36008,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    );
  }
  code.used = true;
  const token: AccessToken = {
    token: freshSecret('EAA'),
    wabaId: code.wabaId,
    userId: digits(15),
    issuedAt: now(),
    expiresAt: now() + TOKEN_MS,
    ended: false,
  };
  storage.state.tokens.set(token.token, token);
  storage.changed();
  return { access_token: token.token, token_type: 'bearer', expires_in: TOKEN_MS / 1_000 };
}

function invalidCode(subcode: number, message: string): PlatformError {
  return new PlatformError(400, { code: 100, subcode, message });
}

const SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'];

/** `GET /debug_token?input_token&access_token=APP|SECRET`: the validity and the scopes of a token. */
export function debugToken(simulator: Simulator, call: GraphCall): unknown {
  if (call.token !== `${simulator.appId}|${simulator.settings.appSecret}`) {
    throw invalidParameter(
      'You must provide an app access token, or a user access token that is an owner or developer of the app',
    );
  }
  const token = simulator.storage.state.tokens.get(textOf(call, 'input_token') ?? '');
  if (token === undefined) {
    return { data: { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] } };
  }
  const expired = isExpired(simulator, token);
  return {
    data: {
      app_id: simulator.appId,
      type: 'SYSTEM_USER',
      application: 'swift-worker (local)',
      data_access_expires_at: Math.floor(token.expiresAt / 1_000),
      ...(expired ? { error: EXPIRED_TOKEN } : {}),
      expires_at: Math.floor(token.expiresAt / 1_000),
      is_valid: !expired,
      issued_at: Math.floor(token.issuedAt / 1_000),
      scopes: [...SCOPES, 'public_profile'],
      granular_scopes: SCOPES.map((scope) =>
        simulator.settings.tellTargetIds ? { scope, target_ids: [token.wabaId] } : { scope },
      ),
      user_id: token.userId,
    },
  };
}

/** @throws PlatformError unless the call's token is valid for the business account */
export function authorise(simulator: Simulator, call: GraphCall, wabaId: string): void {
  const token = liveToken(simulator, call);
  if (token.wabaId !== wabaId) throw permissionDenied(call.path.endsWith('/messages') ? 10 : 200);
}

/** @throws PlatformError unless the call's token is valid */
export function liveToken(simulator: Simulator, call: GraphCall): AccessToken {
  const token = simulator.storage.state.tokens.get(call.token ?? '');
  if (token === undefined) throw invalidToken();
  if (isExpired(simulator, token)) throw expiredToken();
  return token;
}

function isExpired({ now }: Simulator, token: AccessToken): boolean {
  return token.ended || token.expiresAt <= now();
}
