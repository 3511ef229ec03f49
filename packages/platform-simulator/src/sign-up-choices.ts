import type { SignUpRequest } from './sign-up-request.ts';
import type { Simulator } from './simulator.ts';
import { numbersOf } from './state.ts';
import type { PhoneNumber } from './state.ts';

/** A business account with its numbers, for the person to choose. */
export interface OfferedAccount {
  readonly id: string;
  readonly name: string;
  readonly numbers: readonly { readonly id: string; readonly name: string }[];
}

export interface Choices {
  /** Undefined: a fresh one. */
  readonly account: string | undefined;
  /** Undefined: a fresh one; null: none. */
  readonly number: string | null | undefined;
  /** Null: the link says which account and number. */
  readonly offered: readonly OfferedAccount[] | null;
  /** Null: the link says, or the app does not offer it. */
  readonly coexistence: 'offered' | 'chosen' | null;
  /** Whether the person chooses what the window tells the page that opened it. */
  readonly choosesMessage: boolean;
  readonly returnHost: string;
}

const MOST_ACCOUNTS = 20;

/** What the page shows, and what it lets the person choose. */
export function choicesOf(simulator: Simulator, wanted: SignUpRequest, parameters: URLSearchParams): Choices {
  const { way, wabaId, number, offersCoexistence, coexistence } = wanted;
  const { state } = simulator.storage;
  const waba = state.wabas.get(number?.wabaId ?? wabaId ?? '');
  const isFixed = parameters.has('waba') || parameters.has('number');
  return {
    account: waba?.name ?? (wabaId === undefined ? undefined : `Account ${wabaId}`),
    number: number === null ? null : number && shownNumber(number),
    offered: isFixed ? null : offeredAccounts(simulator, wanted.portfolioId),
    coexistence: coexistence ? 'chosen' : offersCoexistence ? 'offered' : null,
    choosesMessage: way.kind === 'window' && !parameters.has('message'),
    returnHost: new URL(way.kind === 'dialog' ? way.redirectUri : way.origin).host,
  };
}

/** The newest first. */
function offeredAccounts({ storage }: Simulator, portfolioId: string | undefined): readonly OfferedAccount[] {
  const { state } = storage;
  return [...state.wabas.values()]
    .filter((waba) => portfolioId === undefined || waba.portfolioId === portfolioId)
    .slice(-MOST_ACCOUNTS)
    .reverse()
    .map(({ id, name }) => ({
      id,
      name,
      numbers: numbersOf(state, id).map((number) => ({ id: number.id, name: shownNumber(number) })),
    }));
}

const shownNumber = ({ fields }: PhoneNumber): string => String(fields['display_phone_number']);
