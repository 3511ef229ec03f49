import { day, isoOf, type Clock } from '../../../lambdas/kernel/time.ts';
import type { Usage } from '../../../lambdas/domain/usage/usage-day.ts';
import { sumOfDays } from '../../../lambdas/domain/usage/usage-sum.ts';

interface HeldLine {
  readonly id: string;
  readonly isTaken: boolean;
  readonly isConnected: boolean;
}

/** What happened on a day, and what there was at its moments. */
interface Count {
  delivered: number;
  reports: number;
  calls: number;
  peak: number;
  customers: number;
  readonly taken: Set<string>;
  readonly connected: Set<string>;
}

/** Counts the usage of a partner by looking at everything that there is, at each moment. */
export class BruteCount {
  readonly #now: Clock;
  readonly #lines: readonly HeldLine[];
  readonly #customers: ReadonlyMap<string, string>;
  readonly #days = new Map<string, Count>();
  #began: string;

  /** @param lines all lines, and @param customers the status of all customers, as they are at any time */
  constructor(now: Clock, lines: readonly HeldLine[], customers: ReadonlyMap<string, string>) {
    this.#now = now;
    this.#lines = lines;
    this.#customers = customers;
    this.#began = isoOf(now()).slice(0, 10);
  }

  /** The count of today. Days on which nothing happened are counted, too. */
  today(): Count {
    const today = isoOf(this.#now()).slice(0, 10);
    for (let date = this.#began; date < today; date = isoOf(Date.parse(date) + day).slice(0, 10)) this.#countOf(date);
    return this.#countOf(today);
  }

  /** What holds at this moment holds on its day. */
  look(): void {
    const now = this.today();
    const taken = this.#lines.filter(({ isTaken }) => isTaken);
    for (const { id } of taken) now.taken.add(id);
    for (const { id } of this.#lines.filter(({ isConnected }) => isConnected)) now.connected.add(id);
    now.peak = Math.max(now.peak, taken.length);
    now.customers = this.#active();
  }

  /** The usage by day, from the first one to today. */
  usage(): ReadonlyMap<string, Usage> {
    return new Map(
      Array.from(this.#days, ([date, it]) => [
        date,
        {
          slots_peak: it.peak,
          slot_days: it.taken.size,
          lines_connected: it.connected.size,
          customers_active: it.customers,
          events_delivered: it.delivered,
          reports: it.reports,
          calls: it.calls,
        },
      ]),
    );
  }

  /** The usage by month. */
  months(): ReadonlyMap<string, Usage> {
    const byMonth = Map.groupBy(this.usage(), ([date]) => date.slice(0, 7));
    return new Map(Array.from(byMonth, ([month, days]) => [month, sumOfDays(days.map(([, usage]) => usage))]));
  }

  totals(): Usage {
    return sumOfDays(Array.from(this.usage().values()));
  }

  #active(): number {
    return Array.from(this.#customers.values()).filter((status) => status === 'active').length;
  }

  /** A new day begins with what there was at the end of the day before. */
  #countOf(date: string): Count {
    const known = this.#days.get(date);
    this.#began = date;
    if (known !== undefined) return known;
    const own = (is: (line: HeldLine) => boolean): Set<string> => new Set(this.#lines.filter(is).map(({ id }) => id));
    const taken = own(({ isTaken }) => isTaken);
    const fresh: Count = {
      delivered: 0,
      reports: 0,
      calls: 0,
      peak: taken.size,
      taken,
      connected: own((line) => line.isConnected),
      customers: this.#active(),
    };
    this.#days.set(date, fresh);
    return fresh;
  }
}
