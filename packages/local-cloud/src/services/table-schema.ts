interface KeySchema {
  readonly hashKey: string;
  readonly rangeKey: string | undefined;
}

export interface IndexSchema extends KeySchema {
  readonly name: string;
  /** The attributes of an entry in addition to the keys; `all`: every attribute. */
  readonly projection: 'all' | readonly string[];
}

export interface TableSchema extends KeySchema {
  readonly name: string;
  readonly indexes: readonly IndexSchema[];
}

export type TableSchemas = (tableName: string) => TableSchema | undefined;

/** A request may name a table by its ARN. */
export const tableNameOf = (nameOrArn: string): string => /:table\/([^/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
