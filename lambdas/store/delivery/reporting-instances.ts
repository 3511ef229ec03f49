import type { ReportingInstance } from '../../domain/delivery/report.ts';
import { Lru } from '../../domain/lru.ts';
import type { Clock, Milliseconds } from '../../domain/time.ts';
import { ownerOf, readMerges, type Merges } from '../customers/merges.ts';
import { readInstance } from '../instances/instances.ts';
import { readPartnerNumber } from '../instances/partner-numbers.ts';
import { getItem, getItemSoon } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** Whose reports a phone number's are, remembered, so that a report is one write and at most one read. */
export interface ReportingInstances {
  /** The last line of the partner that the number was connected to, with its customer; null when there was none. */
  readonly find: (partnerId: string, phoneNumberId: string) => Promise<ReportingInstance | null>;
  /** Lines of the partner may have another customer now. */
  readonly forget: (partnerId: string) => void;
}

/** A move made in another environment is seen after this time; what one forgets here is seen at once. */
const freshness: Milliseconds = 10_000;
/** Bounds the memory that numbers, and partners, can take. */
const mostEntries = 10_000;
/** A partition key has 2,048 bytes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const longestNumber = 1_024;

/** What a number leads to without the merges: the instance, and the customer that it stands under. */
interface Existing {
  readonly instanceId: string;
  readonly isListedUnder: string;
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
  const { instanceId, isListedUnder } = number;
  if (isListedUnder !== null) return { instanceId, isListedUnder };
  const record = await readInstance(table, partnerId, instanceId);
  return record === null ? null : { instanceId, isListedUnder: record.instance.partner_customer_id };
};

interface Known<T> {
  readonly until: Milliseconds;
  readonly value: Promise<T>;
}

/** Remembers what was read, for `freshness`; not what failed, nor what is not there yet and may be the next moment. */
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
  /** Partners whose lines were moved here, and until when reads that lag might not know it. */
  const moved = new Lru<Milliseconds>(mostEntries);
  const consistencyFor = (partnerId: string): Consistency =>
    (moved.get(partnerId) ?? 0) > clock() ? 'strong' : 'eventual';
  return {
    find: async (partnerId, phoneNumberId) => {
      const consistency = consistencyFor(partnerId);
      // The merges stay known for an hour after their end, so neither of the two has to be read first.
      const [existing, merges] = await Promise.all([
        numbers.recall(`${partnerId} ${phoneNumberId}`, () =>
          readExisting(table, partnerId, phoneNumberId, consistency),
        ),
        mergesOf.recall(partnerId, () => readMerges(table, partnerId, consistency)),
      ]);
      if (existing === null) return null;
      return { instance_id: existing.instanceId, customer_id: ownerOf(merges, existing.isListedUnder) };
    },
    forget: (partnerId) => {
      moved.set(partnerId, clock() + freshness);
      numbers.forget((name) => name.startsWith(`${partnerId} `));
      mergesOf.forget((name) => name === partnerId);
    },
  };
};
