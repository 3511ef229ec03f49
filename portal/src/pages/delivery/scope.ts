import { hour, sinceHours } from '../hours.ts';

/** Whose messages are looked at, and of which time. */
export interface Scope {
  /** Null: all lines of the partner. */
  readonly instanceId: string | null;
  /** Null: all customers of the partner. */
  readonly customerId: string | null;
  readonly window: Window;
  /** From when one bar of the window's chart counts, whose events alone are listed. Left out: all of the window. */
  readonly at?: string;
}

/** Hours up to now. */
export const windows = ['6', '24', '72', '168', '720'] as const;
export type Window = (typeof windows)[number];

const usualWindow: Window = '24';

export const windowOf = (text: string): Window => windows.find((one) => one === text) ?? usualWindow;

/** Whether a text of the address is a time as `Scope.at` has it. */
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

type EventsFilter = Readonly<Partial<Record<'status' | 'error_code' | 'at', string>>>;

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

/** From when to when the events of the scope are: of a bar, or of the window. */
export const timesOf = ({ window, at }: Scope): { readonly date_from: string; readonly date_to?: string } => {
  const hours = Number(window);
  if (at === undefined) return { date_from: sinceHours(hours) };
  const length = hours > hourlyUpTo ? 24 * hour : hour;
  // The service cuts hours and days in UTC.
  const bar = Math.floor(Date.parse(at) / length);
  return { date_from: at, date_to: new Date((bar + 1) * length - 1).toISOString() };
};

interface Selectors {
  readonly instance_id?: string;
  readonly customer_id?: string;
}

/** The scope as the routes take it: they take one selector. */
export const selectorsOf = ({ instanceId, customerId }: Scope): Selectors => {
  if (instanceId !== null) return { instance_id: instanceId };
  return customerId === null ? {} : { customer_id: customerId };
};
