import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { interposed } from '../interposed-table.ts';

/** A table whose eventually consistent reads of several items show what was there before the last writes. */
export const laggingTable = (table: Table, earlier: readonly Item[]): Table =>
  interposed(table, (command, send) => {
    const isStrong =
      !(command instanceof BatchGetCommand) || command.input.RequestItems?.[table.name]?.ConsistentRead !== false;
    return isStrong ? send() : Promise.resolve({ Responses: { [table.name]: [...earlier] } });
  });
