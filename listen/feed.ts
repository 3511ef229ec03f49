import type { Client } from '../packages/client/src/client.ts';
import { isRefusal } from '../packages/client/src/refusal.ts';
import type { Event } from '../packages/client/src/schemas.ts';
import type { ForwardedEvent } from './forwarded-event.ts';

const minute = 60_000;

/** How far before the start the list begins. The clocks of this machine and of the service may differ by less. */
export const margin = 10 * minute;

/** How long after a newer event an event may still appear in the list: several times the lag of the list. */
const lateness = 2 * minute;

const pageSize = 200;

/** The events of a partner, each once. */
export interface Feed {
  /** Takes what is listed already. */
  readonly skip: () => Promise<void>;
  /** What was not yet taken, in the order of `sequence` for each customer. */
  readonly news: () => Promise<readonly Event[]>;
  /** The event with its body; null when its content is no longer stored. */
  readonly open: (event: Event) => Promise<ForwardedEvent | null>;
  /** The event does not come again. */
  readonly taken: (event: Event) => void;
}

const isGone = (error: unknown): boolean => isRefusal(error, 'not_found');

/** `Map.groupBy` of Node.js 21: the package runs on Node.js 20. */
const byCustomer = (events: readonly Event[]): ReadonlyMap<string | null, readonly Event[]> => {
  const groups = new Map<string | null, Event[]>();
  for (const event of events) {
    const own = groups.get(event.customer_id);
    if (own === undefined) groups.set(event.customer_id, [event]);
    else own.push(event);
  }
  return groups;
};

/**
 * By time of creation. The events of one customer share their places in the order of `sequence`. Events of templates name no customer,
 * and their sequences are of several business accounts: they stay in the order of time.
 */
const ordered = (events: readonly Event[]): readonly Event[] => {
  const byTime = events.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const queues = new Map(
    Array.from(byCustomer(byTime), ([id, own]) => [
      id,
      (id === null ? own : own.toSorted((a, b) => a.sequence - b.sequence)).values(),
    ]),
  );
  return byTime.flatMap(({ customer_id: id }) => {
    const next = queues.get(id)?.next();
    return next === undefined || next.done === true ? [] : [next.value];
  });
};

/** @param signal ends the calls */
export const openFeed = (client: Client, startedAt: number, signal?: AbortSignal): Feed => {
  const taken = new Map<string, number>();
  const options = signal === undefined ? {} : { signal };
  let from = startedAt - margin;

  const listed = async (customer: { readonly customer_id?: string }): Promise<readonly Event[]> => {
    const found = new Map<string, Event>();
    const query = { ...customer, date_from: new Date(from).toISOString(), page_size: pageSize };
    for await (const event of client.items('list-partner-webhook-events', query, options)) {
      if (!taken.has(event.id)) found.set(event.id, event);
    }
    return Array.from(found.values());
  };

  /** The list of a customer is consistent, so an earlier event that the list of all does not show yet is in it. */
  const ofCustomer = async (customerId: string, known: readonly Event[]): Promise<readonly Event[]> => {
    try {
      return await listed({ customer_id: customerId });
    } catch (error) {
      if (isGone(error)) return known;
      throw error;
    }
  };

  const take = ({ id, created_at }: Event): void => {
    const at = Date.parse(created_at);
    taken.set(id, at);
    // The list never begins earlier again, so ids before it are not needed.
    if (at - lateness <= from) return;
    from = at - lateness;
    for (const [old, time] of taken) if (time < from) taken.delete(old);
  };

  return {
    skip: async () => {
      for (const event of await listed({})) take(event);
    },
    taken: take,
    news: async () => {
      const fresh: Event[] = [];
      for (const [id, known] of byCustomer(await listed({}))) {
        for (const event of id === null ? known : await ofCustomer(id, known)) fresh.push(event);
      }
      return ordered(fresh);
    },
    open: async ({ id, type, customer_id }) => {
      try {
        const query = { event_id: id, ...(customer_id !== null && { customer_id }) };
        const { body } = await client.call('get-partner-webhook-event', query, options);
        return body.event.body === null ? null : { id, type, body: body.event.body };
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    },
  };
};
