import { randomBytes, randomInt } from 'node:crypto';

/** The code by which the calls of a business account are refused: 33, 10 and 200 when it is not shared with the app, 368 and 131031 when it is locked. */
type WabaRefusal = 10 | 33 | 200 | 368 | 131031;

/** What hinders the numbers of a business account from sending, as the control API set it. */
interface HealthError {
  readonly entity_type: 'WABA' | 'BUSINESS' | 'APP';
  readonly can_send_message: 'LIMITED' | 'BLOCKED';
  readonly error_code: number;
  readonly error_description: string;
  readonly possible_solution: string;
}

/** A business account. */
export interface Waba {
  readonly id: string;
  readonly name: string;
  /** The portfolio of the customer that owns it. */
  readonly portfolioId: string;
  subscribed: boolean;
  overrideCallbackUri: string | null;
  /** Null: the app may use it. */
  refuses: WabaRefusal | null;
  /** The ids of other apps that are subscribed. */
  otherApps: readonly string[];
  healthErrors: readonly HealthError[];
  /** Fields that the control API set, under the platform's names. */
  fields: Record<string, unknown>;
}

/** Two-step verification of a number. https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/two-step-verification */
export interface TwoStep {
  /** Null: the number has none. */
  pin: string | null;
  /** The platform takes any PIN. */
  ignored: boolean;
  wrongTries: number;
  /** Every PIN is refused until then, in epoch milliseconds. */
  lock: { readonly kind: 'too_many' | 'too_fast'; readonly until: number } | null;
}

/** Why a number can't be registered for now; `since` in epoch milliseconds. */
interface Hindrance {
  readonly kind: 'recently_deleted' | 'deregistration_incomplete' | 'name_in_review';
  readonly since: number;
}

/** Of a number; people see one that is approved. */
interface Username {
  readonly username: string;
  readonly status: 'approved' | 'reserved';
}

export interface PhoneNumber {
  readonly id: string;
  wabaId: string;
  registered: boolean;
  /** Epoch milliseconds of the registrations and deregistrations of the last 72 hours. */
  registrations: number[];
  /** Epoch milliseconds; 0: not locked. */
  registrationsLockedUntil: number;
  /** Epoch milliseconds. */
  onboardedAt: number;
  overrideCallbackUri: string | null;
  twoStep: TwoStep;
  hindrance: Hindrance | null;
  /** The kinds of data of the business app that were synchronised. */
  synced: string[];
  /** The code by which the number can be verified; null unless one was requested. */
  verificationCode: string | null;
  dataLocalizationRegion: string | null;
  username: Username | null;
  /** Its fields, under the platform's names. */
  fields: Record<string, unknown>;
}

export interface Template {
  readonly id: string;
  readonly wabaId: string;
  /** The place in lists, which a replaced template keeps. */
  readonly order: number;
  fields: TemplateFields;
}

export interface TemplateFields {
  [name: string]: unknown;
  name: string;
  language: string;
  category: string;
  status: string;
  components: readonly unknown[];
}

/** A name that no template can have; `until` in epoch milliseconds. */
interface BlockedName {
  readonly wabaId: string;
  readonly name: string;
  readonly until: number;
}

/** A sign-up's code; `expiresAt` in epoch milliseconds. */
export interface SignUpCode {
  readonly code: string;
  readonly wabaId: string;
  readonly portfolioId: string;
  /** The URI of the dialog; null for a code of the script for browsers. */
  readonly redirectUri: string | null;
  readonly expiresAt: number;
  used: boolean;
}

/** Why a token ended before its time. */
type TokenEnd = 'expired' | 'uninstalled';

/** An access token of the app and a customer's portfolio. It is valid for every business account of the portfolio. */
export interface AccessToken {
  readonly token: string;
  /** The business account of the sign-up. */
  readonly wabaId: string;
  readonly portfolioId: string;
  readonly userId: string;
  readonly issuedAt: number;
  /** Null: it does not expire. */
  readonly expiresAt: number | null;
  /** Set by the control API. */
  ended: TokenEnd | null;
}

export interface State {
  readonly wabas: Map<string, Waba>;
  readonly numbers: Map<string, PhoneNumber>;
  readonly templates: Map<string, Template>;
  readonly codes: Map<string, SignUpCode>;
  readonly tokens: Map<string, AccessToken>;
  blockedNames: BlockedName[];
  /** The highest `order` that a template ever got. */
  lastOrder: number;
}

export function emptyState(): State {
  return {
    wabas: new Map(),
    numbers: new Map(),
    templates: new Map(),
    codes: new Map(),
    tokens: new Map(),
    blockedNames: [],
    lastOrder: 0,
  };
}

/** An id in the platform's form: opaque digits. It is longer than a safe JavaScript number on purpose. */
export function freshId(state: State): string {
  for (;;) {
    const id = `${randomInt(1, 10)}${digits(16)}`;
    if (!state.wabas.has(id) && !state.numbers.has(id) && !state.templates.has(id)) return id;
  }
}

export function freshSecret(prefix: string): string {
  return `${prefix}${randomBytes(48).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}

export function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

export function numbersOf(state: State, wabaId: string): PhoneNumber[] {
  return [...state.numbers.values()].filter((number) => number.wabaId === wabaId);
}

export function wabasOf(state: State, portfolioId: string): Waba[] {
  return [...state.wabas.values()].filter((waba) => waba.portfolioId === portfolioId);
}

export function templatesOf(state: State, wabaId: string): Template[] {
  return [...state.templates.values()]
    .filter((template) => template.wabaId === wabaId)
    .sort((left, right) => left.order - right.order);
}

/** The business account with this id. Creates it when it does not exist: in `portfolioId`, or in a portfolio of its own. */
export function ensureWaba(state: State, id: string, portfolioId = freshId(state)): Waba {
  const known = state.wabas.get(id);
  if (known !== undefined) return known;
  const waba: Waba = {
    id,
    name: `Business ${id.slice(-4)}`,
    portfolioId,
    subscribed: false,
    overrideCallbackUri: null,
    refuses: null,
    otherApps: [],
    healthErrors: [],
    fields: {},
  };
  state.wabas.set(id, waba);
  return waba;
}
