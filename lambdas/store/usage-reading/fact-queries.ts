import { placesUntil, type Sizes } from '../../domain/size.ts';
import { endOfUtcDay, startOfUtcDay, type UtcDay } from '../../domain/usage/utc-day.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { keys } from '../table/keys.ts';
import type { Query } from '../table/query.ts';
import type { Item } from '../table/table.ts';
import { callCountPrefix, countedCallsOf } from '../usage/call-counts.ts';
import { customersPrefix } from '../usage/customer-changes.ts';
import { lineTransitionOf, transitionPrefix } from '../usage/line-transitions.ts';
import type { LineTally } from '../../domain/usage/line-tally.ts';

/** Whose usage of which day is read. */
export interface PartnerDay {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly day: UtcDay;
}

/** The facts of a day in a range of sort keys. */
export const factsBetween = (
  { partnerId, day }: PartnerDay,
  place: number | null,
  { first, last }: { readonly first: string; readonly last: string },
): Query => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
  ExpressionAttributeValues: { ':pk': keys.usageFact(partnerId, day, place, '').pk, ':first': first, ':last': last },
});

/** Keys have at most one tilde, after their prefix. */
const startingWith = (prefix: string): { readonly first: string; readonly last: string } => ({
  first: prefix,
  last: `${prefix}~~`,
});

export const customerFacts = (of: PartnerDay): Query => ({
  ...factsBetween(of, null, startingWith(customersPrefix)),
  ConsistentRead: true,
});

/** The chunks of a kind, with and without an hour. */
export const chunksWith = (of: PartnerDay, prefix: string): Query => factsBetween(of, null, startingWith(prefix));

/** The transitions of instances and the counts of calls, in each place. */
export const lineAndCallFacts = (of: PartnerDay): readonly Query[] =>
  placesUntil(of.sizes, endOfUtcDay(of.day)).map((place) => ({
    ...factsBetween(of, place, { first: transitionPrefix, last: startingWith(callCountPrefix).last }),
    ConsistentRead: true,
  }));

/** The time of a day, both ends included. */
export const timeOfDay = (day: UtcDay): { readonly from: Milliseconds; readonly to: Milliseconds } => ({
  from: startOfUtcDay(day),
  to: endOfUtcDay(day) - 1,
});

/** Adds transitions to the tally. @returns the number of calls @param items in the order of their keys */
export const tallied = (lines: LineTally, items: readonly Item[]): number => {
  let calls = 0;
  for (const item of items) {
    if (String(item['sk']).startsWith(transitionPrefix)) lines.add(lineTransitionOf(item));
    else calls += countedCallsOf(item);
  }
  return calls;
};
