import type { ReturnValue } from '@aws-sdk/client-dynamodb';
import type { DeleteCommandInput, PutCommandInput, QueryCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { translation } from '../../../lambdas/store/table/attributes.ts';
import { itemSize, storedItem, typeOf, type Attributes } from './attribute-value.ts';
import { Evaluation, namedPath, requireApart, requireOperands, updated, type Placeholders } from './evaluation.ts';
import { parseCondition, parseProjection, parseUpdate, type Condition, type Parsed, type Path } from './expressions.ts';
import type { Keys } from './item-store.ts';
import { invalid } from './refusals.ts';

const { marshallOptions } = translation();

type Native = Readonly<Record<string, unknown>>;

export const attributesOf = (native: Native | undefined): Attributes =>
  storedItem(marshall({ ...native }, marshallOptions));

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const largest = { pk: 2048, sk: 1024, item: 400 * 1024 };

const requireText = (name: 'pk' | 'sk', text: string): void => {
  if (text === '') {
    throw invalid(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
    );
  }
  if (Buffer.byteLength(text) > largest[name]) {
    throw invalid(
      `One or more parameter values were invalid: Size of ${name} has exceeded the maximum size limit of ${largest[name]} bytes`,
    );
  }
};

export const keysOf = (native: Native | undefined): Keys => {
  const [key, pk, sk] = [native ?? {}, native?.['pk'], native?.['sk']];
  if (typeof pk !== 'string' || typeof sk !== 'string' || Object.keys(key).length !== 2) {
    throw invalid('The provided key element does not match the schema');
  }
  requireText('pk', pk);
  requireText('sk', sk);
  return { pk, sk };
};

const keysOfItem = (item: Attributes): Keys => {
  const textOf = (name: 'pk' | 'sk'): string => {
    const value = item[name];
    if (value === undefined)
      throw invalid(`One or more parameter values were invalid: Missing the key ${name} in the item`);
    if (value.S === undefined) {
      throw invalid(
        `One or more parameter values were invalid: Type mismatch for key ${name} expected: S actual: ${typeOf(value)}`,
      );
    }
    requireText(name, value.S);
    return value.S;
  };
  return { pk: textOf('pk'), sk: textOf('sk') };
};

const requireStorable = (item: Attributes, tooLarge: string): Attributes => {
  for (const name of ['due_shard', 'due_at']) {
    const value = item[name];
    if (value === undefined) continue;
    if (value.S === undefined) {
      throw invalid(
        `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: S Actual: ${typeOf(value)} IndexName: due`,
      );
    }
    if (value.S === '') {
      throw invalid(
        `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: due, IndexKey: ${name}`,
      );
    }
  }
  if (itemSize(item) > largest.item) throw invalid(tooLarge);
  return item;
};

/** The expressions of a request. */
type Expressions = Pick<
  QueryCommandInput,
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
> &
  Pick<UpdateCommandInput, 'ConditionExpression' | 'UpdateExpression'>;

const parsed = <T>(parse: (kind: string, text: string) => Parsed<T>, kind: string, text: string | undefined) =>
  text === undefined ? undefined : { kind, ...parse(kind, text) };

const requirePlaceholders = (
  { names, values }: Placeholders,
  expressions: readonly (Omit<Parsed<unknown>, 'tree'> & { readonly kind: string })[],
): void => {
  for (const { kind, ...used } of expressions) {
    const name = used.names.find((one) => names[one] === undefined);
    if (name !== undefined) {
      throw invalid(
        `Invalid ${kind}: An expression attribute name used in the document path is not defined; attribute name: ${name}`,
      );
    }
    const value = used.values.find((one) => values[one] === undefined);
    if (value !== undefined) {
      throw invalid(
        `Invalid ${kind}: An expression attribute value used in expression is not defined; attribute value: ${value}`,
      );
    }
  }
  const requireUsed = (what: string, given: object, used: readonly string[]): void => {
    const unused = Object.keys(given).filter((one) => !used.includes(one));
    if (unused.length > 0)
      throw invalid(`Value provided in ${what} unused in expressions: keys: {${unused.join(', ')}}`);
  };
  requireUsed(
    'ExpressionAttributeNames',
    names,
    expressions.flatMap((one) => one.names),
  );
  requireUsed(
    'ExpressionAttributeValues',
    values,
    expressions.flatMap((one) => one.values),
  );
};

/** The parsed expressions of a request, all of whose placeholders are defined and used. */
export const expressionsOf = (input: Expressions) => {
  const placeholders = {
    names: input.ExpressionAttributeNames ?? {},
    values: input.ExpressionAttributeValues === undefined ? {} : attributesOf(input.ExpressionAttributeValues),
  };
  const condition = parsed(parseCondition, 'ConditionExpression', input.ConditionExpression);
  const filter = parsed(parseCondition, 'FilterExpression', input.FilterExpression);
  const keyCondition = parsed(parseCondition, 'KeyConditionExpression', input.KeyConditionExpression);
  const update = parsed(parseUpdate, 'UpdateExpression', input.UpdateExpression);
  const projection = parsed(parseProjection, 'ProjectionExpression', input.ProjectionExpression);
  const given = [condition, filter, keyCondition, update, projection].filter((one) => one !== undefined);
  requirePlaceholders(placeholders, given);
  for (const one of [condition, filter, keyCondition]) if (one) requireOperands(one.kind, one.tree, placeholders);
  const named = (path: Path): Path => namedPath(placeholders, path);
  const paths = projection?.tree.map(named);
  if (paths !== undefined) requireApart('ProjectionExpression', paths);
  return {
    placeholders,
    condition: condition?.tree,
    filter: filter?.tree,
    keyCondition: keyCondition?.tree,
    actions: update?.tree ?? [],
    changed: (update?.tree ?? []).map(({ path }) => named(path)),
    projection: paths,
  };
};

/** A write of one item, checked as far as it can be without the item. */
export interface Write {
  readonly keys: Keys;
  /** Whether the condition holds. */
  readonly isAllowed: (existing: Attributes | undefined) => boolean;
  /** What the item becomes. @throws ValidationException */
  readonly next: (existing: Attributes | undefined) => Attributes | undefined;
  /** The paths that an update changes. */
  readonly changed: readonly Path[];
  /** Whether a failed condition returns the existing item. */
  readonly returnsExisting: boolean;
  /** The possible `ReturnValues`. */
  readonly returns: readonly ReturnValue[];
  readonly size: number;
}

const allowing =
  (condition: Condition | undefined, placeholders: Placeholders): Write['isAllowed'] =>
  (existing = {}) =>
    condition === undefined || new Evaluation(existing, placeholders).holds(condition);

type Conditional = Pick<UpdateCommandInput, 'ReturnValuesOnConditionCheckFailure'>;
const returnsExisting = ({ ReturnValuesOnConditionCheckFailure: returned }: Conditional): boolean =>
  returned === 'ALL_OLD';

type Untabled<T extends { readonly TableName: unknown }> = Omit<T, 'TableName'>;

export const putOf = (input: Untabled<PutCommandInput>): Write => {
  const item = attributesOf(input.Item);
  const { condition, placeholders } = expressionsOf(input);
  const keys = keysOfItem(item);
  requireStorable(item, 'Item size has exceeded the maximum allowed size');
  return {
    keys,
    isAllowed: allowing(condition, placeholders),
    next: () => item,
    changed: [],
    returnsExisting: returnsExisting(input),
    returns: ['NONE', 'ALL_OLD'],
    size: itemSize(item),
  };
};

export const deleteOf = (input: Untabled<DeleteCommandInput>): Write => {
  const { condition, placeholders } = expressionsOf(input);
  return {
    keys: keysOf(input.Key),
    isAllowed: allowing(condition, placeholders),
    next: () => undefined,
    changed: [],
    returnsExisting: returnsExisting(input),
    returns: ['NONE', 'ALL_OLD'],
    size: 0,
  };
};

/** A condition on an item that a transaction leaves as it is. */
export const checkOf = (input: Untabled<DeleteCommandInput>): Write => ({
  ...deleteOf(input),
  next: (existing) => existing,
});

export const updateOf = (input: Untabled<UpdateCommandInput>): Write => {
  const { condition, placeholders, actions, changed } = expressionsOf(input);
  const keys = keysOf(input.Key);
  requireApart('UpdateExpression', changed);
  const key = changed.find(([name]) => name === 'pk' || name === 'sk');
  if (key !== undefined) {
    throw invalid(
      `One or more parameter values were invalid: Cannot update attribute ${String(key[0])}. This attribute is part of the key`,
    );
  }
  return {
    keys,
    isAllowed: allowing(condition, placeholders),
    next: (existing) => {
      const { pk, sk } = keys;
      const changedItem = updated(existing ?? {}, actions, placeholders);
      const item = { ...changedItem, pk: { S: pk }, sk: { S: sk } };
      return requireStorable(item, 'Item size to update has exceeded the maximum allowed size');
    },
    changed,
    returnsExisting: returnsExisting(input),
    returns: ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'],
    size: itemSize(placeholders.values),
  };
};
