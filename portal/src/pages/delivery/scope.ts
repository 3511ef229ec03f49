/** Whose messages are looked at, and of which time. */
export interface Scope {
  /** Null: all lines of the partner. */
  readonly instanceId: string | null;
  readonly window: Window;
}

/** Hours up to now. */
export const windows = ['6', '24', '72', '168', '720'] as const;
export type Window = (typeof windows)[number];

const usualWindow: Window = '24';

export const windowOf = (text: string): Window => windows.find((one) => one === text) ?? usualWindow;

/** The address of a tab with the same scope, and of the failures with one error. */
export const deliveryPath = (tab: string, { instanceId, window }: Scope, errorCode?: string): string => {
  const search = new URLSearchParams({
    ...(window === usualWindow ? {} : { window }),
    ...(errorCode === undefined ? {} : { error_code: errorCode }),
  }).toString();
  return `/delivery/${tab}${instanceId === null ? '' : `/${instanceId}`}${search === '' ? '' : `?${search}`}`;
};

/** Until this length, counts are by the hour; of a longer time by the day. */
export const hourlyUpTo = 72;

export const lineOf = ({ instanceId }: Scope): { readonly instance_id?: string } =>
  instanceId === null ? {} : { instance_id: instanceId };
