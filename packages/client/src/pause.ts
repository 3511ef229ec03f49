/** A timer with a longer time ends at once. https://developer.mozilla.org/en-US/docs/Web/API/Window/setTimeout#maximum_delay_value */
const longestTimer = 2 ** 31 - 1;

/** Ends after the time, or when the signal is aborted. */
export const later = (milliseconds: number, signal?: AbortSignal): Promise<unknown> =>
  new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, longestTimer));
    signal?.addEventListener('abort', end);
  });

/** Rejects with the reason of the signal as soon as it is aborted. */
export const unlessAborted = async <Result>(
  waiting: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> => {
  if (signal === undefined) return waiting;
  const ended = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    const end = (): void => {
      resolve();
    };
    signal.addEventListener('abort', end, { signal: ended.signal });
    if (signal.aborted) end();
  });
  try {
    await Promise.race([waiting, aborted]);
  } finally {
    ended.abort();
  }
  signal.throwIfAborted();
  return waiting;
};

/** Runs with a signal that is aborted with that of the caller, or after the time, if it has an end. Node.js 18 has no `AbortSignal.any`. */
export const within = async <Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  run: (limit: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = new AbortController();
  const abort = (): void => {
    limit.abort(signal?.reason);
  };
  const end = (): void => {
    limit.abort(new DOMException(`no whole answer came within ${milliseconds} ms`, 'TimeoutError'));
  };
  const timer = milliseconds > longestTimer ? undefined : setTimeout(end, milliseconds);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};
