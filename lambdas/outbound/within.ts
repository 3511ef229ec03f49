import type { Deadline } from '../kernel/deadline.ts';
import type { Clock } from '../kernel/time.ts';
import type { OutboundSender } from './client.ts';

/** The client of one invocation: no exchange outlasts the deadline or the answer. */
export const outboundWithin = (client: OutboundSender, { calls, answer }: Deadline, clock: Clock): OutboundSender => ({
  send: (request) => {
    const left = calls - clock();
    return left <= 0 || answer.aborted
      ? Promise.resolve({ kind: 'failed', error: 'timeout', milliseconds: 0 })
      : client.send({ ...request, limit: Math.min(left, request.limit ?? Infinity), ended: answer });
  },
});
