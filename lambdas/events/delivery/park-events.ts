import type { DueHint } from '../../kernel/due.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { workerTime } from '../../domain/webhook/outbox.ts';
import { parkDue } from '../../store/webhooks/event-waits.ts';
import { changeOutbox, dueBy, type OutboxRecord } from '../../store/webhooks/outbox.ts';
import { logParked } from './attempt-log.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/** Makes the keeper check for parked events until no worker that read this outbox can park another one. */
const watched = async (deps: DeliveryDeps, known: OutboxRecord): Promise<void> => {
  const now = deps.clock();
  const isWatched = (record: OutboxRecord): boolean => record.watchUntil >= now + workerTime && record.dueAt !== null;
  if (isWatched(known)) return;
  await changeOutbox(deps.table, deps.retryPolicy, known.partnerId, (record) =>
    isWatched(record)
      ? null
      : { record: dueBy({ ...record, watchUntil: now + 2 * workerTime }, firstCheck(record, now)), clauses: [] },
  );
};

/** The events of a paused endpoint wait for its probe. */
const firstCheck = ({ health }: OutboxRecord, now: Milliseconds): Milliseconds =>
  health.state === 'paused' ? health.probeAt : now;

/** Parks due events until their endpoint can take them, with one write each. The watch is set first, so that the keeper finds each. */
export const parkEvents = async (deps: DeliveryDeps, known: OutboxRecord, hints: readonly DueHint[]): Promise<void> => {
  await watched(deps, known);
  const now = deps.clock();
  await Promise.all(hints.map((hint) => parkDue(deps.table, known.partnerId, hint, now)));
  logParked(deps, known.partnerId, hints.length, now);
};
