import * as z from 'zod/mini';
import { optionalEventTypes, type OptionalEventType } from '../../domain/event.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { revisionClause } from '../table/put-clause.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const subscriptionItem = z.object({ event_types: z.array(z.string()), revision: z.number() });

/** What a partner subscribes to. */
export interface EventSubscription {
  readonly types: ReadonlySet<OptionalEventType>;
  /** 0 before the partner has chosen. */
  readonly revision: number;
}

export const eventSubscriptionOf = (item: Item | undefined): EventSubscription => {
  if (item === undefined) return { types: new Set(), revision: 0 };
  const { event_types: stored, revision } = subscriptionItem.parse(item);
  // A release that is rolled back ignores the types that it does not have.
  return { types: new Set(optionalEventTypes.filter((type) => stored.includes(type))), revision };
};

export const readEventSubscription = async (table: Table, partnerId: string): Promise<EventSubscription> =>
  eventSubscriptionOf(await getItem(table, keys.eventSubscription(partnerId)));

/** @param read the revision that was read; 0 for none */
export const eventSubscriptionClause = (
  table: Table,
  partnerId: string,
  types: readonly OptionalEventType[],
  updatedAt: string,
  read: number,
): Clause =>
  revisionClause(table, 'the subscription is unchanged since it was read', read, {
    ...keys.eventSubscription(partnerId),
    event_types: types,
    updated_at: updatedAt,
  });
