import { child, isJsonObject, text, type JsonObject } from './json-object.ts';
import { tableNameOf, type TableSchemas } from './table-schema.ts';

/** Which reads show an earlier state: those of global secondary indexes, or every read that is eventually consistent. */
export type LaggingReads = 'indexes' | 'eventual';

const reads: ReadonlySet<string> = new Set(['Query', 'Scan', 'GetItem']);

/** The tables of a read that may show an earlier state; empty when it has to show the present one. */
export const eventualTables = (
  { operation, input }: { readonly operation: string; readonly input: JsonObject },
  schemas: TableSchemas,
  lagging: LaggingReads,
): readonly string[] => {
  if (operation === 'BatchGetItem' && lagging === 'eventual') {
    const requests = Object.entries(child(input, 'RequestItems') ?? {});
    const isStrong = requests.some(([, request]) => isJsonObject(request) && request.ConsistentRead === true);
    return isStrong ? [] : requests.map(([name]) => tableNameOf(name));
  }
  const table = tableNameOf(text(input, 'TableName') ?? '');
  const schema = schemas(table);
  if (!reads.has(operation) || schema === undefined || input.ConsistentRead === true) return [];
  const isGlobal = schema.indexes.some(({ name, global }) => global && name === text(input, 'IndexName'));
  return lagging === 'eventual' || isGlobal ? [table] : [];
};

const renamedKeys = (record: JsonObject | undefined, rename: (name: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [rename(tableNameOf(name)), value]));

/** The same read of other tables. */
export const readOf = (input: JsonObject, rename: (name: string) => string): JsonObject => {
  const { TableName: name, RequestItems: items } = input;
  return {
    ...input,
    ...(typeof name === 'string' ? { TableName: rename(tableNameOf(name)) } : {}),
    ...(isJsonObject(items) ? { RequestItems: renamedKeys(items, rename) } : {}),
  };
};

const capacityOf = (value: unknown, rename: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => capacityOf(one, rename));
  return isJsonObject(value) && typeof value.TableName === 'string'
    ? { ...value, TableName: rename(value.TableName) }
    : value;
};

/** The answer with the names of the tables that were asked for. */
export const answerOf = (output: JsonObject, rename: (name: string) => string): JsonObject => ({
  ...output,
  ...(output.ConsumedCapacity === undefined ? {} : { ConsumedCapacity: capacityOf(output.ConsumedCapacity, rename) }),
  ...(isJsonObject(output.Responses) ? { Responses: renamedKeys(output.Responses, rename) } : {}),
  ...(isJsonObject(output.UnprocessedKeys) ? { UnprocessedKeys: renamedKeys(output.UnprocessedKeys, rename) } : {}),
});
