/** Whose messages are looked at, and of which time. */
export interface Scope {
  /** Null: all lines of the partner. */
  readonly instanceId: string | null;
  /** Null: all customers of the partner. */
  readonly customerId: string | null;
  readonly window: Window;
}

/** Hours up to now. */
export const windows = ['6', '24', '72', '168', '720'] as const;
export type Window = (typeof windows)[number];

const usualWindow: Window = '24';

export const windowOf = (text: string): Window => windows.find((one) => one === text) ?? usualWindow;

type EventsFilter = Readonly<Partial<Record<'status' | 'error_code', string>>>;

/** The address of a tab with the same scope, and of the events that pass a filter. */
export const deliveryPath = (tab: string, scope: Scope, filter: EventsFilter = {}): string => {
  const { instanceId, customerId, window } = scope;
  const search = new URLSearchParams({
    ...(customerId === null ? {} : { customer: customerId }),
    ...(window === usualWindow ? {} : { window }),
    ...filter,
  }).toString();
  return `/delivery/${tab}${instanceId === null ? '' : `/${instanceId}`}${search === '' ? '' : `?${search}`}`;
};

/** Until this length, counts are by the hour; of a longer time by the day. */
export const hourlyUpTo = 72;

interface Selectors {
  readonly instance_id?: string;
  readonly customer_id?: string;
}

/** The scope as the routes take it: they take one selector. */
export const selectorsOf = ({ instanceId, customerId }: Scope): Selectors => {
  if (instanceId !== null) return { instance_id: instanceId };
  return customerId === null ? {} : { customer_id: customerId };
};
