import type { QueryCommandInput, ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import { crc32 } from 'node:zlib';
import type { Milliseconds } from '../../../lambdas/kernel/time.ts';
import { dueIndex } from '../../../lambdas/store/table/keys.ts';
import { compareText, type Attributes } from './attribute-value.ts';
import { Evaluation, projected } from './evaluation.ts';
import { everything, type Found, type ItemStore, type Range } from './item-store.ts';
import { keyRangeOf, requireNoKey } from './key-condition.ts';
import { invalid } from './refusals.ts';
import { attributesOf, expressionsOf } from './requests.ts';

/** A page of a query or a scan. */
export interface Page {
  readonly items: readonly Attributes[];
  readonly scanned: number;
  readonly size: number;
  /** Where the next page begins. */
  readonly last: Attributes | undefined;
}

const pageSize = 1024 * 1024;

const table = { hash: 'pk', sort: 'sk', all: ['pk', 'sk'] };
const index = { hash: 'due_shard', sort: 'due_at', all: ['pk', 'sk', 'due_shard', 'due_at'] };

type Expressions = ReturnType<typeof expressionsOf>;
type Input = Pick<QueryCommandInput, 'ExclusiveStartKey' | 'Limit'>;

const textAt = (item: Attributes, name: string): string => item[name]?.S ?? '';

/** The last key of the page before. */
const startOf = ({ ExclusiveStartKey: key }: Input, { all }: typeof table): Attributes | undefined => {
  const start = key && attributesOf(key);
  if (start === undefined) return undefined;
  const isKey = Object.keys(start).length === all.length && all.every((name) => start[name]?.S !== undefined);
  if (!isKey) throw invalid('the starting key is no key of the table or the index');
  return start;
};

const pageOf = (
  { Limit: limit = Infinity }: Input,
  found: Iterable<Found>,
  { filter, projection, placeholders }: Expressions,
  { all }: typeof table,
  isLast: (item: Attributes) => boolean,
): Page => {
  if (limit < 1) throw invalid('the limit must be at least 1');
  const items: Attributes[] = [];
  let [scanned, size] = [0, 0];
  let last: Attributes | undefined;
  for (const { item: whole, ...one } of found) {
    if (size >= pageSize) return { items, scanned, size, last };
    // The index has the keys alone.
    const item =
      all === index.all
        ? projected(
            whole,
            all.map((name) => [name]),
          )
        : whole;
    if (filter === undefined || new Evaluation(item, placeholders).holds(filter)) {
      items.push(projection ? projected(item, projection) : item);
    }
    scanned += 1;
    size += one.size;
    last = projected(
      item,
      all.map((name) => [name]),
    );
    if (scanned === limit) return { items, scanned, size, last: isLast(item) ? undefined : last };
  }
  return { items, scanned, size, last: undefined };
};

/** @param start the page begins behind it */
const behind = ({ isBelow, isAbove, ends }: Range, start: string, isForward: boolean): Range => ({
  isBelow: (sort) => isBelow(sort) || (isForward && compareText(sort, start) <= 0),
  isAbove: (sort) => isAbove(sort) || (!isForward && compareText(sort, start) >= 0),
  ends,
});

const compareDue = (left: Attributes, right: Attributes): number =>
  ['due_at', 'pk', 'sk'].reduce((order, name) => order || compareText(textAt(left, name), textAt(right, name)), 0);

export const queryPage = (items: ItemStore, input: QueryCommandInput, time: Milliseconds): Page => {
  const { IndexName: indexName, ScanIndexForward: isForward = true } = input;
  if (indexName !== undefined && indexName !== dueIndex) throw invalid('the table does not have the index');
  if (indexName !== undefined && input.ConsistentRead === true) throw invalid('the index has no consistent reads');
  const expressions = expressionsOf(input);
  const { keyCondition, filter, placeholders } = expressions;
  if (keyCondition === undefined) throw invalid('a query needs a key condition');
  const schema = indexName === undefined ? table : index;
  const { partition, range } = keyRangeOf(keyCondition, placeholders, schema);
  if (filter !== undefined) requireNoKey(filter, placeholders, schema);
  const start = startOf(input, schema);
  const sortOf = (item: Attributes): string => textAt(item, schema.sort);
  // Nothing of the range can follow it: sort keys are unique, other than those of the index.
  const end = isForward ? range.ends.last : range.ends.first;
  const isLast = (item: Attributes): boolean => indexName === undefined && sortOf(item) === end;
  const isInside = (item: Attributes): boolean =>
    textAt(item, schema.hash) === partition && !range.isBelow(sortOf(item)) && !range.isAbove(sortOf(item));
  if (start && (!isInside(start) || isLast(start))) throw invalid('the starting key is outside of the query');
  if (indexName === undefined) {
    const left = start ? behind(range, sortOf(start), isForward) : range;
    return pageOf(input, items.partition(partition, left, isForward, time), expressions, schema, isLast);
  }
  const sign = isForward ? 1 : -1;
  const found = items
    .shard(partition, time)
    .filter(({ item }) => isInside(item) && (!start || sign * compareDue(item, start) > 0))
    .toSorted((left, right) => sign * compareDue(left.item, right.item));
  return pageOf(input, found, expressions, schema, isLast);
};

/** Partitions are scanned in the order of a hash, of which each segment has a part. */
const comparePartitions = (left: string, right: string): number =>
  crc32(left) - crc32(right) || compareText(left, right);

const scanned = function* (
  items: ItemStore,
  pks: readonly string[],
  start: Attributes | undefined,
  time: Milliseconds,
) {
  for (const pk of pks) {
    const range = start?.['pk']?.S === pk ? behind(everything, textAt(start, 'sk'), true) : everything;
    yield* items.partition(pk, range, true, time);
  }
};

/** A scan of the index has the items in the order of their own keys. */
export const scanPage = (items: ItemStore, input: ScanCommandInput, time: Milliseconds): Page => {
  const { IndexName: indexName, TotalSegments: parts, Segment: part } = input;
  if (indexName !== undefined && indexName !== dueIndex) throw invalid('the table does not have the index');
  if ((parts === undefined) !== (part === undefined) || (part ?? 0) >= (parts ?? 1)) throw invalid('no such segment');
  const expressions = expressionsOf(input);
  const schema = indexName === undefined ? table : index;
  const start = startOf(input, schema);
  const partitions = items
    .partitions()
    .filter((pk) => Math.floor((crc32(pk) * (parts ?? 1)) / 2 ** 32) === (part ?? 0))
    .filter((pk) => start === undefined || comparePartitions(pk, textAt(start, 'pk')) >= 0)
    .toSorted(comparePartitions);
  const found = scanned(items, partitions, start, time);
  const isThere = ({ item }: Found): boolean => schema.all.every((name) => item[name] !== undefined);
  return pageOf(input, Array.from(found).filter(isThere), expressions, schema, () => false);
};
