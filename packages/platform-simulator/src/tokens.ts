import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { authoriseDebug } from './app.ts';
import { MANAGEMENT, MESSAGING } from './app-settings.ts';
import {
  EXPIRED_TOKEN,
  PlatformError,
  gone,
  invalidToken,
  messagingError,
  permissionDenied,
  uninstalledToken,
} from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { numbersOf, wabasOf } from './state.ts';
import type { AccessToken, Waba } from './state.ts';

const MANAGE_EVENTS = 'whatsapp_business_manage_events';

/** `GET /debug_token?input_token&access_token=APP|SECRET`. https://developers.facebook.com/docs/graph-api/reference/debug_token */
export function debugToken(simulator: Simulator, call: GraphCall): unknown {
  authoriseDebug(simulator, call);
  const { appId } = simulator;
  const token = simulator.storage.state.tokens.get(textOf(call, 'input_token') ?? '');
  if (token === undefined) {
    return { data: { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] } };
  }
  const error = endOf(simulator, token) ?? (isRefused(simulator, token) ? EXPIRED_TOKEN : undefined);
  if (error?.subcode === 458)
    return { data: { app_id: appId, type: 'SYSTEM_USER', is_valid: false, scopes: [], error } };
  return {
    data: {
      app_id: appId,
      type: 'SYSTEM_USER',
      application: 'swift-worker (local)',
      data_access_expires_at: 0,
      ...(error === undefined ? {} : { error }),
      expires_at: token.expiresAt === null ? 0 : Math.floor(token.expiresAt / 1_000),
      is_valid: error === undefined,
      issued_at: Math.floor(token.issuedAt / 1_000),
      scopes: scopesOf(simulator),
      granular_scopes: granularScopes(simulator, token),
      user_id: token.userId,
    },
  };
}

const scopesOf = ({ settings }: Simulator): readonly string[] => [...settings.app.permissions, MANAGE_EVENTS].sort();

/**
 * Business accounts are the targets of two scopes only, and in another order each time:
 * https://github.com/ChatbotXIO/ChatbotX/pull/1224, https://github.com/ChatbotXIO/ChatbotX/pull/1094
 */
function granularScopes(simulator: Simulator, token: AccessToken): readonly unknown[] {
  const { debugToken: told } = simulator.settings;
  const wabas = wabasOf(simulator.storage.state, token.portfolioId).map(({ id }) => id);
  const turn = simulator.turn(`targets of ${token.token}`);
  // The business account of the sign-up is the first one only by chance.
  const others = [...wabas.filter((id) => id !== token.wabaId), token.wabaId];
  const targets: Readonly<Record<string, readonly string[]>> = {
    business_management: [token.portfolioId],
    [MANAGE_EVENTS]: [presenceId(token)],
    [MANAGEMENT]: rotated(others, turn),
    [MESSAGING]: rotated(others, turn + 1),
  };
  const scopes = scopesOf(simulator).filter(
    (scope) => !told.manageEvents || scope === MANAGE_EVENTS || scope === 'business_management',
  );
  return scopes.map((scope) => (told.targetIds ? { scope, target_ids: targets[scope] ?? [] } : { scope }));
}

/** The id of the portfolio's "business presence", which is no business account. It's longer than any id that is issued. */
const presenceId = ({ portfolioId }: AccessToken): string => `42${portfolioId}`;

function rotated(ids: readonly string[], turn: number): readonly string[] {
  const start = ids.length === 0 ? 0 : turn % ids.length;
  return [...ids.slice(start), ...ids.slice(0, start)];
}

/** The part of the Graph API that a call belongs to. Each has a permission of its own. */
export type Part = 'management' | 'messaging';

/** @throws PlatformError unless the call's token is valid for the business account, and that is shared with the app */
export function authorise(simulator: Simulator, call: GraphCall, waba: Waba, part: Part): void {
  const token = liveToken(simulator, call);
  const isSending = part === 'messaging';
  const isGranted = simulator.settings.app.permissions.includes(isSending ? MESSAGING : MANAGEMENT);
  if (token.portfolioId !== waba.portfolioId || !isGranted) throw permissionDenied(isSending ? 10 : 200);
  checkRefusal(call, waba);
}

export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization)?.[1];
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
function checkRefusal(call: GraphCall, { refuses }: Waba): void {
  switch (refuses) {
    case null:
      return;
    case 33:
      throw gone(call.method, call.path.split('/')[1] ?? '');
    case 10:
    case 200:
      throw permissionDenied(refuses);
    case 368:
      throw messagingError(368, 'Temporarily blocked for policies violations', 'The account was restricted.');
    case 131031:
      throw messagingError(131031, 'Business Account locked', 'Business account has been locked.');
  }
}

/** @throws PlatformError unless the call's token is valid */
export function liveToken(simulator: Simulator, call: GraphCall): AccessToken {
  const token = simulator.storage.state.tokens.get(call.token ?? '');
  if (token === undefined) throw invalidToken();
  const end = endOf(simulator, token);
  if (end !== undefined) throw new PlatformError(401, end);
  checkProof(simulator, call, token);
  return token;
}

/** A call may do without a proof, but a proof is checked. https://developers.facebook.com/docs/graph-api/guides/secure-requests */
function checkProof({ settings }: Simulator, call: GraphCall, { token }: AccessToken): void {
  const proof = textOf(call, 'appsecret_proof');
  if (proof === undefined || proof === createHmac('sha256', settings.appSecret).update(token).digest('hex')) return;
  throw new PlatformError(400, {
    code: 100,
    type: 'GraphMethodException',
    message: 'Invalid appsecret_proof provided in the API argument',
  });
}

/** Whether a fault refuses the token about one of its numbers until the fault is cleared. */
function isRefused({ faults, storage: { state } }: Simulator, token: AccessToken): boolean {
  const numbers = wabasOf(state, token.portfolioId).flatMap(({ id }) => numbersOf(state, id));
  return numbers.some(({ id }) => faults.lastingCode(`/${id}`) === EXPIRED_TOKEN.code);
}

function endOf({ appId, now }: Simulator, token: AccessToken): typeof EXPIRED_TOKEN | undefined {
  if (token.ended === 'uninstalled') return uninstalledToken(appId);
  const isExpired = token.ended === 'expired' || (token.expiresAt !== null && token.expiresAt <= now());
  return isExpired ? EXPIRED_TOKEN : undefined;
}
