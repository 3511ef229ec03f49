import { deliverToApp, inBackground } from './delivery.ts';
import { freshNumber } from './fresh-number.ts';
import { isOnBusinessApp } from './number-fields.ts';
import type { Simulator } from './simulator.ts';
import { ensureWaba, freshId, freshSecret, numbersOf, wabasOf } from './state.ts';
import type { PhoneNumber, State, Waba } from './state.ts';

const CODE_MS = 30_000;
const SECOND = 1_000;

/** What the person chose in the sign-up; undefined: a new one. */
export interface SignUp {
  readonly portfolioId: string | undefined;
  readonly wabaId: string | undefined;
  /** Null: no number. */
  readonly number: PhoneNumber | null | undefined;
  /** The number is on the business app, and stays there. */
  readonly coexistence: boolean;
  /** Null: the code is for the script for browsers. */
  readonly redirectUri: string | null;
}

export interface SignedUp {
  readonly code: string;
  readonly waba: Waba;
  readonly number: PhoneNumber | null;
}

/** Completes a sign-up. The number is the newest of its portfolio, and the code is valid for 30 seconds. */
export function completeSignUp(simulator: Simulator, signUp: SignUp): SignedUp {
  const { storage, now } = simulator;
  const { state } = storage;
  const waba = ensureWaba(state, signUp.number?.wabaId ?? signUp.wabaId ?? freshId(state), signUp.portfolioId);
  const number = signUp.number === null ? null : (signUp.number ?? addNumber(state, freshNumber(state, waba.id)));
  // It is shared anew.
  waba.refuses = null;
  if (number !== null) onboard(state, number, waba, now());
  if (number !== null && (signUp.coexistence || isOnBusinessApp(number))) joinBusinessApp(number);
  const code = issueCode(state, waba, signUp.redirectUri, now());
  storage.changed();
  tellPartnerAdded(simulator, waba);
  return { code, waba, number };
}

function addNumber(state: State, number: PhoneNumber): PhoneNumber {
  state.numbers.set(number.id, number);
  return number;
}

/** The platform tells the time in seconds. So it is a second later than that of every other sign-up of the portfolio. */
function onboard(state: State, number: PhoneNumber, waba: Waba, now: number): void {
  const numbers = wabasOf(state, waba.portfolioId).flatMap(({ id }) => numbersOf(state, id));
  const latest = Math.max(...numbers.map(({ onboardedAt }) => Math.floor(onboardedAt / SECOND) * SECOND));
  number.onboardedAt = Math.max(now, latest + SECOND);
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users */
function joinBusinessApp(number: PhoneNumber): void {
  number.registered = true;
  number.synced = [];
  number.fields = { ...number.fields, is_on_biz_app: true, platform_type: 'CLOUD_API', status: 'CONNECTED' };
}

function issueCode(state: State, waba: Waba, redirectUri: string | null, now: number): string {
  for (const { code, expiresAt } of state.codes.values()) if (expiresAt < now - CODE_MS) state.codes.delete(code);
  const code = freshSecret('AQ');
  const { id: wabaId, portfolioId } = waba;
  state.codes.set(code, { code, wabaId, portfolioId, redirectUri, expiresAt: now + CODE_MS, used: false });
  return code;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/account_update */
function tellPartnerAdded(simulator: Simulator, waba: Waba): void {
  const value = { event: 'PARTNER_ADDED', waba_info: { waba_id: waba.id, owner_business_id: waba.portfolioId } };
  const time = Math.floor(simulator.now() / SECOND);
  const entry = { id: simulator.portfolioId, time, changes: [{ field: 'account_update', value }] };
  const body = { object: 'whatsapp_business_account', entry: [entry] };
  inBackground(simulator, value.event, deliverToApp(simulator, body));
}
