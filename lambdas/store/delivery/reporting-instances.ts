import type { ReportingInstance } from '../../domain/delivery/report.ts';
import { Lru } from '../../kernel/lru.ts';
import type { Clock, Milliseconds } from '../../kernel/time.ts';
import { ownerOf, readMerges, type Merges } from '../customers/merges.ts';
import { readInstance } from '../instances/instances.ts';
import { readPartnerNumber } from '../instances/partner-numbers.ts';
import { getItem, getItemSoon } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** Finds the instance and customer of a reported phone number. A cache makes a report one write and at most one read. */
export interface ReportingInstances {
  /** The partner's instance that the number was last connected to, with its customer; null when there was none. */
  readonly find: (partnerId: string, phoneNumberId: string) => Promise<ReportingInstance | null>;
  /** Drops the cached entries of a partner, because its instances may have another customer now. */
  readonly forget: (partnerId: string) => void;
}

/** The lifetime of a cached entry. A move in another environment is seen after this time; a move in this one is seen at once. */
const freshness: Milliseconds = 10_000;
/** The most entries of a cache. */
const mostEntries = 10_000;
/** A partition key has 2,048 bytes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const longestNumber = 1_024;

/** The instance of a number, and the customer that its record names, before merges are applied. */
interface Existing {
  readonly instanceId: string;
  readonly listedCustomerId: string;
}

type Consistency = 'strong' | 'eventual';

const readExisting = async (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
  consistency: Consistency,
): Promise<Existing | null> => {
  if (Buffer.byteLength(phoneNumberId) > longestNumber) return null;
  const get = consistency === 'strong' ? getItem : getItemSoon;
  const number = await readPartnerNumber(table, partnerId, phoneNumberId, get);
  if (number === null) return null;
  const { instanceId, listedCustomerId } = number;
  if (listedCustomerId !== null) return { instanceId, listedCustomerId };
  const record = await readInstance(table, partnerId, instanceId);
  return record === null ? null : { instanceId, listedCustomerId: record.instance.partner_customer_id };
};

interface Known<T> {
  readonly until: Milliseconds;
  readonly value: Promise<T>;
}

/** Caches what was read, for `freshness`. Failures and absent records are not cached. */
class Memory<T> {
  readonly #clock: Clock;
  readonly #known = new Lru<Known<T>>(mostEntries);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  recall(name: string, read: () => Promise<T>): Promise<T> {
    const existing = this.#known.get(name);
    if (existing !== undefined && existing.until > this.#clock()) return existing.value;
    const entry = { until: this.#clock() + freshness, value: read() };
    const drop = (): void => {
      if (this.#known.get(name) === entry) this.#known.delete(name);
    };
    entry.value.then((value) => {
      if (value === null) drop();
    }, drop);
    this.#known.set(name, entry);
    return entry.value;
  }

  forget(isMeant: (name: string) => boolean): void {
    for (const name of this.#known.keys()) if (isMeant(name)) this.#known.delete(name);
  }
}

export const reportingInstances = (table: Table, clock: Clock): ReportingInstances => {
  const numbers = new Memory<Existing | null>(clock);
  const mergesOf = new Memory<Merges>(clock);
  /** Partners whose instances were moved in this environment, and until when an eventual read may miss the move. */
  const moved = new Lru<Milliseconds>(mostEntries);
  const consistencyFor = (partnerId: string): Consistency =>
    (moved.get(partnerId) ?? 0) > clock() ? 'strong' : 'eventual';
  return {
    find: async (partnerId, phoneNumberId) => {
      const consistency = consistencyFor(partnerId);
      // A merge is stored for an hour after its end, so the two reads may run in parallel.
      const [existing, merges] = await Promise.all([
        numbers.recall(`${partnerId} ${phoneNumberId}`, () =>
          readExisting(table, partnerId, phoneNumberId, consistency),
        ),
        mergesOf.recall(partnerId, () => readMerges(table, partnerId, consistency)),
      ]);
      if (existing === null) return null;
      return { instance_id: existing.instanceId, customer_id: ownerOf(merges, existing.listedCustomerId) };
    },
    forget: (partnerId) => {
      moved.set(partnerId, clock() + freshness);
      numbers.forget((name) => name.startsWith(`${partnerId} `));
      mergesOf.forget((name) => name === partnerId);
    },
  };
};
