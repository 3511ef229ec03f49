import { isKept, keptFrom, undeliveredLifetime } from '../../domain/webhook/outbox.ts';
import { changeOutbox, dueBy, type OutboxRecord } from '../../store/webhooks/outbox.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/**
 * Makes the keeper delete the content of events that end undelivered from now on, when it expires. It is called before they
 * end, so that a crash leaves no content, and writes once a day for a partner.
 */
export const keepUndelivered = async (deps: DeliveryDeps, known: OutboxRecord): Promise<void> => {
  const now = deps.clock();
  const isSet = (record: OutboxRecord): boolean => isKept(record, now) && record.dueAt !== null;
  if (isSet(known)) return;
  await changeOutbox(deps.table, deps.retryPolicy, known.partnerId, (record) =>
    isSet(record)
      ? null
      : { record: dueBy({ ...record, keptUntil: keptFrom(now) }, now + undeliveredLifetime), clauses: [] },
  );
};
