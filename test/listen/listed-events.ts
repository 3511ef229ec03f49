import type { Client } from '../../packages/client/src/client.ts';
import { Refusal } from '../../packages/client/src/refusal.ts';
import type { Event } from '../../packages/client/src/schemas.ts';
import { answer, serviceWith, type Reply } from '../client/scripted-service.ts';

/** An event of a customer, created so many seconds after the start. */
export const eventOf = (customerId: string, sequence: number, second: number): Event => ({
  id: `${customerId}-${sequence}`,
  type: 'service.partner.customer.updated',
  customer_id: customerId,
  sequence,
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_error: null,
  created_at: new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString(),
  delivered_at: null,
});

export const startedAt = Date.UTC(2026, 2, 1, 12);

interface Stage {
  readonly client: Client;
  /** What the list of all events shows. A test changes it between calls. */
  listed: readonly Event[];
  /** What is committed but not listed yet: only the list of its customer shows it. */
  committed: readonly Event[];
  /** Events whose content is no longer stored. */
  readonly erased: Set<string>;
  /** The parameter `date_from` of each list. */
  readonly ranges: readonly string[];
  /** Given in turn instead of an answer. */
  readonly failures: Reply[];
}

const pageOf = (events: readonly Event[], query: URLSearchParams): object => {
  const from = Date.parse(query.get('date_from') ?? '');
  const [first, size] = [Number(query.get('cursor')), Number(query.get('page_size'))];
  const next = first + size;
  const shown = events
    .filter(({ created_at: at }) => Date.parse(at) >= from)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  return {
    ok: true,
    partner_id: 'p',
    items: shown.slice(first, next),
    total: shown.length,
    page_size: size,
    next_cursor: next < shown.length ? String(next) : null,
  };
};

/** A service that lists events. */
export const listedEvents = async (): Promise<Stage> => {
  const ranges: string[] = [];
  const state = { listed: [] as readonly Event[], committed: [] as readonly Event[] };
  const erased = new Set<string>();
  const failures: Reply[] = [];
  const reply: Reply = (response, request) => {
    const failure = failures.shift();
    if (failure !== undefined) {
      failure(response, request);
      return;
    }
    const query = request.url.searchParams;
    const all = [...state.listed, ...state.committed];
    const id = query.get('event_id');
    if (id !== null) {
      const event = all.find((one) => one.id === id);
      const body = erased.has(id) ? null : `{"id":"${id}","name":"Café 東京"}`;
      answer(200, { ok: true, partner_id: 'p', event: { ...event, body, attempt_log: [] } })(response, request);
      return;
    }
    ranges.push(query.get('date_from') ?? '');
    const customer = query.get('customer_id');
    const shown = customer === null ? state.listed : all.filter((one) => one.customer_id === customer);
    answer(200, pageOf(shown, query))(response, request);
  };
  const { client } = await serviceWith([reply], { retry: { attempts: 1 } });
  return Object.assign(state, { client, erased, ranges, failures });
};

/** Ends a loop that would run for ever. */
export const theEnd = new Refusal(
  401,
  { code: 'unauthenticated', message: 'the end' },
  { requestId: null, retryAfter: null },
);
