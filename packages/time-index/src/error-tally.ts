import type { ErrorCode, IndexedEvent } from './event.ts';

/** The failures with one error code. `titleFrom` is the newest event with a title, which is the source of the title. */
export interface ErrorCount {
  readonly code: ErrorCode;
  readonly title: string | null;
  readonly titleFrom: string;
  readonly count: number;
}

/** Failures by code. The number 131026 and the string "131026" are two codes. */
export type ErrorTally = ReadonlyMap<string, ErrorCount>;

export const errorKey = (code: ErrorCode): string => JSON.stringify(code);

/** The most characters of a title in a rollup. */
const titleLength = 120;

const merged = (left: ErrorCount, right: ErrorCount): ErrorCount => {
  const newer = right.title !== null && (left.title === null || right.titleFrom > left.titleFrom) ? right : left;
  return { code: left.code, title: newer.title, titleFrom: newer.titleFrom, count: left.count + right.count };
};

export const addErrors = (left: ErrorTally, right: ErrorTally): ErrorTally => {
  if (right.size === 0) return left;
  const sum = new Map(left);
  for (const [key, count] of right) {
    const existing = sum.get(key);
    sum.set(key, existing === undefined ? count : merged(existing, count));
  }
  return sum;
};

/** The failures among the events, by code. A failure without code and title is counted in the tally only. */
export const errorsOf = (events: readonly IndexedEvent[]): ErrorTally => {
  const tally = new Map<string, ErrorCount>();
  for (const { id, status, error } of events) {
    if (status !== 'failed' || error === null || (error.code === null && error.title === null)) continue;
    const title = error.title === null ? null : Array.from(error.title).slice(0, titleLength).join('');
    const one = { code: error.code, title, titleFrom: id, count: 1 };
    const existing = tally.get(errorKey(error.code));
    tally.set(errorKey(error.code), existing === undefined ? one : merged(existing, one));
  }
  return tally;
};
