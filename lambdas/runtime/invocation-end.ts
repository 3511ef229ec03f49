import { AsyncLocalStorage } from 'node:async_hooks';

const ends = new AsyncLocalStorage<AbortSignal>();

/** Runs an invocation. All calls of AWS that begin in it end with it. @param ended aborted at its end */
export const withinInvocation = <T>(ended: AbortSignal, run: () => Promise<T>): Promise<T> => ends.run(ended, run);

/**
 * Runs what may outlast the invocation that begins it: a write that is right whenever it lands, and that the next invocation repeats or
 * waits for.
 */
export const beyondInvocation = <T>(run: () => T): T => ends.exit(run);

/** Aborted when the invocation that the caller runs in has ended; undefined outside of one. */
export const invocationEnd = (): AbortSignal | undefined => ends.getStore();
