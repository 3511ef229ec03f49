import { subscribes } from './app.ts';
import type { Delivery } from './outbound.ts';
import type { Simulator } from './simulator.ts';
import type { State } from './state.ts';
import { isRedirected } from './webhook-fields.ts';

const NOT_SENT: Delivery = { delivered: false, status: null, attempts: 0 };

/** A delivery with the URL that it was sent to. */
export interface Routed extends Delivery {
  readonly url: string;
}

/**
 * Sends a callback, signed, to the app's URL, without the changes of fields that the app does not subscribe. It is not sent
 * when nothing is left, or when the app has no URL. Text is sent as it is.
 */
export async function deliverToApp(simulator: Simulator, body: unknown): Promise<Delivery> {
  const url = simulator.callbackUrl();
  if (url === undefined) return NOT_SENT;
  if (typeof body === 'string') return send(simulator, url, body);
  const kept = keep(body, (change) => isSubscribed(simulator, change));
  return kept === undefined ? NOT_SENT : send(simulator, url, JSON.stringify(kept));
}

/**
 * Sends each change to where the platform sends it: fields that an override redirects to the URL of the number, else of the
 * business account, else of the app; all others to the app.
 */
export async function deliverRouted(
  simulator: Simulator,
  body: unknown,
  serialised: (body: unknown) => string,
): Promise<readonly Routed[]> {
  const urls = new Set<string>();
  keep(body, (change, entryId) => {
    const url = urlOf(simulator, change, entryId);
    if (url !== undefined) urls.add(url);
    return false;
  });
  const deliveries: Routed[] = [];
  for (const url of urls) {
    const kept = keep(
      body,
      (change, entryId) => isSubscribed(simulator, change) && urlOf(simulator, change, entryId) === url,
    );
    if (kept !== undefined) deliveries.push({ url, ...(await send(simulator, url, serialised(kept))) });
  }
  return deliveries;
}

/** Fields whose entries have no time. https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview */
const TIMELESS = new Set(['messages', 'account_settings_update']);

/** Sends a change of a business account, if the app is subscribed to that, to where the platform sends it. */
export async function deliverChange(
  simulator: Simulator,
  wabaId: string,
  change: { readonly field: string; readonly value: object },
): Promise<readonly Routed[]> {
  if (simulator.storage.state.wabas.get(wabaId)?.subscribed !== true) return [];
  const time = TIMELESS.has(change.field) ? {} : { time: Math.floor(simulator.now() / 1_000) };
  const body = { object: 'whatsapp_business_account', entry: [{ id: wabaId, ...time, changes: [change] }] };
  return deliverRouted(simulator, body, JSON.stringify);
}

/** A delivery whose end the call that causes it does not await. */
export function inBackground({ log }: Simulator, name: string, delivery: Promise<unknown>): void {
  delivery.catch((error: unknown) => {
    log(`${name} could not be sent: ${String(error)}`);
  });
}

function send({ outbound, settings }: Simulator, url: string, text: string): Promise<Delivery> {
  return outbound.deliver(url, text, settings.appSecret);
}

type Judge = (change: unknown, entryId: unknown) => boolean;

/** The body with the changes that `judge` keeps; undefined when it has changes and none is kept. Other bodies stay as they are. */
function keep(body: unknown, judge: Judge): unknown {
  const entries = property(body, 'entry');
  if (!Array.isArray(entries)) return body;
  let dropped = 0;
  const kept = entries.flatMap((entry: unknown) => {
    const changes = property(entry, 'changes');
    if (!Array.isArray(changes)) return [entry];
    const left = changes.filter((change: unknown) => judge(change, property(entry, 'id')));
    dropped += changes.length - left.length;
    return left.length === 0 && changes.length > 0 ? [] : [{ ...objectOf(entry), changes: left }];
  });
  if (dropped === 0) return body;
  return kept.length === 0 ? undefined : { ...objectOf(body), entry: kept };
}

/** A change without a field, as in an old sample of the platform's pages, is subscribed. */
function isSubscribed(simulator: Simulator, change: unknown): boolean {
  const field = property(change, 'field');
  return typeof field !== 'string' || subscribes(simulator, field);
}

function urlOf(simulator: Simulator, change: unknown, entryId: unknown): string | undefined {
  const field = property(change, 'field');
  const { state } = simulator.storage;
  const override = typeof field === 'string' && isRedirected(field) ? overrideOf(state, change, entryId) : null;
  return override ?? simulator.callbackUrl();
}

function overrideOf(state: State, change: unknown, entryId: unknown): string | null {
  const value = property(change, 'value');
  const holders = ['metadata', 'recipient', 'phone_number_settings'];
  const numberId = holders.map((name) => property(property(value, name), 'phone_number_id')).find(Boolean);
  const number = state.numbers.get(String(numberId));
  const waba = state.wabas.get(number?.wabaId ?? String(entryId));
  return number?.overrideCallbackUri ?? waba?.overrideCallbackUri ?? null;
}

function property(value: unknown, name: string): unknown {
  return new Map(Object.entries(objectOf(value))).get(name);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
