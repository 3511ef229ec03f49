interface KeySchema {
  readonly hashKey: string;
  readonly rangeKey: string | undefined;
}

export interface IndexSchema extends KeySchema {
  readonly name: string;
  /** The attributes of an entry in addition to the keys; `all`: every attribute. */
  readonly projection: 'all' | readonly string[];
  /** False: a local index, whose entries change with their items. */
  readonly global: boolean;
}

export interface TableSchema extends KeySchema {
  readonly name: string;
  readonly indexes: readonly IndexSchema[];
}

export type TableSchemas = (tableName: string) => TableSchema | undefined;

/** A request may name a table by its ARN. */
export const tableNameOf = (nameOrArn: string): string => /:table\/([^/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;

const suffix = '.replica';

/** The name of the table that gets the writes of another one later. */
export const replicaOf = (table: string): string => `${table}${suffix}`;

export const replicatedBy = (table: string): string =>
  table.endsWith(suffix) ? table.slice(0, -suffix.length) : table;
