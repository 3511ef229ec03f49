import type { Deadline } from '../../lambdas/kernel/deadline.ts';

/** A deadline that is never reached. */
export const noDeadline: Deadline = { calls: Infinity, answer: new AbortController().signal, end: Infinity };
