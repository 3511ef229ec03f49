import type { DeadLetter, DeadLetterQueue, DeadLetterOrigin } from '../../lambdas/runtime/dead-letters.ts';

/** A dead-letter queue in memory. */
export interface MemoryDeadLetters {
  readonly queue: DeadLetterQueue;
  /** @returns the id of the message */
  readonly put: (body: string, sentAt?: number) => string;
  readonly waiting: () => readonly string[];
  readonly sent: readonly { readonly to: DeadLetterOrigin; readonly body: string; readonly group: string }[];
}

export const memoryDeadLetters = (): MemoryDeadLetters => {
  const letters = new Map<string, DeadLetter>();
  const hidden = new Set<string>();
  const sent: { to: DeadLetterOrigin; body: string; group: string }[] = [];
  return {
    sent,
    put: (body, sentAt = 0) => {
      const id = `letter-${letters.size + 1}`;
      letters.set(id, { id, body, sentAt, handle: id });
      return id;
    },
    waiting: () => Array.from(letters.values(), ({ body }) => body),
    queue: {
      receive: () => {
        const found = Array.from(letters.values())
          .filter(({ id }) => !hidden.has(id))
          .slice(0, 10);
        for (const { id } of found) hidden.add(id);
        return Promise.resolve(found);
      },
      giveBack: (given) => {
        for (const { handle } of given) hidden.delete(handle);
        return Promise.resolve();
      },
      send: (to, { body }, group) => {
        sent.push({ to, body, group });
        return Promise.resolve();
      },
      remove: ({ handle }) => {
        letters.delete(handle);
        hidden.delete(handle);
        return Promise.resolve();
      },
    },
  };
};
