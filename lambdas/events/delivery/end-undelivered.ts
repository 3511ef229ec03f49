import { EndpointReplaced } from '../../kernel/errors.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { endEvent, endTogether, mostEndedAtOnce, type Ending, type Taken } from '../../store/webhooks/event-end.ts';
import { postponeEvent } from '../../store/webhooks/event-waits.ts';
import type { OutboxRecord } from '../../store/webhooks/outbox.ts';
import { refusalClause, type Refusal } from '../../store/webhooks/refusal.ts';
import type { Clause } from '../../store/table/commit.ts';
import { unlessLost } from '../../store/table/work.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { keepUndelivered } from './keep-undelivered.ts';
import { takeNext } from './take-event.ts';

const undelivered: Ending = { kind: 'undelivered' };

/** Customers whose next event is looked for at once. */
const concurrency = 10;

const endEach = async (deps: DeliveryDeps, taken: readonly Taken[], condition: Clause): Promise<readonly Taken[]> => {
  const ended: Taken[] = [];
  for (const one of taken) {
    const ending = endEvent(one.holder, one.event, undelivered, deps.clock(), condition);
    if ((await unlessLost(ending.then(() => true))) === true) ended.push(one);
  }
  return ended;
};

/** Ends claimed events in one commit, because each commit checks the one item of the endpoint. @returns those that ended */
const endSome = async (deps: DeliveryDeps, taken: readonly Taken[], condition: Clause): Promise<readonly Taken[]> =>
  (await endTogether(deps.table, taken, undelivered, deps.clock(), condition))
    ? taken
    : endEach(deps, taken, condition);

/** The next events of the customers of which some have ended. */
const nextOf = async (deps: DeliveryDeps, ended: readonly Taken[], until: Milliseconds): Promise<readonly Taken[]> => {
  const customers = Array.from(Map.groupBy(ended, ({ event }) => event.customerId).values());
  const next = await mapLimited(customers, concurrency, async (own) => {
    const last = own.reduce((left, right) => (left.event.number > right.event.number ? left : right));
    return takeNext(deps, last.event, deps.clock() < until);
  });
  return next.filter((taken) => taken !== null);
};

/** Makes claimed events due for the workers, which read the new endpoint. */
const giveBack = async (deps: DeliveryDeps, taken: readonly Taken[]): Promise<void> => {
  await mapLimited(taken, concurrency, ({ holder, event }) => unlessLost(postponeEvent(holder, event, deps.clock())));
};

/**
 * Ends claimed events that no endpoint can take, and the customers' next events, as undelivered. They can be resent. Each ends
 * only while the refusal stands. When it does not, the rest goes to the new endpoint.
 * @param until when to stop; the rest is processed by their own hints
 * @returns whether the refusal stands
 */
export const endUndelivered = async (
  deps: DeliveryDeps,
  known: OutboxRecord,
  refusal: Refusal,
  taken: readonly Taken[],
  until: Milliseconds,
): Promise<boolean> => {
  if (taken.length === 0) return true;
  await keepUndelivered(deps, known);
  const condition = refusalClause(deps.table, known.partnerId, refusal);
  const waiting = [...taken];
  while (waiting.length > 0) {
    const some = waiting.splice(0, mostEndedAtOnce);
    try {
      waiting.push(...(await nextOf(deps, await endSome(deps, some, condition), until)));
    } catch (error) {
      if (!(error instanceof EndpointReplaced)) throw error;
      await giveBack(deps, [...some, ...waiting]);
      return false;
    }
  }
  return true;
};
