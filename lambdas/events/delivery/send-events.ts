import type { DueHint } from '../../kernel/due.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Start } from '../../domain/webhook/pace.ts';
import type { HintOutcome } from '../../runtime/hint-worker.ts';
import {
  releaseConcurrencySlot,
  takeConcurrencySlot,
  type ConcurrencySlot,
} from '../../store/webhooks/concurrency-slots.ts';
import { moveToSlow } from '../../store/webhooks/event-waits.ts';
import { logMoved } from './attempt-log.ts';
import { byCustomer, untilPaceKnown } from './by-customer.ts';
import { openEndpointRun, type EndpointRun } from './endpoint-run.ts';
import { deliverEvent, lastExchangeOf } from './deliver-event.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { recordOutcomes } from './endpoint-outcomes.ts';
import { parkEvents } from './park-events.ts';
import type { Target } from './target.ts';

/** How long a batch may begin exchanges. A concurrency slot is held longer, for the exchange that is still running. */
export const batchTime: Milliseconds = 25_000;
export const slotTime: Milliseconds = 50_000;

type Sending = Extract<Start, { readonly kind: 'send' }>;

export const succeeded = (hints: readonly DueHint[]): readonly HintOutcome[] =>
  hints.map((hint) => ({ hint, error: null }));

const moveEvent = (deps: DeliveryDeps, hint: DueHint): Promise<void> => moveToSlow(deps.table, hint, deps.clock());

/** Moves events to the slow queue. */
export const moveEvents = async (
  deps: DeliveryDeps,
  partnerId: string,
  hints: readonly DueHint[],
): Promise<readonly HintOutcome[]> => {
  const outcomes = await byCustomer(hints, (hint) => moveEvent(deps, hint));
  logMoved(deps, partnerId, hints.length, deps.clock());
  return outcomes;
};

const sendInRun = async (
  deps: DeliveryDeps,
  hints: readonly DueHint[],
  exchanges: number,
  endpointRun: EndpointRun,
): Promise<readonly HintOutcome[]> => {
  const { outbox } = endpointRun.target;
  const moved: DueHint[] = [];
  const left: DueHint[] = [];
  const run = async (hint: DueHint): Promise<void> => {
    if (endpointRun.mayContinue()) await deliverEvent(deps, hint, endpointRun);
    else if (endpointRun.turnedSlow()) {
      await moveEvent(deps, hint);
      moved.push(hint);
    } else left.push(hint);
  };
  const outcomes = exchanges === 1 ? await untilPaceKnown(hints, run, endpointRun) : await byCustomer(hints, run);
  await endpointRun.slowRecorded();
  await recordOutcomes(deps, endpointRun);
  if (moved.length > 0) logMoved(deps, outbox.partnerId, moved.length, deps.clock());
  if (left.length > 0) await parkEvents(deps, outbox, left);
  return outcomes;
};

/** Takes a concurrency slot. @returns 'none' for a fast endpoint, which needs no slot; null when all slots are taken */
const slotFor = async (
  deps: DeliveryDeps,
  partnerId: string,
  slots: number | null,
): Promise<ConcurrencySlot | 'none' | null> => {
  if (slots === null) return 'none';
  const now = deps.clock();
  return takeConcurrencySlot(deps.table, partnerId, slots, now, now + slotTime, deps.random);
};

/** Sends a partner's events as the endpoint's pace allows. Events without a free slot, or without time, are parked. */
export const sendEvents = async (
  deps: DeliveryDeps,
  target: Target,
  hints: readonly DueHint[],
  { slots, exchanges, handOverAfter }: Sending,
): Promise<readonly HintOutcome[]> => {
  const { outbox } = target;
  const { partnerId } = outbox;
  const until = Math.min(deps.clock() + batchTime, lastExchangeOf(deps.deadline));
  const slot = await slotFor(deps, partnerId, slots);
  if (slot === null) {
    await parkEvents(deps, outbox, hints);
    return succeeded(hints);
  }
  const stopsWhenUnanswered = handOverAfter === null && exchanges === 1;
  const endpointRun = openEndpointRun(deps, { target, mode: 'attempt', handOverAfter, stopsWhenUnanswered, until });
  try {
    return await sendInRun(deps, hints, exchanges, endpointRun);
  } finally {
    if (slot !== 'none') await releaseConcurrencySlot(deps.table, slot);
  }
};
