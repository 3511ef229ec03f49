/** Ends after the time, or when the signal is aborted. */
export const later = (milliseconds: number, signal?: AbortSignal): Promise<unknown> =>
  new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });

/** Rejects with the reason of the signal as soon as it is aborted. */
export const unlessAborted = async (waiting: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> => {
  if (signal === undefined) {
    await waiting;
    return;
  }
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
};

/** Runs with a signal that is aborted with that of the caller, or after the time. Node.js 18 has no `AbortSignal.any`. */
export const within = async <Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  run: (limit: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = new AbortController();
  const abort = (): void => {
    limit.abort(signal?.reason);
  };
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`no whole answer came within ${milliseconds} ms`, 'TimeoutError'));
  }, milliseconds);
  signal?.addEventListener('abort', abort);
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};
