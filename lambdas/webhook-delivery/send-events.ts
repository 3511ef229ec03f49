import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { Start } from '../domain/webhook/pace.ts';
import type { Destination } from '../outbound/signed-post.ts';
import type { HintOutcome } from '../runtime/hint-worker.ts';
import { leaveLane, takeLane, type Lane } from '../store/webhooks/outbox-lanes.ts';
import type { OutboxRecord } from '../store/webhooks/outbox.ts';
import { moveToSlow } from '../store/webhooks/event-waits.ts';
import type { WebhookEndpoint } from '../store/webhooks/webhook-endpoints.ts';
import { logMoved } from './attempt-log.ts';
import { byCustomer, untilNews } from './by-customer.ts';
import { openCourse, type Course } from './course.ts';
import { deliverEvent, lastExchangeOf } from './deliver-event.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { recordOutcomes } from './endpoint-outcomes.ts';
import { holdEvents } from './hold-events.ts';

/** How long a batch takes on further events, at most, and how long its lanes are its own: the exchange under way included. */
export const batchTime: Milliseconds = 25_000;
const laneTime: Milliseconds = 50_000;

type Sending = Extract<Start, { readonly kind: 'send' }>;

/** Where a worker sends to. */
export interface Target {
  readonly endpoint: WebhookEndpoint;
  readonly outbox: OutboxRecord;
  readonly destination: Destination;
}

export const succeeded = (hints: readonly DueHint[]): readonly HintOutcome[] =>
  hints.map((hint) => ({ hint, error: null }));

const moveEvent = (deps: DeliveryDeps, hint: DueHint): Promise<void> => moveToSlow(deps.table, hint, deps.clock());

/** Has events wait for the worker for slow endpoints. */
export const moveEvents = async (
  deps: DeliveryDeps,
  partnerId: string,
  hints: readonly DueHint[],
): Promise<readonly HintOutcome[]> => {
  const outcomes = await byCustomer(hints, (hint) => moveEvent(deps, hint));
  logMoved(deps, partnerId, hints.length, deps.clock());
  return outcomes;
};

const sendIn = async (
  deps: DeliveryDeps,
  { endpoint, outbox, destination }: Target,
  hints: readonly DueHint[],
  exchanges: number,
  course: Course,
): Promise<readonly HintOutcome[]> => {
  const moved: DueHint[] = [];
  const left: DueHint[] = [];
  const run = async (hint: DueHint): Promise<void> => {
    if (course.goesOn()) await deliverEvent(deps, hint, destination, course);
    else if (course.turnedSlow()) {
      await moveEvent(deps, hint);
      moved.push(hint);
    } else left.push(hint);
  };
  const outcomes = exchanges === 1 ? await untilNews(hints, run, course) : await byCustomer(hints, run);
  await course.told();
  await recordOutcomes(deps, endpoint.id, outbox, course.exchanges);
  if (moved.length > 0) logMoved(deps, outbox.partnerId, moved.length, deps.clock());
  if (left.length > 0) await holdEvents(deps, outbox, left);
  return outcomes;
};

/** Nobody's lane: a fast endpoint needs none. */
const laneOf = async (deps: DeliveryDeps, partnerId: string, lanes: number | null): Promise<Lane | 'none' | null> => {
  if (lanes === null) return 'none';
  const now = deps.clock();
  return takeLane(deps.table, partnerId, lanes, now, now + laneTime, deps.random);
};

/** Sends a partner's events as the endpoint's pace allows. What finds no lane, or no time, is put aside. */
export const sendEvents = async (
  deps: DeliveryDeps,
  target: Target,
  hints: readonly DueHint[],
  { lanes, exchanges, handOverAfter }: Sending,
): Promise<readonly HintOutcome[]> => {
  const { outbox } = target;
  const { partnerId } = outbox;
  const until = Math.min(deps.clock() + batchTime, lastExchangeOf(deps.deadline));
  const lane = await laneOf(deps, partnerId, lanes);
  if (lane === null) {
    await holdEvents(deps, outbox, hints);
    return succeeded(hints);
  }
  const endsInSilence = handOverAfter === null && exchanges === 1;
  const course = openCourse(deps, { partnerId, mode: 'attempt', handOverAfter, endsInSilence, until });
  try {
    return await sendIn(deps, target, hints, exchanges, course);
  } finally {
    if (lane !== 'none') await leaveLane(deps.table, lane);
  }
};
