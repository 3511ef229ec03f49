import * as z from 'zod/mini';
import { accountFactNames, factsOfAccount, type AccountFact, type ReportedFacts } from '../../domain/instance-facts.ts';
import { isoOf, day, seconds, type Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** What callbacks said of a business account, for the lines that are connected to it later. */
export interface AccountRecord {
  readonly facts: readonly AccountFact[];
  /** 0 for an account of which callbacks said nothing. */
  readonly revision: number;
}

const fact = z.optional(z.object({ word: z.string(), at: z.string() }));
const accountItem = z.object({ revision: z.number(), platform_status: fact, restricted_until: fact });

/** Longer than the platform keeps a ban or a restriction on which it says nothing more. */
const kept: Milliseconds = 400 * day;

/** Keeps the facts that are of the account, each unless a later one is known. An end in the second of its beginning is later. */
export const keepAccountFacts = async (
  table: Table,
  wabaId: string,
  facts: ReportedFacts,
  at: Milliseconds,
  now: Milliseconds,
): Promise<void> => {
  for (const [name, word] of factsOfAccount(facts)) {
    await tryUpdate(table, {
      Key: { ...keys.accountFacts(wabaId) },
      UpdateExpression: 'SET #name = :fact, #ttl = :ttl ADD revision :one',
      ConditionExpression: `attribute_not_exists(#name) OR #name.#at ${word === '' ? '<=' : '<'} :at`,
      ExpressionAttributeNames: { '#name': name, '#at': 'at', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':fact': { word, at: isoOf(at) },
        ':at': isoOf(at),
        ':ttl': seconds(now + kept),
        ':one': 1,
      },
    });
  }
};

export const readAccountFacts = async (table: Table, wabaId: string): Promise<AccountRecord> => {
  const item = await getItem(table, keys.accountFacts(wabaId));
  if (item === undefined) return { facts: [], revision: 0 };
  const { revision, ...facts } = accountItem.parse(item);
  return {
    facts: accountFactNames.flatMap((name) => {
      const said = facts[name];
      return said === undefined ? [] : [{ name, word: said.word, at: Date.parse(said.at) }];
    }),
    revision,
  };
};

/** Refuses a commit when a callback said more of the account since its facts were read. */
export const sameAccountClause = (table: Table, wabaId: string, { revision }: AccountRecord): Clause => ({
  name: 'the facts of the business account are unchanged since they were read',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.accountFacts(wabaId) },
      ...(revision === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : { ConditionExpression: 'revision = :read', ExpressionAttributeValues: { ':read': revision } }),
    },
  },
  refuse: contended,
});
