import { child, children, isJsonObject, text, type JsonObject } from './json-object.ts';
import { tableNameOf } from './table-schema.ts';

type ItemOperation = 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem';

/** The part of a request that concerns one item. */
export interface ItemAction {
  readonly operation: ItemOperation;
  readonly table: string;
  /** The whole item of a put, else its key. */
  readonly item: JsonObject;
  /** The expressions and names of the request for this item. */
  readonly input: JsonObject;
}

const transactKinds: readonly (readonly [string, ItemOperation])[] = [
  ['ConditionCheck', 'ConditionCheckItem'],
  ['Put', 'PutItem'],
  ['Update', 'UpdateItem'],
  ['Delete', 'DeleteItem'],
];

/** The items that a request names, in its order. Queries and scans name none. */
export const itemActions = (operation: string, input: JsonObject): readonly ItemAction[] => {
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [itemAction(operation, input)];
    case 'TransactWriteItems':
      return children(input, 'TransactItems').flatMap((entry) =>
        transactKinds.flatMap(([kind, itemOperation]) => {
          const inner = child(entry, kind);
          return inner === undefined ? [] : [itemAction(itemOperation, inner)];
        }),
      );
    case 'TransactGetItems':
      return children(input, 'TransactItems').map((entry) => itemAction('GetItem', child(entry, 'Get') ?? {}));
    case 'BatchGetItem':
      return Object.entries(child(input, 'RequestItems') ?? {}).flatMap(([table, request]) =>
        isJsonObject(request)
          ? children(request, 'Keys').map((key) => itemAction('GetItem', { ...request, TableName: table, Key: key }))
          : [],
      );
    case 'BatchWriteItem':
      return Object.entries(child(input, 'RequestItems') ?? {}).flatMap(([table, requests]) =>
        children({ requests }, 'requests').map((request) => {
          const put = child(request, 'PutRequest');
          return put === undefined
            ? itemAction('DeleteItem', { ...child(request, 'DeleteRequest'), TableName: table })
            : itemAction('PutItem', { ...put, TableName: table });
        }),
      );
    default:
      return [];
  }
};

const itemAction = (operation: ItemOperation, input: JsonObject): ItemAction => ({
  operation,
  table: tableNameOf(text(input, 'TableName') ?? ''),
  item: child(input, operation === 'PutItem' ? 'Item' : 'Key') ?? {},
  input,
});

/** The text of a key attribute, whatever its type. */
export const keyText = (item: JsonObject, attribute: string): string | undefined => {
  const value = child(item, attribute);
  return value === undefined ? undefined : (text(value, 'S') ?? text(value, 'N') ?? text(value, 'B'));
};
