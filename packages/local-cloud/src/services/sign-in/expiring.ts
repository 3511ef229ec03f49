import { randomBytes } from 'node:crypto';

/** Values under random names, each until its time. */
interface Expiring<T> {
  /** @param endsAt milliseconds since the epoch @returns the name */
  add(value: T, endsAt: number): string;
  get(name: string): T | undefined;
  /** Like `get`, and removes it. */
  take(name: string): T | undefined;
  /** Ends it earlier; never later. */
  shorten(name: string, endsAt: number): void;
  remove(matches: (value: T) => boolean): void;
}

/** @param now milliseconds since the epoch */
export const createExpiring = <T>(now: () => number): Expiring<T> => {
  const entries = new Map<string, { readonly value: T; readonly endsAt: number }>();
  const get = (name: string): T | undefined => {
    const entry = entries.get(name);
    return entry === undefined || entry.endsAt <= now() ? undefined : entry.value;
  };
  const removeEnded = (): void => {
    for (const [name, { endsAt }] of entries) if (endsAt <= now()) entries.delete(name);
  };
  return {
    get,
    add: (value, endsAt) => {
      removeEnded();
      const name = randomBytes(32).toString('base64url');
      entries.set(name, { value, endsAt });
      return name;
    },
    take: (name) => {
      const value = get(name);
      entries.delete(name);
      return value;
    },
    shorten: (name, endsAt) => {
      const entry = entries.get(name);
      if (entry !== undefined) entries.set(name, { ...entry, endsAt: Math.min(entry.endsAt, endsAt) });
    },
    remove: (matches) => {
      for (const [name, { value }] of entries) if (matches(value)) entries.delete(name);
    },
  };
};
