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
import type { Clock, Milliseconds } from '../../../lambdas/kernel/time.ts';
import { itemOf } from '../../../lambdas/store/table/attributes.ts';
import type { Item, RetryPolicy, Table } from '../../../lambdas/store/table/table.ts';
import { isSameItem, storedItem, type Attributes } from './attribute-value.ts';
import { projected, valueAt } from './evaluation.ts';
import type { Path } from './expressions.ts';
import { everything, ItemStore, type Keys } from './item-store.ts';
import { queryPage, scanPage, type Page } from './pages.ts';
import { cancelled, conditionFailed, conflicting, invalid, mismatched, noTable, reasons } from './refusals.ts';
import { checkOf, deleteOf, expressionsOf, keysOf, putOf, updateOf, type Write } from './requests.ts';
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
  /** Sees each command with what becomes of it, in the order in which they are performed. */
  readonly observe?: Observe;
}

export type Observe = (command: unknown, outcome: Promise<unknown>) => void;

const most = { transaction: 100, transactionSize: 4 * 1024 * 1024, token: 36, writes: 25, gets: 100 };
const tokenLifetime: Milliseconds = 600_000;

const textOf = ({ pk, sk }: Keys): string => `${pk}\u0000${sk}`;
const native = (item: Attributes | undefined): Item | undefined => itemOf(item && storedItem(item));

type ReadInput = Pick<QueryCommandInput, 'ReturnConsumedCapacity' | 'ConsistentRead'>;

/** Bytes of one unit: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html */
const unitsOf = (size: number, { ConsistentRead: isConsistent }: ReadInput): number =>
  Math.max(1, Math.ceil(size / 4096)) * (isConsistent === true ? 1 : 0.5);

/** The attributes with a value at one of the paths. */
const changedOf = (image: Attributes, paths: readonly Path[]): Attributes =>
  projected(
    image,
    paths.filter((path) => valueAt(image, path) !== undefined).map((path) => path.slice(0, 1)),
  );

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
    const send = (command: unknown): Promise<unknown> => {
      const outcome = new Promise((resolve) => {
        resolve(this.#perform(command));
      });
      options.observe?.(command, outcome);
      return outcome;
    };
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
  #shownTime(of: 'table' | 'index', { ConsistentRead: isConsistent }: ReadInput): Milliseconds {
    const { lag = 0, longestLag = 0, now } = this.#options;
    if (isConsistent === true) return Infinity;
    const drawn = Math.min(longestLag, typeof lag === 'number' ? lag : lag(of));
    return drawn === 0 ? Infinity : now() - drawn;
  }

  #capacity({ ReturnConsumedCapacity: wanted }: ReadInput, units: number) {
    return wanted === 'TOTAL' || wanted === 'INDEXES'
      ? { ConsumedCapacity: { TableName: this.name, CapacityUnits: units } }
      : {};
  }

  #get(input: GetCommandInput) {
    const keys = keysOf(input.Key);
    const { projection } = expressionsOf(input);
    const found = this.#items.find(keys, this.#shownTime('table', input));
    const item = found && (projection === undefined ? found.item : projected(found.item, projection));
    return {
      $metadata: {},
      ...(item && { Item: native(item) }),
      ...this.#capacity(input, unitsOf(found?.size ?? 0, input)),
    };
  }

  #getBatch({ RequestItems: wanted = {}, ReturnConsumedCapacity }: BatchGetCommandInput) {
    const request = this.#onlyTable(wanted);
    const keys = (request.Keys ?? []).map(keysOf);
    if (keys.length === 0 || keys.length > most.gets) throw invalid('a batch has 1 to 100 keys');
    if (new Set(keys.map(textOf)).size < keys.length) throw invalid('a batch has each key once');
    const answers = keys.map(({ pk, sk }) =>
      this.#get({ ...request, TableName: this.name, Key: { pk, sk }, ReturnConsumedCapacity: 'TOTAL' }),
    );
    const units = answers.reduce((sum, { ConsumedCapacity: used }) => sum + (used?.CapacityUnits ?? 0), 0);
    const { ConsumedCapacity } = this.#capacity({ ReturnConsumedCapacity }, units);
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
    if (!write.returns.includes(returned)) throw invalid('the command cannot return these values');
    if (this.#isHeld(write.keys)) throw conflicting();
    const existing = this.#items.get(write.keys);
    if (!write.isAllowed(existing))
      throw conditionFailed(write.returnsExisting ? existing && storedItem(existing) : undefined);
    const next = write.next(existing);
    this.#commit(write.keys, next);
    const image = returned.endsWith('OLD') ? existing : next;
    if (returned === 'NONE' || image === undefined) return { $metadata: {} };
    const shown = returned.startsWith('ALL') ? image : changedOf(image, write.changed);
    return { $metadata: {}, ...(Object.keys(shown).length > 0 && { Attributes: native(shown) }) };
  }

  #writeBatch({ RequestItems: wanted = {} }: BatchWriteCommandInput) {
    const requests = this.#onlyTable(wanted);
    if (requests.length === 0 || requests.length > most.writes) throw invalid('a batch has 1 to 25 writes');
    const writes = requests.map((request) => ({
      request,
      write: request.PutRequest
        ? putOf({ Item: request.PutRequest.Item })
        : deleteOf({ Key: request.DeleteRequest?.Key }),
    }));
    if (new Set(writes.map(({ write }) => textOf(write.keys))).size < writes.length) {
      throw invalid('a batch has each key once');
    }
    const nexts = writes.map(({ request, write }) => ({ request, keys: write.keys, next: write.next(undefined) }));
    // A batch leaves what it can't write now to the caller.
    const left = nexts.filter(({ keys }) => this.#isHeld(keys));
    for (const { keys, next } of nexts) if (!this.#isHeld(keys)) this.#commit(keys, next);
    return {
      $metadata: {},
      UnprocessedItems: left.length === 0 ? {} : { [this.name]: left.map(({ request }) => request) },
    };
  }

  #transact({ TransactItems: actions = [], ClientRequestToken: token }: TransactWriteCommandInput) {
    if (actions.length === 0 || actions.length > most.transaction) {
      throw invalid('a transaction has 1 to 100 actions');
    }
    const writes = actions.map(({ Put, Update, Delete, ConditionCheck }): Write => {
      if (Put) return putOf(this.#own(Put));
      if (Update) return updateOf(this.#own(Update));
      if (Delete) return deleteOf(this.#own(Delete));
      if (ConditionCheck) return checkOf(this.#own(ConditionCheck));
      throw invalid('an action of the transaction is empty');
    });
    if (new Set(writes.map(({ keys }) => textOf(keys))).size < writes.length) {
      throw invalid('a transaction has one action on an item');
    }
    if (writes.reduce((sum, { size }) => sum + size, 0) > most.transactionSize) {
      throw invalid('the transaction is larger than 4 MB');
    }
    if (token !== undefined && token.length > most.token) throw invalid('the token is too long');
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
    const time = this.#shownTime(input.IndexName === undefined ? 'table' : 'index', input);
    return this.#answer(input, queryPage(this.#items, input, time));
  }

  #scan(input: ScanCommandInput) {
    const time = this.#shownTime(input.IndexName === undefined ? 'table' : 'index', input);
    return this.#answer(input, scanPage(this.#items, input, time));
  }

  #answer(input: QueryCommandInput | ScanCommandInput, { items, scanned, size, last }: Page) {
    return {
      $metadata: {},
      ...(input.Select !== 'COUNT' && { Items: items.map(native) }),
      Count: items.length,
      ScannedCount: scanned,
      ...(last && { LastEvaluatedKey: native(last) }),
      ...this.#capacity(input, unitsOf(size, input)),
    };
  }
}
