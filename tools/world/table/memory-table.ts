import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type BatchGetCommandInput,
  type BatchWriteCommandInput,
  type GetCommandInput,
  type QueryCommandInput,
  type ScanCommandInput,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Clock, Milliseconds } from '../../../lambdas/kernel/time.ts';
import { itemOf } from '../../../lambdas/store/table/attributes.ts';
import { dueIndex } from '../../../lambdas/store/table/keys.ts';
import type { Item, RetryPolicy, Table } from '../../../lambdas/store/table/table.ts';
import { compareText, isSameItem, storedItem, type Attributes } from './attribute-value.ts';
import { Evaluation, projected } from './evaluation.ts';
import { everything, ItemStore, type Found, type Keys, type Range } from './item-store.ts';
import { keyRangeOf, requireNoKey, type KeySchema } from './key-condition.ts';
import { cancelled, conditionFailed, conflicting, invalid, mismatched, noTable, reasons } from './refusals.ts';
import { attributesOf, checkOf, deleteOf, expressionsOf, keysOf, putOf, updateOf, type Write } from './requests.ts';
import type { Change } from './stream.ts';

/** What the world decides for the table. */
export interface MemoryTableOptions {
  readonly name: string;
  readonly now: Clock;
  readonly retryPolicy: RetryPolicy;
  /** How old the state is that a read shows, of the index or without `ConsistentRead`; drawn anew for each read. */
  readonly lag?: Milliseconds | ((of: 'table' | 'index') => Milliseconds);
  /** The longest lag. */
  readonly longestLag?: Milliseconds;
}

const pageSize = 1024 * 1024;
const most = { transaction: 100, transactionSize: 4 * 1024 * 1024, writes: 25, gets: 100 };
const tokenLifetime: Milliseconds = 600_000;

const textOf = ({ pk, sk }: Keys): string => `${pk}\u0000${sk}`;
const native = (item: Attributes | undefined): Item | undefined => itemOf(item && storedItem(item));

/** Bytes of one unit: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html */
const unitsOf = (size: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(size / 4096)) * (isConsistent ? 1 : 0.5);

type ReadInput = Pick<QueryCommandInput, 'ReturnConsumedCapacity' | 'ConsistentRead'>;

const tableKeys: KeySchema = { hash: 'pk', sort: 'sk' };
const indexKeys: KeySchema = { hash: 'due_shard', sort: 'due_at' };
const tabled = ['pk', 'sk'];
const indexed = [...tabled, 'due_shard', 'due_at'];

/** Where a page begins, behind the last item of the page before. */
const startOf = (
  { ExclusiveStartKey: key }: Pick<QueryCommandInput, 'ExclusiveStartKey'>,
  names: readonly string[],
) => {
  if (key === undefined) return undefined;
  const place = attributesOf(key);
  if (Object.keys(place).length !== names.length || names.some((name) => place[name]?.S === undefined)) {
    throw invalid('The provided starting key is invalid');
  }
  const { pk, sk, due_at: due } = place;
  return { pk: pk?.S ?? '', sk: sk?.S ?? '', dueAt: due?.S ?? '' };
};

const behind = ({ isBelow, isAbove }: Range, start: string, isForward: boolean): Range => ({
  isBelow: (sort) => isBelow(sort) || (isForward && compareText(sort, start) <= 0),
  isAbove: (sort) => isAbove(sort) || (!isForward && compareText(sort, start) >= 0),
});

const compareDue = (left: Keys & { readonly dueAt: string }, right: Keys & { readonly dueAt: string }): number =>
  compareText(left.dueAt, right.dueAt) || compareText(left.pk, right.pk) || compareText(left.sk, right.sk);

/** A part of a shard of the index, in its order. */
const dueItems = (
  shard: readonly Found[],
  { isBelow, isAbove }: Range,
  isForward: boolean,
  start: (Keys & { readonly dueAt: string }) | undefined,
): readonly Found[] => {
  const sign = isForward ? 1 : -1;
  return shard
    .map((found) => ({ ...found, dueAt: found.item['due_at']?.S ?? '' }))
    .filter((one) => !isBelow(one.dueAt) && !isAbove(one.dueAt) && (!start || sign * compareDue(one, start) > 0))
    .toSorted((left, right) => sign * compareDue(left, right));
};

/** Partitions are scanned in the order of a hash, of which each segment has a part. */
const placeOf = (pk: string) => ({ pk, hash: crc32(pk) });
type Place = ReturnType<typeof placeOf>;
const comparePlaces = (left: Place, right: Place): number => left.hash - right.hash || compareText(left.pk, right.pk);

// One for all tables: it sends nothing.
const idle = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));

/** The service's table in memory, for the world, which decides its clock, its lag and its conflicts. */
export class MemoryTable implements Table {
  readonly name: string;
  readonly retryPolicy: RetryPolicy;
  readonly client: DynamoDBDocumentClient;
  readonly #options: MemoryTableOptions;
  readonly #changes: Change[] = [];
  readonly #held = new Map<string, number>();
  readonly #tokens = new Map<string, { readonly request: string; readonly at: Milliseconds }>();
  #items: ItemStore;

  constructor(options: MemoryTableOptions) {
    this.#options = options;
    this.name = options.name;
    this.retryPolicy = options.retryPolicy;
    this.#items = new ItemStore(options.longestLag ?? 0);
    const send = (command: unknown): Promise<unknown> =>
      new Promise((resolve) => {
        resolve(this.#perform(command));
      });
    // The answers have the types of the commands that `#perform` distinguishes.
    this.client = new Proxy(idle, {
      get: (client, property): unknown => (property === 'send' ? send : Reflect.get(client, property)),
    });
  }

  /** The committed changes in their order. */
  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** Holds items as a transaction under way does: other writes of them conflict. @returns releases them */
  hold(keys: readonly Keys[]): () => void {
    const texts = keys.map(textOf);
    for (const text of texts) this.#held.set(text, (this.#held.get(text) ?? 0) + 1);
    return () => {
      for (const text of texts.splice(0)) {
        const left = (this.#held.get(text) ?? 0) - 1;
        if (left > 0) this.#held.set(text, left);
        else this.#held.delete(text);
      }
    };
  }

  /**
   * Deletes the items that expired before a time, as DynamoDB does some days later at most.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
   */
  expireOlderThan(time: Milliseconds): void {
    for (const pk of this.#items.partitions()) {
      for (const { sk, item } of Array.from(this.#items.partition(pk, everything, true, Infinity))) {
        const expiry = 1000 * Number(item['ttl']?.N ?? Infinity);
        if (expiry < time && !this.#isHeld({ pk, sk })) this.#commit({ pk, sk }, undefined, true);
      }
    }
  }

  /** A table with the same state, for other options. Neither sees later writes of the other. */
  copy(options: MemoryTableOptions = this.#options): MemoryTable {
    const copied = new MemoryTable(options);
    copied.#items = this.#items.copy(options.longestLag ?? 0);
    copied.#changes.push(...this.#changes);
    for (const [token, used] of this.#tokens) copied.#tokens.set(token, used);
    return copied;
  }

  #perform(command: unknown): unknown {
    if (command instanceof BatchGetCommand) return this.#getBatch(command.input);
    if (command instanceof BatchWriteCommand) return this.#writeBatch(command.input);
    if (command instanceof TransactWriteCommand) return this.#transact(command.input);
    if (command instanceof GetCommand) return this.#get(this.#own(command.input));
    if (command instanceof QueryCommand) return this.#query(this.#own(command.input));
    if (command instanceof ScanCommand) return this.#scan(this.#own(command.input));
    if (command instanceof PutCommand) return this.#write(putOf(this.#own(command.input)), command.input);
    if (command instanceof UpdateCommand) return this.#write(updateOf(this.#own(command.input)), command.input);
    if (command instanceof DeleteCommand) return this.#write(deleteOf(this.#own(command.input)), command.input);
    throw new Error('the table in memory does not know the command');
  }

  #own<Input extends { readonly TableName: string | undefined }>(input: Input): Input {
    if (input.TableName !== this.name) throw noTable();
    return input;
  }

  /** The time whose state a read shows. */
  #shownTime(of: 'table' | 'index', isConsistent: boolean): Milliseconds {
    const { lag = 0, longestLag = 0, now } = this.#options;
    if (isConsistent) return Infinity;
    const drawn = Math.min(longestLag, typeof lag === 'number' ? lag : lag(of));
    return drawn === 0 ? Infinity : now() - drawn;
  }

  #capacity({ ReturnConsumedCapacity: wanted }: ReadInput, units: number) {
    return wanted === 'TOTAL' || wanted === 'INDEXES'
      ? { ConsumedCapacity: { TableName: this.name, CapacityUnits: units } }
      : {};
  }

  #get(input: GetCommandInput) {
    const isConsistent = input.ConsistentRead === true;
    const keys = keysOf(input.Key);
    const { projection } = expressionsOf(input);
    const found = this.#items.find(keys, this.#shownTime('table', isConsistent));
    const item = found && (projection === undefined ? found.item : projected(found.item, projection));
    return {
      $metadata: {},
      ...(item && { Item: native(item) }),
      ...this.#capacity(input, unitsOf(found?.size ?? 0, isConsistent)),
    };
  }

  #getBatch({ RequestItems: wanted = {}, ReturnConsumedCapacity }: BatchGetCommandInput) {
    const request = this.#onlyTable(wanted);
    const keys = (request.Keys ?? []).map(keysOf);
    if (keys.length > most.gets) throw invalid('Too many items requested for the BatchGetItem call');
    if (new Set(keys.map(textOf)).size < keys.length) throw invalid('Provided list of item keys contains duplicates');
    const isConsistent = request.ConsistentRead === true;
    const answers = keys.map(({ pk, sk }) =>
      this.#get({ ...request, TableName: this.name, Key: { pk, sk }, ReturnConsumedCapacity: 'TOTAL' }),
    );
    const units = answers.reduce((sum, { ConsumedCapacity: used }) => sum + (used?.CapacityUnits ?? 0), 0);
    const { ConsumedCapacity } = this.#capacity({ ReturnConsumedCapacity, ConsistentRead: isConsistent }, units);
    return {
      $metadata: {},
      Responses: { [this.name]: answers.flatMap(({ Item }) => Item ?? []) },
      UnprocessedKeys: {},
      ...(ConsumedCapacity && { ConsumedCapacity: [ConsumedCapacity] }),
    };
  }

  #onlyTable<T>(byTable: Readonly<Record<string, T>>): T {
    const { [this.name]: own, ...others } = byTable;
    if (own === undefined || Object.keys(others).length > 0) throw noTable();
    return own;
  }

  #isHeld = (keys: Keys): boolean => this.#held.has(textOf(keys));

  #commit(keys: Keys, newImage: Attributes | undefined, isExpiry = false): void {
    const oldImage = this.#items.get(keys);
    // A write that changes nothing leaves no record in the stream.
    if (oldImage === newImage || (oldImage && newImage && isSameItem(oldImage, newImage))) return;
    const at = this.#options.now();
    this.#items.set(keys, newImage, at);
    this.#changes.push({ keys, oldImage, newImage, sequence: this.#changes.length, at, isExpiry });
  }

  #write(write: Write, { ReturnValues: returned = 'NONE' }: Pick<UpdateCommandInput, 'ReturnValues'>) {
    if (!write.returns.includes(returned)) throw invalid('Return values set to invalid value');
    if (this.#isHeld(write.keys)) throw conflicting();
    const existing = this.#items.get(write.keys);
    if (!write.isAllowed(existing))
      throw conditionFailed(write.returnsExisting ? existing && storedItem(existing) : undefined);
    const next = write.next(existing);
    this.#commit(write.keys, next);
    const image = returned.endsWith('OLD') ? existing : next;
    if (returned === 'NONE' || image === undefined) return { $metadata: {} };
    const shown = returned.startsWith('ALL') ? image : projected(image, write.changed);
    return { $metadata: {}, ...(Object.keys(shown).length > 0 && { Attributes: native(shown) }) };
  }

  #writeBatch({ RequestItems: wanted = {} }: BatchWriteCommandInput) {
    const requests = this.#onlyTable(wanted);
    if (requests.length > most.writes) throw invalid('Too many items requested for the BatchWriteItem call');
    const writes = requests.map((request) => ({
      request,
      write: request.PutRequest
        ? putOf({ Item: request.PutRequest.Item })
        : deleteOf({ Key: request.DeleteRequest?.Key }),
    }));
    if (new Set(writes.map(({ write }) => textOf(write.keys))).size < writes.length) {
      throw invalid('Provided list of item keys contains duplicates');
    }
    const [left, done] = [
      writes.filter(({ write }) => this.#isHeld(write.keys)),
      writes.filter(({ write }) => !this.#isHeld(write.keys)),
    ];
    for (const { write } of done) this.#commit(write.keys, write.next(undefined));
    return {
      $metadata: {},
      UnprocessedItems: left.length === 0 ? {} : { [this.name]: left.map(({ request }) => request) },
    };
  }

  #transact({ TransactItems: actions = [], ClientRequestToken: token }: TransactWriteCommandInput) {
    if (actions.length === 0 || actions.length > most.transaction) {
      throw invalid(
        `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length between 1 and ${most.transaction}`,
      );
    }
    const writes = actions.map(({ Put, Update, Delete, ConditionCheck }): Write => {
      if (Put) return putOf(this.#own(Put));
      if (Update) return updateOf(this.#own(Update));
      if (Delete) return deleteOf(this.#own(Delete));
      if (ConditionCheck) return checkOf(this.#own(ConditionCheck));
      throw invalid('Invalid Request: TransactWriteRequest should contain Delete or Put or Update request');
    });
    if (new Set(writes.map(({ keys }) => textOf(keys))).size < writes.length) {
      throw invalid('Transaction request cannot include multiple operations on one item');
    }
    if (writes.reduce((sum, { size }) => sum + size, 0) > most.transactionSize) {
      throw invalid('Transaction request size exceeds the limit of 4 MB');
    }
    if (token === undefined) this.#apply(writes);
    else this.#applyOnce(writes, token, serialize(actions).toString('latin1'));
    return { $metadata: {} };
  }

  #applyOnce(writes: readonly Write[], token: string, request: string): void {
    const at = this.#options.now();
    const used = this.#tokens.get(token);
    if (used !== undefined && used.at > at - tokenLifetime) {
      if (used.request !== request) throw mismatched();
      return;
    }
    this.#apply(writes);
    this.#tokens.set(token, { request, at });
  }

  #apply(writes: readonly Write[]): void {
    const nexts = new Map<Write, Attributes | undefined>();
    const why = writes.map((write) => {
      if (this.#isHeld(write.keys)) return reasons.conflict();
      const existing = this.#items.get(write.keys);
      try {
        if (!write.isAllowed(existing)) {
          return reasons.condition(write.returnsExisting ? existing && storedItem(existing) : undefined);
        }
        nexts.set(write, write.next(existing));
        return reasons.none();
      } catch (error) {
        if (error instanceof Error && error.name === 'ValidationException') return reasons.invalid(error.message);
        throw error;
      }
    });
    if (why.some(({ Code }) => Code !== 'None')) throw cancelled(why);
    for (const [{ keys }, next] of nexts) this.#commit(keys, next);
  }

  #query(input: QueryCommandInput) {
    const expressions = expressionsOf(input);
    const isOfIndex = input.IndexName !== undefined;
    if (isOfIndex && input.IndexName !== dueIndex) throw invalid('The table does not have the specified index');
    if (isOfIndex && input.ConsistentRead === true)
      throw invalid('Consistent reads are not supported on global secondary indexes');
    if (expressions.keyCondition === undefined) {
      throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
    }
    const schema = isOfIndex ? indexKeys : tableKeys;
    const { partition, range } = keyRangeOf(expressions.keyCondition, expressions.placeholders, schema);
    if (expressions.filter) requireNoKey(expressions.filter, expressions.placeholders, schema);
    const isForward = input.ScanIndexForward !== false;
    const time = this.#shownTime(isOfIndex ? 'index' : 'table', input.ConsistentRead === true);
    const start = startOf(input, isOfIndex ? indexed : tabled);
    const found = isOfIndex
      ? dueItems(this.#items.shard(partition, time), range, isForward, start)
      : this.#items.partition(partition, start ? behind(range, start.sk, isForward) : range, isForward, time);
    return this.#page(input, found, expressions, isOfIndex ? indexed : tabled);
  }

  #scan(input: ScanCommandInput) {
    const expressions = expressionsOf(input);
    if (input.IndexName !== undefined) throw new Error('the table in memory scans no index');
    const { TotalSegments: parts = 1, Segment: part = 0 } = input;
    if (part >= parts)
      throw invalid('The Segment parameter is zero-based and must be less than parameter TotalSegments');
    const time = this.#shownTime('table', input.ConsistentRead === true);
    const start = startOf(input, tabled);
    const first = start && placeOf(start.pk);
    const partitions = this.#items
      .partitions()
      .map(placeOf)
      .filter(
        (place) => Math.floor((place.hash * parts) / 2 ** 32) === part && (!first || comparePlaces(place, first) >= 0),
      )
      .toSorted(comparePlaces);
    const items = this.#items;
    const scanned = function* (): Generator<Found> {
      for (const { pk } of partitions) {
        yield* items.partition(pk, pk === start?.pk ? behind(everything, start.sk, true) : everything, true, time);
      }
    };
    return this.#page(input, scanned(), expressions, tabled);
  }

  /** A page of items in their order. @param keyNames the attributes of a key where the next page begins */
  #page(
    input: QueryCommandInput | ScanCommandInput,
    found: Iterable<Found>,
    { filter, projection, placeholders }: ReturnType<typeof expressionsOf>,
    keyNames: readonly string[],
  ) {
    const { Limit: limit = Infinity, Select: select } = input;
    if (limit < 1) throw invalid('Limit must be greater than or equal to 1');
    const items: Attributes[] = [];
    const keyPaths = keyNames.map((name) => [name]);
    let [scanned, size] = [0, 0];
    let last: Attributes | undefined;
    for (const one of found) {
      scanned += 1;
      size += one.size;
      // The index has the keys alone.
      const item = keyNames === indexed ? projected(one.item, keyPaths) : one.item;
      if (filter === undefined || new Evaluation(item, placeholders).holds(filter))
        items.push(projection ? projected(item, projection) : item);
      if (scanned < limit && size < pageSize) continue;
      last = projected(item, keyPaths);
      break;
    }
    return {
      $metadata: {},
      ...(select !== 'COUNT' && { Items: items.map(native) }),
      Count: items.length,
      ScannedCount: scanned,
      ...(last && { LastEvaluatedKey: native(last) }),
      ...this.#capacity(input, unitsOf(size, input.ConsistentRead === true)),
    };
  }
}
