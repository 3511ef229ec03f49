import type { Table } from '../lambdas/store/table/table.ts';

export type Command = Parameters<Table['client']['send']>[0];

/** Sends the command. */
export type Send = () => Promise<unknown>;

/**
 * The same table, with something between the service and it.
 * @param onCommand answers each command, which it may send once, again or not at all
 */
export const interposed = (table: Table, onCommand: (command: Command, send: Send) => Promise<unknown>): Table => ({
  ...table,
  client: new Proxy(table.client, {
    get: (client, property) => {
      if (property !== 'send') return Reflect.get(client, property) as unknown;
      return (command: Command) => onCommand(command, () => client.send(command));
    },
  }),
});
