import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { Contended, temporarilyUnavailable } from '../../kernel/errors.ts';
import { itemOf } from './attributes.ts';
import type { Item, RetryPolicy, Table } from './table.ts';

export type { RetryPolicy };

export type TransactWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a commit, with the error for a failed condition. */
export interface Clause {
  /** The rule that the condition checks. Errors of clauses without `refuse` name it. */
  readonly name: string;
  readonly write: TransactWrite;
  /** The error for a failed condition, made from the existing item. */
  readonly refuse?: (existing: Item | undefined) => Error;
  /** Writes what a repetition of the commit needs when the condition fails. The commit is then contended. */
  readonly repair?: () => Promise<void>;
  /** Hears that another transaction held the item. */
  readonly met?: () => void;
}

export const contended = (): Error => new Contended();

const attempts = 24;
const longestPause = 400;

const pauseBefore = (attempt: number, retryPolicy: RetryPolicy): Promise<void> =>
  retryPolicy.sleep(retryPolicy.random() * Math.min(longestPause, 5 * 2 ** attempt));

/** Repeats an attempt on contention. @throws ServiceError temporarily_unavailable after the last one */
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

/** A failed condition returns the existing item, so `refuse` needs no read. */
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

const refusalOf = async (error: TransactionCanceledException, clauses: readonly Clause[]): Promise<Error> => {
  const reasons = error.CancellationReasons ?? [];
  for (const [index, reason] of reasons.entries()) {
    if (reason.Code === 'TransactionConflict') clauses[index]?.met?.();
  }
  for (const [index, reason] of reasons.entries()) {
    if (reason.Code !== 'ConditionalCheckFailed') continue;
    const clause = clauses[index];
    if (clause?.repair !== undefined) {
      await clause.repair();
      return contended();
    }
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
 * DynamoDB rejects a transaction with two operations on one item. DynamoDB Local accepts some of them.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 * @throws Error that names the two clauses, and not their keys, which may contain personal data
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
 * Commits all clauses or none. The retries of the client carry one ClientRequestToken, so a lost response does not cause
 * a second write.
 * @throws the error of the first clause whose condition failed; Contended when another transaction held an item
 */
export const commit = async (table: Table, clauses: readonly Clause[]): Promise<void> => {
  requireDistinctItems(clauses);
  try {
    await table.client.send(new TransactWriteCommand(commitParams(clauses)));
  } catch (error) {
    throw error instanceof TransactionCanceledException ? await refusalOf(error, clauses) : error;
  }
};
