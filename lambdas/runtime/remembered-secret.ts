import type { Clock, Milliseconds } from '../kernel/time.ts';

/** How long an environment remembers a secret. A rotation takes effect within this time, without a deployment. */
const lifetime: Milliseconds = 60_000;

/** Reads a secret at most once a minute. Concurrent calls share one read, and a failed read is not remembered. */
export const rememberedSecret = <T>(clock: Clock, read: () => Promise<T>): (() => Promise<T>) => {
  let known: { readonly at: Milliseconds; readonly secret: Promise<T> } | undefined;
  return () => {
    const at = clock();
    if (known !== undefined && at - known.at < lifetime) return known.secret;
    const entry = { at, secret: read() };
    known = entry;
    entry.secret.catch(() => {
      if (known === entry) known = undefined;
    });
    return entry.secret;
  };
};
