import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { temporarilyUnavailable } from '../../domain/errors.ts';
import { itemOf } from './attributes.ts';
import type { Item, RetryPolicy, Table } from './table.ts';

export type { RetryPolicy };

export type TransactWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a commit, with what it means when its condition fails. */
export interface Clause {
  /** The rule that the condition guards, in words; it appears in the error when no refusal explains it. */
  readonly name: string;
  readonly write: TransactWrite;
  /** The answer when the condition fails, told by the item that stood in the way. */
  readonly refuse?: (existing: Item | undefined) => Error;
}

/** Another commit came between reading and writing: read again, decide again. */
export class Contended extends Error {
  override readonly name = 'Contended';
}

export const contended = (): Error => new Contended('another commit came first');

const attempts = 24;
const longestPause = 400;

const pauseBefore = (attempt: number, retryPolicy: RetryPolicy): Promise<void> =>
  retryPolicy.sleep(retryPolicy.random() * Math.min(longestPause, 5 * 2 ** attempt));

/** Repeats a read-decide-commit while others come between. @throws ServiceError temporarily_unavailable at the end */
export const persist = async <T>(retryPolicy: RetryPolicy, attempt: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Contended)) throw error;
      if (tried === attempts) throw temporarilyUnavailable('too many changes of the same record at once; try again');
    }
    await pauseBefore(tried, retryPolicy);
  }
};

/** Every failed condition brings the item that stood in the way, so that no refusal needs another read. */
const commitParams = (clauses: readonly Clause[]): TransactWriteCommandInput => ({
  TransactItems: clauses.map(({ write }) => withExistingItem(write)),
});

const withExistingItem = (write: TransactWrite): TransactWrite => {
  const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if (write.Put) return { Put: { ...write.Put, ...old } };
  if (write.Update) return { Update: { ...write.Update, ...old } };
  if (write.Delete) return { Delete: { ...write.Delete, ...old } };
  if (write.ConditionCheck) return { ConditionCheck: { ...write.ConditionCheck, ...old } };
  return write;
};

const refusalOf = (error: TransactionCanceledException, clauses: readonly Clause[]): Error => {
  const reasons = error.CancellationReasons ?? [];
  for (const [index, reason] of reasons.entries()) {
    if (reason.Code !== 'ConditionalCheckFailed') continue;
    const clause = clauses[index];
    const existing = itemOf(reason.Item);
    return clause?.refuse?.(existing) ?? new Error(`condition failed: ${clause?.name ?? 'unknown'}`);
  }
  const codes = new Set(reasons.map((reason) => reason.Code));
  if (codes.has('TransactionConflict')) return contended();
  if (codes.has('ThrottlingError') || codes.has('ProvisionedThroughputExceeded')) {
    return temporarilyUnavailable('the store is busy; try again');
  }
  return error;
};

const keyOf = ({ Put, Update, Delete, ConditionCheck }: TransactWrite): string => {
  const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return JSON.stringify([key['pk'], key['sk']]);
};

/**
 * DynamoDB refuses a transaction with two operations on one item whenever it comes, so this is a mistake of the program.
 * DynamoDB Local takes some of them.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 * @throws Error that names the two clauses; keys may tell of persons, names of clauses do not
 */
const requireDistinctItems = (clauses: readonly Clause[]): void => {
  const names = new Map<string, string>();
  for (const { name, write } of clauses) {
    const key = keyOf(write);
    const other = names.get(key);
    if (other !== undefined) throw new Error(`a commit has two operations on one item: "${other}" and "${name}"`);
    names.set(key, name);
  }
};

/**
 * Commits all clauses or none. The first clause, in their order, whose condition fails says what is thrown.
 * The SDK's own repetitions carry one ClientRequestToken, so a lost answer does not write twice.
 * @throws what the clause's `refuse` returns; Contended when another transaction held one of the items
 */
export const commit = async (table: Table, clauses: readonly Clause[]): Promise<void> => {
  requireDistinctItems(clauses);
  try {
    await table.client.send(new TransactWriteCommand(commitParams(clauses)));
  } catch (error) {
    throw error instanceof TransactionCanceledException ? refusalOf(error, clauses) : error;
  }
};
