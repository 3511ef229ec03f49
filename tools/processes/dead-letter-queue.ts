import type { DeadLetterQueue } from '../../lambdas/runtime/dead-letters.ts';
import { queueOf } from './queue-addresses.ts';
import type { Outside } from './outside.ts';
import type { Queues } from './queues.ts';

/** The dead-letter queue in memory, each call by way of the outside; what a process has received is hidden from it alone. */
export const outsideDeadLetters = (queues: Queues, outside: Outside): DeadLetterQueue => {
  const hidden = new Set<string>();
  const bodies = (): readonly string[] => queues.get(queueOf('failed')) ?? [];
  const perform = <T>(name: string, act: () => T): Promise<T> =>
    outside.call({
      name: `SQS ${name}`,
      act: () => Promise.resolve(act()),
      lost: () => Promise.reject(new Error('the connection broke')),
    });
  return {
    receive: () =>
      perform('ReceiveMessage', () => {
        const found = bodies().filter((body) => !hidden.has(body));
        for (const body of found) hidden.add(body);
        return found.map((body) => ({ id: body, handle: body, body, sentAt: 0 }));
      }),
    giveBack: (letters) =>
      perform('ChangeMessageVisibilityBatch', () => {
        for (const { handle } of letters) hidden.delete(handle);
      }),
    send: (to, { body }) =>
      perform('SendMessage', () => {
        queues.set(queueOf(to), [...(queues.get(queueOf(to)) ?? []), body]);
      }),
    remove: ({ handle }) =>
      perform('DeleteMessage', () => {
        queues.set(
          queueOf('failed'),
          bodies().filter((body) => body !== handle),
        );
      }),
  };
};
