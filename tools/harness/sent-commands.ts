import { AsyncLocalStorage } from 'node:async_hooks';
import type { Table } from '../../lambdas/store/table/table.ts';

/** A command that was sent to the table, such as `GetItemCommand`, with its input as JSON. */
export interface SentCommand {
  readonly name: string;
  readonly input: string;
}

export interface CommandRecorder {
  /** Records the commands that `run` sends. Concurrent runs are recorded separately. */
  readonly during: <T>(run: () => Promise<T>) => Promise<{ readonly result: T; readonly sent: readonly SentCommand[] }>;
  readonly stop: () => void;
}

const middleware = 'sent-commands';

/** Records the commands of the table's client until it is stopped. */
export const recordCommands = (table: Table): CommandRecorder => {
  const current = new AsyncLocalStorage<SentCommand[]>();
  table.client.middlewareStack.add(
    (next, context) => (request) => {
      current.getStore()?.push({ name: context.commandName ?? '', input: JSON.stringify(request.input) });
      return next(request);
    },
    { step: 'initialize', name: middleware, override: true },
  );
  return {
    during: async (run) => {
      const sent: SentCommand[] = [];
      return { result: await current.run(sent, run), sent };
    },
    stop: () => {
      table.client.middlewareStack.remove(middleware);
    },
  };
};
