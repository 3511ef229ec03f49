import { randomBytes, randomInt } from 'node:crypto';

/** A business account. */
export interface Waba {
  readonly id: string;
  readonly name: string;
  subscribed: boolean;
  overrideCallbackUri: string | null;
}

export interface PhoneNumber {
  readonly id: string;
  wabaId: string;
  registered: boolean;
  /** Epoch milliseconds of the registrations of the last 72 hours. */
  registrations: number[];
  /** Epoch milliseconds. */
  onboardedAt: number;
  overrideCallbackUri: string | null;
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

/** A sign-up's code; `expiresAt` in epoch milliseconds. */
interface SignUpCode {
  readonly code: string;
  readonly wabaId: string;
  readonly redirectUri: string;
  readonly expiresAt: number;
  used: boolean;
}

/** An access token, valid for one business account. */
export interface AccessToken {
  readonly token: string;
  readonly wabaId: string;
  readonly userId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Whether the control API expired it before its time. */
  ended: boolean;
}

export interface State {
  readonly wabas: Map<string, Waba>;
  readonly numbers: Map<string, PhoneNumber>;
  readonly templates: Map<string, Template>;
  readonly codes: Map<string, SignUpCode>;
  readonly tokens: Map<string, AccessToken>;
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

export function templatesOf(state: State, wabaId: string): Template[] {
  return [...state.templates.values()]
    .filter((template) => template.wabaId === wabaId)
    .sort((left, right) => left.order - right.order);
}

/** The business account with this id; creates it when it does not exist. */
export function ensureWaba(state: State, id: string): Waba {
  const known = state.wabas.get(id);
  if (known !== undefined) return known;
  const waba: Waba = { id, name: `Business ${id.slice(-4)}`, subscribed: false, overrideCallbackUri: null };
  state.wabas.set(id, waba);
  return waba;
}
