import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import { holdDue } from '../store/webhooks/event-waits.ts';
import { changeOutbox, dueBy, type OutboxRecord } from '../store/webhooks/outbox.ts';
import { logHeld } from './attempt-log.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/** Longer than a worker lives: none can put an event aside after the watch it asked for. */
const watch: Milliseconds = 90_000;

/** Makes the keeper look for events aside until no worker that saw this outbox can put another one there. */
const watched = async (deps: DeliveryDeps, known: OutboxRecord): Promise<void> => {
  const now = deps.clock();
  const isWatched = (record: OutboxRecord): boolean => record.watchUntil >= now + watch && record.dueAt !== null;
  if (isWatched(known)) return;
  await changeOutbox(deps.table, deps.retryPolicy, known.partnerId, (record) =>
    isWatched(record)
      ? null
      : { record: dueBy({ ...record, watchUntil: now + 2 * watch }, firstLook(record, now)), clauses: [] },
  );
};

/** A paused endpoint has its probe to wait for. */
const firstLook = ({ health }: OutboxRecord, now: Milliseconds): Milliseconds =>
  health.state === 'paused' ? health.probeAt : now;

/** Puts due events aside until their endpoint can take them: one write each. The watch comes first, so none is forgotten. */
export const holdEvents = async (deps: DeliveryDeps, known: OutboxRecord, hints: readonly DueHint[]): Promise<void> => {
  await watched(deps, known);
  const now = deps.clock();
  await Promise.all(hints.map((hint) => holdDue(deps.table, known.partnerId, hint, now)));
  logHeld(deps, known.partnerId, hints.length, now);
};
