import type { DeliveryHealth, Event, HistoryEntry } from '../../../../packages/client/src/schemas.ts';

type Point = DeliveryHealth['series'][number];

/** Something that happened to a customer. */
export type Happening =
  | { readonly is: 'change'; readonly at: string; readonly id: string; readonly entry: HistoryEntry }
  | { readonly is: 'event'; readonly at: string; readonly id: string; readonly event: Event }
  /** Messages that failed within an hour, or within a day of a longer time. */
  | { readonly is: 'failures'; readonly at: string; readonly id: string; readonly counts: Point['counts'] };

/** The newest part of a list. */
interface Newest<Item> {
  readonly items: readonly Item[];
  /** Whether older ones are not read. */
  readonly hasMore: boolean;
}

export interface Sources {
  readonly history: Newest<HistoryEntry>;
  readonly events: Newest<Event>;
  readonly series: readonly Point[];
}

/** The time before which a list is not read; empty: all of it is. */
const readSince = ({ items, hasMore }: Newest<{ readonly created_at: string }>): string =>
  hasMore ? (items.at(-1)?.created_at ?? '') : '';

/** What happened, the newest first, as far back as every list was read: an older change would hide the events of its time. */
export const timelineOf = ({ history, events, series }: Sources): readonly Happening[] => {
  const since = [readSince(history), readSince(events)].toSorted().at(-1) ?? '';
  const isRead = ({ at }: { readonly at: string }): boolean => at >= since;
  const changes = history.items.map((entry) => ({ is: 'change', at: entry.created_at, id: entry.id, entry }) as const);
  const sent = events.items.map((event) => ({ is: 'event', at: event.created_at, id: event.id, event }) as const);
  const failures = series
    // An hour is shown that ends after the other lists begin.
    .filter(({ counts }, place) => counts.failed > 0 && isRead(series[place + 1] ?? { at: since }))
    .map(({ at, counts }) => ({ is: 'failures', at, id: at, counts }) as const);
  return [...changes.filter(isRead), ...sent.filter(isRead), ...failures].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  );
};
