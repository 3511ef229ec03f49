import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../lambdas/store/table/table.ts';
import { interposed } from '../interposed-table.ts';

export interface Recorded {
  readonly table: Table;
  /** The sort keys of the items written so far, in order. */
  readonly written: readonly string[];
  /** The names of the commands that read, in the order in which they were sent. */
  readonly reads: readonly string[];
}

const sortKey = (of: unknown): string => {
  if (typeof of !== 'object' || of === null || !('sk' in of)) return '?';
  return String(of.sk);
};

const writesOf = (command: unknown): readonly string[] | null => {
  if (command instanceof PutCommand) return [sortKey(command.input.Item)];
  if (command instanceof UpdateCommand) return [sortKey(command.input.Key)];
  if (!(command instanceof TransactWriteCommand)) return null;
  return (command.input.TransactItems ?? []).map(({ Put, Update, Delete }) =>
    sortKey(Put?.Item ?? Update?.Key ?? Delete?.Key),
  );
};

/** The table, recording what is written through it. */
export const recording = (table: Table): Recorded => {
  const written: string[] = [];
  const reads: string[] = [];
  const recorded = interposed(table, (command, send) => {
    const writes = writesOf(command);
    if (writes === null) reads.push(command.constructor.name);
    else written.push(...writes);
    return send();
  });
  return { table: recorded, written, reads };
};

/** The sort keys of templates among them. */
export const ofTemplates = ({ written }: Recorded): readonly string[] => written.filter((sk) => sk.startsWith('T#'));
