import type { Departure } from '../session/provider.ts';

/** Remembers a departure to the pages of sign-in, in the storage of this tab. */

const place = 'portal.departure';

const textOf = (found: object, name: string): string | null => {
  const value: unknown = Reflect.get(found, name);
  return typeof value === 'string' ? value : null;
};

export const rememberDeparture = (departure: Departure): void => {
  sessionStorage.setItem(place, JSON.stringify(departure));
};

const departureIn = (text: string): Departure | null => {
  const found: unknown = JSON.parse(text);
  if (typeof found !== 'object' || found === null) return null;
  const state = textOf(found, 'state');
  const verifier = textOf(found, 'verifier');
  const path = textOf(found, 'path');
  return state === null || verifier === null || path === null ? null : { state, verifier, path };
};

/** What was remembered; it is forgotten by this. Null when there is nothing. */
export const takeDeparture = (): Departure | null => {
  const text = sessionStorage.getItem(place);
  sessionStorage.removeItem(place);
  return text === null ? null : departureIn(text);
};
