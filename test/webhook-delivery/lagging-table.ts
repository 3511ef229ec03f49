import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../lambdas/store/table/table.ts';

/** A table whose eventually consistent reads of several items show what was there before the last writes. */
export const laggingTable = (table: Table, earlier: readonly Item[]): Table => ({
  name: table.name,
  retryPolicy: table.retryPolicy,
  client: new Proxy(table.client, {
    get: (client, property) => {
      if (property !== 'send') return Reflect.get(client, property) as unknown;
      return (command: Parameters<typeof client.send>[0]) => {
        const isStrong =
          !(command instanceof BatchGetCommand) || command.input.RequestItems?.[table.name]?.ConsistentRead !== false;
        return isStrong ? client.send(command) : Promise.resolve({ Responses: { [table.name]: [...earlier] } });
      };
    },
  }),
});
