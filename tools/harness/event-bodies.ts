import { z } from 'zod';
import { eventBody, type OptionalEventType } from '../../lambdas/domain/event.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { listCustomerEvents } from '../../lambdas/store/webhooks/event-list.ts';
import { eventSubscriptionClause, readEventSubscription } from '../../lambdas/store/partners/event-subscription.ts';

const body = z.object({
  type: z.string(),
  sequence: z.number(),
  subject: z.record(z.string(), z.string().nullable()),
  data: z.looseObject({
    instance: z.record(z.string(), z.unknown()).optional(),
    session: z.record(z.string(), z.unknown()).optional(),
    template: z.record(z.string(), z.unknown()).optional(),
    previous: z.record(z.string(), z.unknown()).optional(),
    changed_fields: z.array(z.string()).optional(),
    reason: z.string().nullable().optional(),
  }),
});
export type EventBody = z.infer<typeof body>;

/** Sets the optional types of events of a partner. */
export const subscribe = async (
  table: Table,
  partnerId: string,
  ...types: readonly OptionalEventType[]
): Promise<void> => {
  const { revision } = await readEventSubscription(table, partnerId);
  await commit(table, [eventSubscriptionClause(table, partnerId, types, '2026-01-01T00:00:00.000Z', revision)]);
};

/** The bodies of a customer's events, the oldest first. */
export const eventsOf = async (table: Table, partnerId: string, customerId: string): Promise<readonly EventBody[]> => {
  const listed = await listCustomerEvents(table, partnerId, customerId, 200);
  return listed.toReversed().map(({ event: { content } }) => {
    if (content === null) throw new Error('the event has no content');
    return body.parse(JSON.parse(eventBody(content, 'local')));
  });
};
