import { parseDate, parseDateTime } from '../../kernel/date-time.ts';
import { invalid } from '../../kernel/errors.ts';
import { day, isoOf, type Milliseconds } from '../../kernel/time.ts';

export const resendStatuses = ['running', 'completed', 'failed'] as const;
type ResendStatus = (typeof resendStatuses)[number];

/** The progress of sending events again. */
export interface Resend {
  readonly id: string;
  readonly status: ResendStatus;
  /** Events to be sent again. It rises while they are listed, and falls when the content of one is deleted before it is sent. */
  readonly total: number;
  /** Those of them that were delivered or given up. */
  readonly done: number;
  readonly started_at: string;
  readonly finished_at: string | null;
}

/** The times of events to be sent again, both included, as ISO 8601. */
export interface ResendRange {
  readonly since: string;
  readonly until: string;
}

const parseBound = (name: 'since' | 'until', text: string): Milliseconds => {
  const date = parseDate(text);
  const time = date === null ? parseDateTime(text) : date + (name === 'until' ? day - 1 : 0);
  if (time === null) {
    throw invalid(name, 'format', `${name} must be a date (YYYY-MM-DD) or an RFC 3339 date-time with its offset`);
  }
  return time;
};

/** The requested range, up to now at the latest. A date stands for the whole UTC day. @throws ServiceError validation_failed */
export const resendRange = (
  given: { readonly since: string; readonly until?: string | undefined },
  now: Milliseconds,
): ResendRange => {
  const since = parseBound('since', given.since);
  const until = given.until === undefined ? now : parseBound('until', given.until);
  if (since > now) throw invalid('since', 'range', 'since must not be in the future');
  if (since > until) throw invalid('since', 'range', 'since must not be later than until');
  return { since: isoOf(since), until: isoOf(Math.min(until, now)) };
};

/** How long the index may take to show an event that has ended. A resend lists those again that ended so shortly before it began. */
export const listedAgain: Milliseconds = 60_000;
/** When they are listed again: the index usually takes less than a second. */
export const indexDelay: Milliseconds = 5_000;

/** A new resend. Without events it is completed at once. @param isListed whether all events are listed */
export const newResend = (id: string, total: number, isListed: boolean, now: Milliseconds): Resend => {
  const isOver = isListed && total === 0;
  return {
    id,
    status: isOver ? 'completed' : 'running',
    total,
    done: 0,
    started_at: isoOf(now),
    finished_at: isOver ? isoOf(now) : null,
  };
};

/** What a resend finds of one of its events. */
export interface ResendState {
  /** How its delivery ended; null while it waits. */
  readonly end: 'delivered' | 'given_up' | 'undelivered' | null;
  /** Whether this resend made it due. */
  readonly isResent: boolean;
  /** Whether its content is stored: neither erased nor expired. */
  readonly hasContent: boolean;
  /** Whether it waits for long: for another attempt, its endpoint, or an earlier event of its customer. */
  readonly waits: boolean;
}

/**
 * `send`: it has to be made due. `near`: it is about to be sent. `late`: it waits for long. `done`: it was delivered or
 * given up. `gone`: there is nothing left to send.
 */
export type ResendVerdict = 'send' | 'near' | 'late' | 'done' | 'gone';

/**
 * What to do with an event. One that a disabled endpoint has left undelivered again is sent again.
 * @param named whether the call named the event, which is then sent although it was delivered before
 */
export const judge = ({ end, isResent, hasContent, waits }: ResendState, named: boolean): ResendVerdict => {
  if (end === null) return waits ? 'late' : 'near';
  const isDone = end === 'delivered' ? isResent || !named : isResent && end === 'given_up';
  if (isDone) return 'done';
  return hasContent ? 'send' : 'gone';
};
