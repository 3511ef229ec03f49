/** Lets work on the same keys run one after another. */
export const createKeyLocks = (): (<T>(keys: readonly string[], run: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>();
  return async (keys, run) => {
    // All places are taken at once, so that two calls never wait for each other.
    const before = keys.map((key) => last.get(key) ?? Promise.resolve());
    const own = Promise.all(before).then(run);
    const settled = own.catch(() => undefined);
    for (const key of keys) last.set(key, settled);
    try {
      return await own;
    } finally {
      for (const key of keys) if (last.get(key) === settled) last.delete(key);
    }
  };
};
