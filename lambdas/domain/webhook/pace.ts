import { type Milliseconds, second } from '../../kernel/time.ts';

/**
 * How fast an endpoint answers. Whether it takes events is its health (endpoint-health.ts).
 *
 *     fast → slow     an exchange had no response for a second
 *     slow → fast     20 consecutive responses came within a second
 *
 * Events of slow endpoints have a queue of their own, so that they do not occupy the workers of other endpoints.
 */
export type Pace = { readonly state: 'fast' } | SlowPace;

interface SlowPace {
  readonly state: 'slow';
  /** Consecutive responses that came within a second. */
  readonly prompt: number;
  /** When it last answered any worker, to within 10 seconds; null: not since it became slow. */
  readonly answeredAt: Milliseconds | null;
}

export const fast: Pace = { state: 'fast' };

/** A response that takes this long makes an endpoint slow. */
export const promptWithin: Milliseconds = second;
/** An exchange of the queue `event` ends after this time, and its event is handed over to the queue `slow`. */
export const handOverAfter: Milliseconds = 5 * second;
export const promptUntilFast = 20;
/** A slow endpoint that has not answered for this long gets one exchange at a time. */
export const unresponsiveAfter: Milliseconds = 60 * second;
/** `answeredAt` is not updated more often than this. */
const answeredGrain: Milliseconds = 10 * second;

/** What decides the pace after an exchange. */
export interface Timed {
  readonly milliseconds: Milliseconds;
  /** Whether there was a response, whatever its status. */
  readonly answered: boolean;
}

const answeredAtAfter = (pace: SlowPace, { answered }: Timed, now: Milliseconds): Milliseconds | null =>
  answered && (pace.answeredAt === null || now - pace.answeredAt >= answeredGrain) ? now : pace.answeredAt;

/** @returns the given object itself when nothing changed, so that nothing has to be written */
export const afterExchange = (pace: Pace, exchange: Timed, now: Milliseconds): Pace => {
  const isPrompt = exchange.milliseconds < promptWithin;
  // An immediate failure, such as a refused connection, occupies no worker.
  if (pace.state === 'fast') {
    return isPrompt ? pace : { state: 'slow', prompt: 0, answeredAt: exchange.answered ? now : null };
  }
  const prompt = isPrompt && exchange.answered ? pace.prompt + 1 : 0;
  if (prompt >= promptUntilFast) return fast;
  const answeredAt = answeredAtAfter(pace, exchange, now);
  return prompt === pace.prompt && answeredAt === pace.answeredAt ? pace : { state: 'slow', prompt, answeredAt };
};

/** The pace after `promptWithin` without a response, while the exchange is still running. @returns the given object itself when nothing changed */
export const afterNoAnswer = (pace: Pace): Pace =>
  pace.state === 'slow' ? pace : { state: 'slow', prompt: 0, answeredAt: null };

/** The queues of events. */
export type EventQueue = 'event' | 'slow';

/** What a worker may do with a partner's events. */
export type Start =
  /** The events move to the queue `slow`. */
  | { readonly kind: 'move' }
  | {
      readonly kind: 'send';
      /** How many exchanges this worker may have with the endpoint at a time. */
      readonly exchanges: number;
      /** How many workers may send to the endpoint at a time; null: no limit. */
      readonly slots: number | null;
      /** When an exchange without a response is handed over to the queue `slow`; null: it has its full timeout. */
      readonly handOverAfter: Milliseconds | null;
    };

export interface EndpointState {
  readonly pace: Pace;
  readonly queue: EventQueue;
  /** When the endpoint last answered this environment; null when that is not cached. */
  readonly answeredHere: Milliseconds | null;
  /** The concurrency slots of a slow endpoint. */
  readonly slots: number;
}

const isRecent = (time: Milliseconds | null, now: Milliseconds): boolean =>
  time !== null && now - time < unresponsiveAfter;

/** Whether a slow endpoint has not answered any worker for a minute. */
export const isUnresponsive = (pace: Pace, now: Milliseconds): boolean =>
  pace.state === 'slow' && !isRecent(pace.answeredAt, now);

/** What a worker may do with a partner's events. */
export const mayStart = ({ pace, queue, answeredHere, slots }: EndpointState, now: Milliseconds): Start => {
  const exchanges = isRecent(answeredHere, now) ? Infinity : 1;
  if (pace.state === 'fast') return { kind: 'send', exchanges, slots: null, handOverAfter };
  if (queue === 'event') return { kind: 'move' };
  return isUnresponsive(pace, now)
    ? { kind: 'send', exchanges, slots: 1, handOverAfter: null }
    : { kind: 'send', exchanges: Infinity, slots, handOverAfter: null };
};
