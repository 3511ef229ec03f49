import { newCustomer, type Customer } from '../../lambdas/domain/customer.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { eventIdOf } from '../../lambdas/domain/event-id.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { CustomerRecord } from '../../lambdas/store/customers/customers.ts';
import { journal, unwritten } from '../../lambdas/store/customers/journal.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { eventIn, type OutboxEvent } from '../../lambdas/store/webhooks/outbox-events.ts';
import type { TestClock } from './test-clock.ts';

/** A customer whose changes cause events. */
export interface EventCustomer {
  readonly partnerId: string;
  readonly id: string;
  /** Commits a change of the call `request-<event's id>`. @returns the event's id */
  readonly change: (name?: string) => Promise<string>;
  /** The current states of the events committed so far. */
  readonly events: () => Promise<readonly OutboxEvent[]>;
}

const described = (name: string) => ({
  customer_name: name,
  customer_email: null,
  customer_phone: null,
  metadata: {},
});

/** Creates customers of a partner, in any table. */
export const customersOf =
  (world: { readonly table: Table; readonly clock: TestClock }, partnerId: string) =>
  async (): Promise<EventCustomer> => {
    const { table, clock } = world;
    const first: Customer = newCustomer(newId(clock.now()), newId(clock.now()), described('First'), clock.now());
    let record: CustomerRecord = unwritten(first);
    const numbers: number[] = [];
    const occur = async (customer: Customer, announced: string | null): Promise<void> => {
      const { record: next, clauses } = journal(table, partnerId, record, customer, {
        entryId: newId(clock.now()),
        event: announced === null ? 'customer_created' : 'customer_updated',
        change: { previous: { customer_name: null }, next: { customer_name: customer.customer_name } },
        cause: { origin: 'system', actor: { type: 'service', id: 'test' }, requestId: `request-${announced}` },
        at: isoOf(clock.now()),
        reason: null,
        announce:
          announced === null
            ? null
            : {
                id: announced,
                content: {
                  type: 'service.partner.customer.updated',
                  data: { customer, previous: {}, changed_fields: ['customer_name'], reason: null },
                },
              },
        idempotencyKey: null,
      });
      await commit(table, clauses);
      record = next;
    };
    await occur(first, null);
    return {
      partnerId,
      id: first.customer_id,
      change: async (name = 'Changed') => {
        const id = eventIdOf(newId(clock.now()), first.customer_id);
        await occur({ ...record.customer, customer_name: name }, id);
        numbers.push(record.historyCount);
        return id;
      },
      events: async () => {
        const found = await Promise.all(
          numbers.map(async (number) =>
            eventIn(await getItem(table, keys.historyEntry(partnerId, first.customer_id, number))),
          ),
        );
        return found.filter((event) => event !== null);
      },
    };
  };
