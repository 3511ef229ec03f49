import { permissionDenied } from './errors.ts';
import { selectFields } from './fields.ts';
import { byPlace, pageOf } from './paging.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { wabasOf } from './state.ts';
import type { Waba } from './state.ts';
import { liveToken } from './tokens.ts';
import { readWaba } from './wabas.ts';

const MOST = 100;

/** Whether it is the portfolio of the app's owner or of a customer. */
export function isPortfolio({ portfolioId, storage }: Simulator, id: string): boolean {
  return id === portfolioId || [...storage.state.wabas.values()].some((waba) => waba.portfolioId === id);
}

/** `GET /{portfolio}?fields=…` */
export function readPortfolio(simulator: Simulator, call: GraphCall, id: string): unknown {
  authorisePortfolio(simulator, call, id);
  const fields = new Map<string, () => unknown>([
    ['id', () => id],
    ['name', () => (id === simulator.portfolioId ? 'swift-worker (local)' : `Portfolio ${id.slice(-4)}`)],
  ]);
  return selectFields(call, 'Business', fields, ['name']);
}

/**
 * `GET /{portfolio}/client_whatsapp_business_accounts`: the business accounts that customers share with it, as far as the
 * token reads them. https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-accounts
 */
export function listClientWabas(simulator: Simulator, call: GraphCall, id: string): unknown {
  const token = liveToken(simulator, call);
  const shared = id === simulator.portfolioId ? wabasOf(simulator.storage.state, token.portfolioId) : [];
  return listed(simulator, call, shared);
}

/** `GET /{portfolio}/owned_whatsapp_business_accounts` */
export function listOwnedWabas(simulator: Simulator, call: GraphCall, id: string): unknown {
  authorisePortfolio(simulator, call, id);
  return listed(simulator, call, wabasOf(simulator.storage.state, id));
}

function authorisePortfolio(simulator: Simulator, call: GraphCall, id: string): void {
  if (liveToken(simulator, call).portfolioId !== id) throw permissionDenied(200);
}

/** By creation, the oldest first unless it is sorted. */
function listed(simulator: Simulator, call: GraphCall, wabas: readonly Waba[]): unknown {
  const creation = new Map([...simulator.storage.state.wabas.keys()].map((id, place) => [id, place]));
  const isDescending = textOf(call, 'sort') === 'creation_time_descending';
  const order = byPlace(({ id }: Waba) => {
    const place = creation.get(id) ?? 0;
    return isDescending ? creation.size - place : place;
  });
  const { items, paging } = pageOf(simulator, call, wabas, order, MOST);
  return { data: items.map((waba) => readWaba(simulator, call, waba)), ...(paging ? { paging } : {}) };
}
