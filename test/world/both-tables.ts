import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { MemoryTable } from '../../tools/world/table/memory-table.ts';

const commands = [
  ...[BatchGetCommand, BatchWriteCommand, DeleteCommand, GetCommand, PutCommand, QueryCommand, ScanCommand],
  ...[TransactWriteCommand, UpdateCommand],
] as const;

/** What the service sends to its table. */
export type Command = InstanceType<(typeof commands)[number]>;

export const isTableCommand = (command: unknown): command is Command => commands.some((one) => command instanceof one);

const plainAttribute = (name: string, value: unknown): unknown => {
  if (name === 'N') return Number(value);
  return ['SS', 'NS', 'BS'].includes(name) ? unordered(value) : plain(value);
};

/**
 * Sets have no order, and the SDK may give bytes as a Buffer. DynamoDB Local keeps zeros at the end of a sum:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
 */
export const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (value instanceof Set) return { set: Array.from(value, plain).toSorted() };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, plainAttribute(name, one)]),
  );
};

/** Items of which DynamoDB promises no order. */
const unordered = (items: unknown): readonly unknown[] =>
  (Array.isArray(items) ? items : []).map((item) => JSON.stringify(plain(item))).toSorted();

const answerSchema = z.object({
  Items: z.optional(z.array(z.unknown())),
  Responses: z.optional(z.record(z.string(), z.unknown())),
  $metadata: z.unknown(),
  // DynamoDB Local gives that of some deletions unasked.
  ConsumedCapacity: z.optional(z.unknown()),
});

const answerOf = (command: Command, answer: unknown): unknown => {
  const {
    $metadata: _,
    ConsumedCapacity: _capacity,
    Items,
    Responses,
    ...rest
  } = z.looseObject(answerSchema.shape).parse(answer);
  const isUnordered =
    command instanceof ScanCommand || (command instanceof QueryCommand && command.input.IndexName !== undefined);
  const batch = command instanceof BatchGetCommand ? Object.values(Responses ?? {}).map(unordered) : undefined;
  return plain({ ...rest, Items: isUnordered && Items !== undefined ? unordered(Items) : Items, batch });
};

const errorSchema = z.object({
  name: z.string(),
  Item: z.optional(z.unknown()),
  CancellationReasons: z.optional(z.array(z.object({ Code: z.string(), Item: z.optional(z.unknown()) }))),
});

/** Without the texts: those of DynamoDB Local differ from those of DynamoDB, and the service reads none. */
const errorOf = (thrown: unknown): unknown => {
  const { name: error, Item, CancellationReasons: reasons } = errorSchema.parse(thrown);
  return plain({ error, Item, reasons: reasons?.map((reason) => [reason.Code, reason.Item]) });
};

/** What became of a command, in a form that is equal when two tables agree. */
export const shownOutcome = (command: Command, settled: PromiseSettledResult<unknown>): unknown =>
  settled.status === 'fulfilled' ? answerOf(command, settled.value) : errorOf(settled.reason);

/** @param send the client's own method by default */
export const settle = async (
  client: object,
  given: readonly unknown[],
  send: unknown = Reflect.get(client, 'send'),
): Promise<PromiseSettledResult<unknown>> => {
  if (typeof send !== 'function') throw new TypeError('the client sends nothing');
  const [settled] = await Promise.allSettled([Reflect.apply(send, client, given) as unknown]);
  return settled;
};

const outcome = z.object({ error: z.string(), reasons: z.optional(z.array(z.array(z.unknown()))) });

/**
 * Whether DynamoDB Local refuses a request because of an update of a transaction, which DynamoDB cancels:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export const isOddRefusal = (local: unknown, model: unknown): boolean =>
  outcome.safeParse(local).data?.error === 'ValidationException' &&
  outcome.safeParse(model).data?.reasons?.some(([code]) => code === 'ValidationError') === true;

export interface BothTables {
  readonly local: TestTable;
  readonly model: MemoryTable;
  /** Sends a command to both. @returns what each made of it, in a form that is equal when they agree */
  readonly send: (command: Command) => Promise<{ readonly local: unknown; readonly model: unknown }>;
}

export const startBothTables = async (): Promise<BothTables> => {
  const local = await startTestTable();
  const { name, retryPolicy } = local;
  const model = new MemoryTable({ name, retryPolicy, now: () => 0 });
  return {
    local,
    model,
    send: async (command) => {
      const expected = shownOutcome(command, await settle(local.client, [command]));
      const found = shownOutcome(command, await settle(model.client, [command]));
      return { local: isOddRefusal(expected, found) ? found : expected, model: found };
    },
  };
};
