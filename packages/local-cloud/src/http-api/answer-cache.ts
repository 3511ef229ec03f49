/** Values that are kept for some time. */
interface AnswerCache<T> {
  /** @param now milliseconds since the epoch */
  readonly get: (key: string, now: number) => T | undefined;
  readonly set: (key: string, value: T, now: number) => void;
}

/** Enough for a test. The oldest answer makes room. */
const mostAnswers = 10_000;

/** @param lifetime in milliseconds; 0: nothing is kept */
export const createAnswerCache = <T>(lifetime: number): AnswerCache<T> => {
  const kept = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    get: (key, now) => {
      const found = kept.get(key);
      if (found === undefined || found.until > now) return found?.value;
      kept.delete(key);
      return undefined;
    },
    set: (key, value, now) => {
      if (lifetime === 0) return;
      const [oldest] = kept.keys();
      if (kept.size >= mostAnswers && oldest !== undefined) kept.delete(oldest);
      kept.set(key, { value, until: now + lifetime });
    },
  };
};
