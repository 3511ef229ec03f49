/** Calls a hook of the program. Its failure is not the call's, whose outcome is known by then; nor is that of its promise. */
export const tell = <Told>(hook: ((told: Told) => unknown) | undefined, told: Told): void => {
  try {
    Promise.resolve(hook?.(told)).catch(() => undefined);
  } catch {
    // The hook is for logs. It must not turn a command that was carried out into a failure.
  }
};
