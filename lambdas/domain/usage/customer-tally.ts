import type { Milliseconds } from '../../kernel/time.ts';
import type { HistoryEntry } from '../history.ts';
import { connectedStatuses } from '../instance.ts';
import { instanceStatuses } from '../states/instance-states.ts';
import { occupiesSlot, slotStates } from '../states/slot-states.ts';
import type { LineState, Usage } from './usage-day.ts';
import type { UsageRange } from './usage-range.ts';
import { daysAfter, utcDayOf, type UtcDay } from './utc-day.ts';

/** An entry of a customer's history, as usage reads it. */
export interface UsageStep {
  /** The customer whose entry it is. */
  readonly ownerId: string;
  readonly at: Milliseconds;
  readonly entry: Pick<HistoryEntry, 'event' | 'previous' | 'new' | 'related'>;
  /** Of a line that was moved to the owner: its state then; null when the entry does not have it. */
  readonly moved: LineState | null;
  /** The day of the first delivery of its event. */
  readonly firstDelivered: UtcDay | null;
}

interface Line extends LineState {
  readonly ownerId: string;
}

type Values = HistoryEntry['new'];

/** What the values of an entry say of a line. */
const stateIn = ({ status, slot_state: slot }: Values): Partial<LineState> => ({
  ...(slot !== undefined && { isTaken: occupiesSlot(slotStates.find((one) => one === slot) ?? null) }),
  ...(status !== undefined && {
    isConnected: instanceStatuses.some((one) => one === status && connectedStatuses.has(one)),
  }),
});

const put = (set: Set<string>, id: string, is: boolean): void => {
  if (is) set.add(id);
  else set.delete(id);
};

/** Follows a customer's lines and status through its history, and through those of the customers that its lines came from. */
export class CustomerTally {
  readonly #customerId: string;
  readonly #range: UsageRange;
  readonly #days = new Map<UtcDay, Omit<Usage, 'events_delivered'>>();
  readonly #delivered = new Map<UtcDay, number>();
  readonly #lines = new Map<string, Line>();
  readonly #taken = new Set<string>();
  readonly #connected = new Set<string>();
  #isActive = false;
  #day: UtcDay;
  #isQuiet = true;
  #peak = 0;
  /** The lines that had a slot on the day, and those that were connected. */
  #takenToday = new Set<string>();
  #connectedToday = new Set<string>();

  /** @param first the day of the first step, or an earlier one */
  constructor(customerId: string, range: UsageRange, first: UtcDay) {
    this.#customerId = customerId;
    this.#range = range;
    this.#day = first;
  }

  /** Steps come in the order of time. */
  add(step: UsageStep): void {
    const { ownerId, at, entry, firstDelivered } = step;
    this.#passTo(utcDayOf(at));
    if (ownerId === this.#customerId) {
      this.#changeStatus(entry);
      if (firstDelivered !== null) this.#delivered.set(firstDelivered, (this.#delivered.get(firstDelivered) ?? 0) + 1);
    }
    const { source_customer_id: from, target_customer_id: to = ownerId, instance_id: id } = entry.related;
    if (entry.event === 'customer_merged') {
      for (const [own, line] of this.#lines) if (line.ownerId === from) this.#place(own, { ...line, ownerId: to });
    } else if (id !== undefined && entry.event !== 'connect_session_ended') {
      const before = this.#lines.get(id) ?? { isTaken: false, isConnected: false };
      // A slot may have been taken without an entry by an earlier version.
      this.#place(id, { ...before, ...step.moved, ...stateIn(entry.previous), ownerId: to });
      this.#place(id, { ...before, ...step.moved, ...stateIn(entry.new), ownerId: to });
    }
  }

  /** The usage of each day of the range. */
  done(): ReadonlyMap<UtcDay, Usage> {
    this.#passTo(daysAfter(this.#range.to, 1));
    return new Map(
      Array.from(this.#days, ([day, usage]) => [day, { ...usage, events_delivered: this.#delivered.get(day) ?? 0 }]),
    );
  }

  #changeStatus({ event, new: { status }, related }: UsageStep['entry']): void {
    if (event === 'customer_created') this.#isActive = true;
    // An entry of a line names the line; a merge changes its source.
    const isOfLine = related.instance_id !== undefined;
    const isTarget = event === 'customer_merged' && related.target_customer_id === this.#customerId;
    if (status !== undefined && !isOfLine && !isTarget) this.#isActive = status === 'active';
  }

  #place(id: string, line: Line): void {
    this.#isQuiet = false;
    this.#lines.set(id, line);
    const isOwn = line.ownerId === this.#customerId;
    // A line that leaves with its slot counts for the customer that has it then.
    if (!isOwn && this.#taken.has(id)) this.#takenToday.delete(id);
    put(this.#taken, id, isOwn && line.isTaken);
    put(this.#connected, id, isOwn && line.isConnected);
    if (this.#taken.has(id)) this.#takenToday.add(id);
    if (this.#connected.has(id)) this.#connectedToday.add(id);
    this.#peak = Math.max(this.#peak, this.#taken.size);
  }

  #passTo(day: UtcDay): void {
    for (; this.#day < day; this.#day = daysAfter(this.#day, 1)) {
      if (this.#day >= this.#range.from) this.#days.set(this.#day, this.#usage());
      if (this.#isQuiet) continue;
      this.#isQuiet = true;
      this.#peak = this.#taken.size;
      this.#takenToday = new Set(this.#taken);
      this.#connectedToday = new Set(this.#connected);
    }
  }

  #usage(): Omit<Usage, 'events_delivered'> {
    return {
      slots_peak: this.#peak,
      slot_days: this.#takenToday.size,
      lines_connected: this.#connectedToday.size,
      customers_active: Number(this.#isActive),
      reports: 0,
      calls: 0,
    };
  }
}
