/** Something that is repeated while the page is visible. */
export interface Repeating {
  /** Does it now. If it is being done already, does it once more afterwards. */
  readonly now: () => void;
}

export const repeat = (task: () => Promise<void>, pauseMilliseconds: number): Repeating => {
  let timer: number | undefined;
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    if (isRunning) {
      isWanted = true;
      return;
    }
    isRunning = true;
    try {
      await task();
    } finally {
      isRunning = false;
    }
    if (isWanted) {
      isWanted = false;
      await run();
    } else if (!document.hidden) {
      timer = setTimeout(() => void run(), pauseMilliseconds);
    }
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void run();
  });
  void run();
  return { now: () => void run() };
};
