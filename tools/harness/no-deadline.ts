import type { Deadline } from '../../lambdas/domain/deadline.ts';

/** For tests in which no time runs out. */
export const noDeadline: Deadline = { calls: Infinity, answer: new AbortController().signal, end: Infinity };
