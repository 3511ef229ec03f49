import { PlatformError } from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { digits, freshSecret } from './state.ts';
import type { AccessToken, SignUpCode } from './state.ts';

const DAY = 86_400_000;

/**
 * `GET /oauth/access_token?client_id&client_secret&code[&redirect_uri]`: exchanges the code for a token, once.
 *
 * A code of the dialog needs the redirect URI of its dialog; a code of the script for browsers has none:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-customers-as-a-tech-provider
 */
export function exchangeCode(simulator: Simulator, call: GraphCall): unknown {
  const { storage, now, settings } = simulator;
  if (textOf(call, 'client_id') !== simulator.appId) {
    throw new PlatformError(400, {
      code: 101,
      message: 'Error validating application. Cannot get application info due to a system error.',
    });
  }
  if (textOf(call, 'client_secret') !== settings.appSecret) {
    throw new PlatformError(400, { code: 1, message: 'Error validating client secret.' });
  }
  const code = storage.state.codes.get(textOf(call, 'code') ?? '');
  if (code === undefined) throw invalidCode(36008, 'Invalid verification code format.');
  if (code.used) throw invalidCode(36009, 'This authorization code has been used.');
  if (code.expiresAt <= now()) throw invalidCode(36007, 'This authorization code has expired.');
  if ((textOf(call, 'redirect_uri') ?? null) !== code.redirectUri) {
    throw invalidCode(
      36008,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    );
  }
  code.used = true;
  const token = freshToken(code, now(), settings.app.tokenDays);
  storage.state.tokens.set(token.token, token);
  storage.changed();
  return {
    access_token: token.token,
    token_type: 'bearer',
    ...(token.expiresAt === null ? {} : { expires_in: Math.floor((token.expiresAt - now()) / 1_000) }),
  };
}

function freshToken({ wabaId, portfolioId }: SignUpCode, now: number, days: number | null): AccessToken {
  return {
    token: freshSecret('EAA'),
    wabaId,
    portfolioId,
    userId: digits(15),
    issuedAt: now,
    expiresAt: days === null ? null : now + days * DAY,
    ended: null,
  };
}

function invalidCode(subcode: number, message: string): PlatformError {
  return new PlatformError(400, { code: 100, subcode, message });
}
