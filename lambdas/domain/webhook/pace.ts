import type { Milliseconds } from '../time.ts';

/**
 * How fast an endpoint answers, beside whether it takes events (endpoint-health.ts):
 *
 *     fast → slow     an exchange had no answer for a second
 *     slow → fast     20 answers in a row came within a second
 *
 * Events of slow endpoints have a queue of their own, so that they hold none of the workers that the others need.
 */
export type Pace = { readonly state: 'fast' } | SlowPace;

interface SlowPace {
  readonly state: 'slow';
  /** Answers in a row that came within a second. */
  readonly prompt: number;
  /** When it last answered anybody, to some seconds; null: not since it became slow. */
  readonly answeredAt: Milliseconds | null;
}

export const fast: Pace = { state: 'fast' };

const second: Milliseconds = 1_000;

/** An answer that takes as long makes an endpoint slow. */
export const promptWithin: Milliseconds = second;
/** An exchange of the queue for fast endpoints ends after this; its event goes to the one for slow endpoints. */
export const handOverAfter: Milliseconds = 5 * second;
export const promptUntilFast = 20;
/** An endpoint that answered nobody for so long gets one exchange at a time. */
export const silentAfter: Milliseconds = 60 * second;
/** An endpoint that goes on answering is not written down each time. */
const answeredGrain: Milliseconds = 10 * second;

/** What an exchange tells of the pace. */
export interface Timed {
  readonly milliseconds: Milliseconds;
  /** Whether an answer came, whatever it said. */
  readonly answered: boolean;
}

const answeredAtAfter = (pace: SlowPace, { answered }: Timed, now: Milliseconds): Milliseconds | null =>
  answered && (pace.answeredAt === null || now - pace.answeredAt >= answeredGrain) ? now : pace.answeredAt;

/** @returns the very object given when nothing changed: then there is nothing to write */
export const afterExchange = (pace: Pace, exchange: Timed, now: Milliseconds): Pace => {
  const isPrompt = exchange.milliseconds < promptWithin;
  // What fails at once, such as a refused connection, holds no worker.
  if (pace.state === 'fast') {
    return isPrompt ? pace : { state: 'slow', prompt: 0, answeredAt: exchange.answered ? now : null };
  }
  const prompt = isPrompt && exchange.answered ? pace.prompt + 1 : 0;
  if (prompt >= promptUntilFast) return fast;
  const answeredAt = answeredAtAfter(pace, exchange, now);
  return prompt === pace.prompt && answeredAt === pace.answeredAt ? pace : { state: 'slow', prompt, answeredAt };
};

/** After `promptWithin` without an answer: the exchange still goes on. @returns the very object given when nothing changed */
export const afterSilence = (pace: Pace): Pace =>
  pace.state === 'slow' ? pace : { state: 'slow', prompt: 0, answeredAt: null };

/** The queues that bring events to their worker. */
export type EventQueue = 'event' | 'slow';

/** What a worker may do with a partner's events. */
export type Start =
  /** They go to the queue for slow endpoints. */
  | { readonly kind: 'move' }
  | {
      readonly kind: 'send';
      /** Exchanges of this worker with the endpoint at a time. */
      readonly exchanges: number;
      /** Workers that may send to the endpoint at a time; null: as many as there are. */
      readonly lanes: number | null;
      /** When an exchange without an answer is left to the queue for slow endpoints; null: it has its whole time. */
      readonly handOverAfter: Milliseconds | null;
    };

export interface Existing {
  readonly pace: Pace;
  readonly queue: EventQueue;
  /** When the endpoint last answered this environment; null: not that it remembers. */
  readonly answeredHere: Milliseconds | null;
  /** Workers that may send to one slow endpoint at a time, at most. */
  readonly lanes: number;
}

const isRecent = (time: Milliseconds | null, now: Milliseconds): boolean => time !== null && now - time < silentAfter;

/** Whether a slow endpoint answered nobody for a minute. */
export const isSilent = (pace: Pace, now: Milliseconds): boolean =>
  pace.state === 'slow' && !isRecent(pace.answeredAt, now);

export const mayStart = ({ pace, queue, answeredHere, lanes }: Existing, now: Milliseconds): Start => {
  const exchanges = isRecent(answeredHere, now) ? Infinity : 1;
  if (pace.state === 'fast') return { kind: 'send', exchanges, lanes: null, handOverAfter };
  if (queue === 'event') return { kind: 'move' };
  return isSilent(pace, now)
    ? { kind: 'send', exchanges, lanes: 1, handOverAfter: null }
    : { kind: 'send', exchanges: Infinity, lanes, handOverAfter: null };
};
