import { EndpointReplaced } from '../../kernel/errors.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { healthy } from '../../domain/webhook/endpoint-health.ts';
import { fast } from '../../domain/webhook/pace.ts';
import type { RetryPolicy } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { changeOutbox, dueBy, type OutboxChange, type OutboxRecord } from './outbox.ts';
import { unchangedEndpointClause } from './unchanged-endpoint.ts';
import type { WebhookEndpoint } from './webhook-endpoints.ts';

/** The outbox of a new endpoint, which was validated: it is healthy and fast, and waiting events are due. */
export const outboxFor = (
  { revision: endpointRevision }: WebhookEndpoint,
  outbox: OutboxRecord,
  now: Milliseconds,
): OutboxRecord => dueBy({ ...outbox, endpointRevision, health: healthy, pace: fast, lastError: null }, now);

/** A change by what was found about an endpoint. An outbox that names no endpoint, or an older one, names it from then on. */
const changeFor = (
  table: Table,
  endpoint: WebhookEndpoint,
  record: OutboxRecord,
  change: (record: OutboxRecord) => OutboxChange | null,
): OutboxChange | null => {
  if (record.endpointRevision > endpoint.revision) return null;
  const next = change(record);
  if (next === null || record.endpointRevision === endpoint.revision) return next;
  return {
    record: { ...next.record, endpointRevision: endpoint.revision },
    clauses: [
      ...next.clauses,
      unchangedEndpointClause(table, record.partnerId, endpoint, () => new EndpointReplaced()),
    ],
  };
};

/**
 * Changes the outbox by what was found about an endpoint, unless the partner has set another one since.
 * @param change returns null when nothing is to be changed
 * @returns whether the endpoint is still the partner's
 */
export const changeOutboxOf = async (
  table: Table,
  retryPolicy: RetryPolicy,
  partnerId: string,
  endpoint: WebhookEndpoint,
  change: (record: OutboxRecord) => OutboxChange | null,
): Promise<boolean> => {
  try {
    const outbox = await changeOutbox(table, retryPolicy, partnerId, (record) =>
      changeFor(table, endpoint, record, change),
    );
    return outbox.endpointRevision <= endpoint.revision;
  } catch (error) {
    if (!(error instanceof EndpointReplaced)) throw error;
    return false;
  }
};

/** Records that an endpoint was checked and is well, so that what waited for it is due. A disabled one needs an update. */
export const recoverOutbox = (
  table: Table,
  retryPolicy: RetryPolicy,
  partnerId: string,
  endpoint: WebhookEndpoint,
  now: Milliseconds,
): Promise<boolean> =>
  changeOutboxOf(table, retryPolicy, partnerId, endpoint, (record) => {
    const { health } = record;
    if (health.state !== 'failing' && health.state !== 'paused') return null;
    return { record: dueBy({ ...record, health: healthy }, health.state === 'paused' ? now : null), clauses: [] };
  });
