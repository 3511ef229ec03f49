import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import { mayStart } from '../domain/webhook/pace.ts';
import { pingBody } from '../domain/webhook/ping.ts';
import { postSigned } from '../outbound/signed-post.ts';
import { readAside } from '../store/webhooks/aside.ts';
import { expireKept, keptTime } from '../store/webhooks/event-resend.ts';
import { openCourse, type Course, type DeliveryMode } from '../webhook-delivery/course.ts';
import { deliverEvent } from '../webhook-delivery/deliver-event.ts';
import type { DeliveryDeps } from '../webhook-delivery/delivery-deps.ts';
import { recordOutcomes } from '../webhook-delivery/endpoint-outcomes.ts';
import { keepEvent } from '../webhook-delivery/keep-event.ts';
import type { Target } from '../webhook-delivery/send-events.ts';

/** What the keeper does with the events of one partner, a page at a time. */

/** Whether there is more to do at once. */
export type Step = 'more' | 'rest';

const pageSize = 100;
/** Exchanges of one keeper at once, beside those of the lanes. */
const concurrency = 10;

/** Runs over all items, a few at a time. */
const eachOf = async <T>(items: readonly T[], run: (item: T) => Promise<void>, most = concurrency): Promise<void> => {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
};

const heldPage = async (deps: DeliveryDeps, partnerId: string, limit = pageSize): Promise<readonly DueHint[]> => {
  const { events } = await readAside(deps.table, 'held', partnerId, { until: deps.clock(), limit });
  return events.map(({ hint }) => hint);
};

/** A keeper gives each exchange its whole time. */
const courseTo = (
  deps: DeliveryDeps,
  { outbox }: Target,
  mode: DeliveryMode,
  until: Milliseconds,
  endsInSilence: boolean,
): Course => openCourse(deps, { partnerId: outbox.partnerId, mode, handOverAfter: null, endsInSilence, until });

/** An endpoint that answered nobody for long gets one exchange. */
const isTriedAlone = (deps: DeliveryDeps, { pace, partnerId }: Target['outbox']): boolean => {
  const answeredHere = deps.answers.get(partnerId) ?? null;
  const start = mayStart({ pace, queue: 'slow', answeredHere, lanes: deps.lanes }, deps.clock());
  return pace.state === 'slow' && start.kind === 'send' && start.exchanges === 1;
};

/** Sends the oldest events aside; of a customer's, the first takes those behind it along. */
export const sendHeld = async (deps: DeliveryDeps, target: Target, until: Milliseconds): Promise<Step> => {
  const { endpoint, outbox, destination } = target;
  const hints = await heldPage(deps, outbox.partnerId);
  const alone = isTriedAlone(deps, outbox);
  const course = courseTo(deps, target, 'attempt', until, alone);
  const customers = Array.from(Map.groupBy(hints, (hint) => hint.pk).values());
  await eachOf(
    customers,
    async (own) => {
      for (const hint of own.toSorted((left, right) => (left.sk < right.sk ? -1 : 1))) {
        if (!course.goesOn()) return;
        await deliverEvent(deps, hint, destination, course);
      }
    },
    alone ? 1 : concurrency,
  );
  const { exchanges } = course;
  await recordOutcomes(deps, endpoint.id, outbox, exchanges);
  if (alone && exchanges.some(({ answered }) => !answered)) return 'rest';
  // A page of which nothing was due shows what the index has yet to forget.
  return exchanges.length > 0 ? 'more' : 'rest';
};

/** Sends one thing to a paused endpoint: the oldest event that waits for it, or else a ping. */
export const probe = async (deps: DeliveryDeps, target: Target, until: Milliseconds): Promise<Step> => {
  const { endpoint, outbox, destination } = target;
  const course = courseTo(deps, target, 'probe', until, false);
  for (const hint of await heldPage(deps, outbox.partnerId, concurrency)) {
    await deliverEvent(deps, hint, destination, course);
    if (course.exchanges.length > 0) break;
  }
  if (course.exchanges.length === 0) {
    const now = deps.clock();
    const id = deps.newId(now);
    const text = pingBody(id, outbox.partnerId, deps.environment, now);
    await course.watch(() => postSigned(deps.outbound, destination, { id, text, requestId: null }, now));
  }
  await recordOutcomes(deps, endpoint.id, outbox, course.exchanges);
  return 'more';
};

/** Ends events that no endpoint can take. */
export const keepHeld = async (deps: DeliveryDeps, partnerId: string, until: Milliseconds): Promise<Step> => {
  let kept = 0;
  await eachOf(await heldPage(deps, partnerId), async (hint) => {
    if (deps.clock() < until && (await keepEvent(deps, hint, until))) kept += 1;
  });
  return kept > 0 ? 'more' : 'rest';
};

/** Forgets what was kept for its time, a page at each look. */
export const forgetExpired = async (deps: DeliveryDeps, partnerId: string): Promise<void> => {
  const before = deps.clock() - keptTime;
  const { events } = await readAside(deps.table, 'kept', partnerId, { until: before, limit: pageSize });
  await eachOf(events, ({ hint }) => expireKept(deps.table, partnerId, hint, before));
};
