import type {
  AuditEntry,
  Customer,
  DeliveryEvent,
  EventDetail,
  FoundInstance,
  Key,
  TemplateName,
} from '../../../packages/client/src/schemas.ts';
import { isRefusal } from '../../../packages/client/src/refusal.ts';
import type { Scope } from '../api/member.ts';
import type { PortalClient } from '../api/portal-client.ts';
import { namePages } from '../api/template-names.ts';
import { hour } from '../pages/hours.ts';
import { isPlatformId, isUuid, keyIdIn, type Kind } from './kind.ts';

/** The records of each kind that a term names. */
export interface Records {
  readonly customers: Customer;
  readonly lines: Pick<FoundInstance, 'id' | 'instance_key' | 'display_phone_number' | 'status'> & {
    readonly customer_name?: string | null;
  };
  readonly templates: TemplateName;
  readonly messages: DeliveryEvent;
  readonly events: EventDetail;
  readonly keys: Listed<Key>;
  readonly acts: Listed<AuditEntry>;
}

/** Stands on a page of a list. */
type Listed<T> = T & { readonly page: number };

interface Items<T> {
  readonly items: readonly T[];
  /** How many there are in all. */
  readonly total: number;
}

/** What was found of records. */
export interface FoundItems<T> {
  readonly items: readonly T[];
  /** How many there are in all; null: more than the items, but not how many. */
  readonly total: number | null;
  /** Whether the search ended before all records were looked through. Default: it did not. */
  readonly isPartial?: boolean;
}
type FoundRecords<Name extends Kind> = FoundItems<Records[Name]>;

export interface Asking {
  readonly client: Pick<PortalClient, 'call'>;
  readonly term: string;
  readonly signal: AbortSignal;
}

interface Find<Name extends Kind> {
  /** What a member needs to be asked for. */
  readonly scope: Scope;
  readonly find: (asking: Asking) => Promise<FoundRecords<Name>>;
}

const few = 5;
/** As many are looked through of a list that has no search. */
const most = 200;
/** Calls for the names of templates: each may return fewer names than it was asked for while others follow. */
const mostCalls = 4;
/** As many are on a page of the lists of the team. */
const listed = 25;

const alone = <T>(item: T | null | undefined): Items<T> =>
  item === null || item === undefined ? { items: [], total: 0 } : { items: [item], total: 1 };

/** The first of a list that is sought, with the page where it stands. */
const listedIn = <T>(items: readonly T[], isSought: (item: T) => boolean): Items<Listed<T>> => {
  const place = items.findIndex(isSought);
  const item = items[place];
  return alone(item === undefined ? null : { ...item, page: Math.floor(place / listed) + 1 });
};

/** Null: there is none of that id. */
const ifThere = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error, 'not_found')) return null;
    throw error;
  }
};

/** One id names one record, whichever way it was found. */
const together = <T>(idOf: (item: T) => string, parts: readonly Items<T>[]): Items<T> => {
  const items = new Map(parts.flatMap(({ items: some }) => some.map((item) => [idOf(item), item])));
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { items: Array.from(items.values()), total: Math.max(total, items.size) };
};

const findCustomers = async ({ client, term, signal }: Asking): Promise<FoundRecords<'customers'>> => {
  const [named, own] = await Promise.all([
    client.call('list-partner-customers', { search: term, page_size: few }, { signal }),
    isUuid(term) ? ifThere(client.call('get-partner-customer', { customer_id: term }, { signal })) : null,
  ]);
  return together(({ customer_id: id }) => id, [alone(own?.body.customer), named.body]);
};

const findLines = async ({ client, term, signal }: Asking): Promise<FoundRecords<'lines'>> => {
  const selectors = isPlatformId(term)
    ? [{ search: term }, { platform_phone_number_id: term }, { platform_waba_id: term }]
    : [{ search: term }];
  const [own, ...found] = await Promise.all([
    isUuid(term) ? ifThere(client.call('get-partner-instance', { instance_id: term }, { signal })) : null,
    ...selectors.map((selector) =>
      client.call('search-partner-instances', { ...selector, page_size: few }, { signal }),
    ),
  ]);
  const parts: readonly Items<Records['lines']>[] = found.map(({ body }) => body);
  return together<Records['lines']>(({ id }) => id, [alone(own?.body.instance), ...parts]);
};

/** A part of a name reads all names, and a whole name only itself: so a word that may be anything is looked for as a whole name. */
const findTemplates = async ({ client, term, signal }: Asking): Promise<FoundRecords<'templates'>> => {
  const asked = term.includes('_') ? { search: term, page_size: few } : { template_name: term };
  const items: TemplateName[] = [];
  let calls = 0;
  for await (const { names, next_cursor: next } of namePages(client, asked, signal)) {
    items.push(...names);
    calls += 1;
    const found = items.slice(0, few);
    if (next === null) return { items: found, total: items.length };
    if (items.length >= few) return { items: found, total: null };
    if (calls === mostCalls) return { items: found, total: null, isPartial: true };
  }
  return alone<TemplateName>(null);
};

/** Milliseconds, the longest first: a search for a message is refused when the time has more than 20,000 reports. */
const ranges = [30 * 24 * hour, 3 * 24 * hour, 24 * hour, 6 * hour] as const;

/** The latest reports of a message, by the platform's id. No route knows the ids that a partner gave it. */
const findMessages = async ({ client, term, signal }: Asking): Promise<FoundRecords<'messages'>> => {
  for (const back of ranges) {
    const query = { message_id: term, date_from: new Date(Date.now() - back).toISOString(), page_size: few };
    try {
      const { items } = (await client.call('search-partner-delivery-events', query, { signal })).body;
      return alone(items[0]);
    } catch (error) {
      if (!isRefusal(error, 'validation_failed') || back === ranges.at(-1)) throw error;
    }
  }
  return alone<DeliveryEvent>(null);
};

const findEvents = async ({ client, term, signal }: Asking): Promise<FoundRecords<'events'>> =>
  alone((await ifThere(client.call('get-partner-webhook-event', { event_id: term }, { signal })))?.body.event);

const findKeys = async ({ client, term, signal }: Asking): Promise<FoundRecords<'keys'>> => {
  const { items } = (await client.call('list-partner-api-keys', { page_size: most }, { signal })).body;
  return listedIn(items, ({ id }) => id === keyIdIn(term));
};

/** What a request did to the team: the only record that is found by the request. */
const findActs = async ({ client, term, signal }: Asking): Promise<FoundRecords<'acts'>> => {
  const { items } = (await client.call('list-partner-audit-entries', { page_size: most }, { signal })).body;
  return listedIn(items, ({ request_id: id }) => id === term.toLowerCase());
};

/** The routes that could know a record of each kind. */
export const finds: { readonly [Name in Kind]: Find<Name> } = {
  customers: { scope: 'customers.read', find: findCustomers },
  lines: { scope: 'instances.read', find: findLines },
  templates: { scope: 'templates.read', find: findTemplates },
  messages: { scope: 'platform_risk.read', find: findMessages },
  events: { scope: 'webhook.read', find: findEvents },
  keys: { scope: 'keys.write', find: findKeys },
  acts: { scope: 'team.write', find: findActs },
};
