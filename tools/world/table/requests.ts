import type { ReturnValue } from '@aws-sdk/client-dynamodb';
import type { DeleteCommandInput, PutCommandInput, QueryCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { translation } from '../../../lambdas/store/table/attributes.ts';
import { itemSize, storedItem, type Attributes } from './attribute-value.ts';
import {
  Evaluation,
  namedPath,
  requireApart,
  requireOperands,
  requireSources,
  updated,
  type Placeholders,
} from './evaluation.ts';
import { parseCondition, parseProjection, parseUpdate, type Condition, type Parsed, type Path } from './expressions.ts';
import type { Keys } from './item-store.ts';
import { invalid } from './refusals.ts';

const { marshallOptions } = translation();

type Native = Readonly<Record<string, unknown>>;

export const attributesOf = (native: Native | undefined): Attributes =>
  storedItem(marshall({ ...native }, marshallOptions));

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const largest = { pk: 2048, sk: 1024, item: 400 * 1024 };

const textOfKey = (name: 'pk' | 'sk', value: unknown): string => {
  if (typeof value !== 'string') throw invalid(`the key ${name} is missing or no string`);
  if (value === '' || Buffer.byteLength(value) > largest[name]) throw invalid(`the key ${name} is empty or too large`);
  return value;
};

export const keysOf = (native: Native | undefined): Keys => {
  if (Object.keys(native ?? {}).length !== 2) throw invalid('the provided key does not match the schema');
  return { pk: textOfKey('pk', native?.['pk']), sk: textOfKey('sk', native?.['sk']) };
};

const requireSize = (item: Attributes): void => {
  if (itemSize(item) > largest.item) throw invalid('the item is too large');
};

/** DynamoDB Local lets an update set another type: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html */
const requireIndexKeys = (item: Attributes): Attributes => {
  for (const name of ['due_shard', 'due_at']) {
    if (item[name] !== undefined && !item[name].S) throw invalid(`the key ${name} of the index is empty or no string`);
  }
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

const requirePlaceholders = (
  { names, values }: Placeholders,
  expressions: readonly Omit<Parsed<unknown>, 'tree'>[],
): void => {
  const given = [...Object.keys(names), ...Object.keys(values)].toSorted();
  const used = Array.from(new Set(expressions.flatMap((one) => [...one.names, ...one.values]))).toSorted();
  if (!isDeepStrictEqual(given, used))
    throw invalid(`the expressions use ${used.join(', ')}; given: ${given.join(', ')}`);
};

const parsed = <T>(parse: (text: string) => Parsed<T>, text: string | undefined): Parsed<T> | undefined =>
  text === undefined ? undefined : parse(text);

/** The parsed expressions of a request, all of whose placeholders are defined and used. */
export const expressionsOf = (input: Expressions) => {
  const placeholders = {
    names: input.ExpressionAttributeNames ?? {},
    values: input.ExpressionAttributeValues === undefined ? {} : attributesOf(input.ExpressionAttributeValues),
  };
  const condition = parsed(parseCondition, input.ConditionExpression);
  const filter = parsed(parseCondition, input.FilterExpression);
  const keyCondition = parsed(parseCondition, input.KeyConditionExpression);
  const update = parsed(parseUpdate, input.UpdateExpression);
  const projection = parsed(parseProjection, input.ProjectionExpression);
  const given = [condition, filter, keyCondition, update, projection].filter((one) => one !== undefined);
  requirePlaceholders(placeholders, given);
  for (const one of [condition, filter, keyCondition]) if (one) requireOperands(one.tree, placeholders);
  const actions = update?.tree ?? [];
  requireSources(actions, placeholders);
  const named = (path: Path): Path => namedPath(placeholders, path);
  const paths = projection?.tree.map(named);
  requireApart(paths ?? []);
  requireApart(actions.map(({ path }) => named(path)));
  return {
    placeholders,
    condition: condition?.tree,
    filter: filter?.tree,
    keyCondition: keyCondition?.tree,
    actions,
    changed: actions.map(({ path }) => named(path)),
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
  const keys = { pk: textOfKey('pk', item['pk']?.S), sk: textOfKey('sk', item['sk']?.S) };
  requireSize(item);
  return {
    keys,
    isAllowed: allowing(condition, placeholders),
    next: () => requireIndexKeys(item),
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
  if (changed.some(([name]) => name === 'pk' || name === 'sk')) throw invalid('an update cannot change a key');
  return {
    keys,
    isAllowed: allowing(condition, placeholders),
    next: (existing) => {
      const { pk, sk } = keys;
      const changedItem = updated(existing ?? {}, actions, placeholders);
      const item = { ...changedItem, pk: { S: pk }, sk: { S: sk } };
      requireSize(item);
      return requireIndexKeys(item);
    },
    changed,
    returnsExisting: returnsExisting(input),
    returns: ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'],
    size: itemSize(placeholders.values),
  };
};
