import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { scrubbedEntry } from '../../domain/erasure.ts';
import { accountOwnerId } from '../../domain/event-id.ts';
import { withoutData, type EntryEvent } from '../customers/packed-entry.ts';
import { commit, contended, persist, type Clause, type RetryPolicy } from '../table/commit.ts';
import { deletionClause } from '../table/delete-clause.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { readDirectory } from '../templates/directory.ts';
import { troubledKeys } from '../templates/troubled-accounts.ts';
import { hasWaba } from '../instances/waba-instances.ts';
import { eraseAnswers } from './erase-answers.ts';
import { changeEntry, storedEntries } from './erase-history.ts';

/** A business account of a partner. */
interface Account {
  readonly partnerId: string;
  readonly wabaId: string;
}

const listingItem = z.object({ attached: z.optional(z.number()) });

/** Deletes the listing of a business account, unless a line was connected to it since the listing was read. */
const unlistClause = (table: Table, { partnerId, wabaId }: Account, listing: Item | undefined): Clause => {
  const { attached } = listingItem.parse(listing ?? {});
  const condition =
    attached === undefined
      ? { ConditionExpression: 'attribute_not_exists(attached)' }
      : { ConditionExpression: 'attached = :attached', ExpressionAttributeValues: { ':attached': attached } };
  return {
    name: 'no line was connected to the business account meanwhile',
    write: { Delete: { TableName: table.name, Key: { ...keys.partnerWaba(partnerId, wabaId) }, ...condition } },
    refuse: contended,
  };
};

/**
 * Deletes the listing and the schedule of a business account, unless a line of another customer has or had it. A line that is connected
 * afterwards lists it again.
 * @returns whether they are deleted
 */
export const unlistAccount = (
  table: Table,
  retryPolicy: RetryPolicy,
  account: Account,
  isShared: () => Promise<boolean>,
): Promise<boolean> =>
  persist(retryPolicy, async () => {
    const listing = await getItem(table, keys.partnerWaba(account.partnerId, account.wabaId));
    if (await isShared()) return false;
    await commit(table, [
      unlistClause(table, account, listing),
      deletionClause(table, 'the schedule is deleted', keys.templateHead(account.partnerId, account.wabaId)),
    ]);
    return true;
  });

const templateIn = z.object({ template: z.object({ template_id: z.string() }) });

const templateIdsOf = (event: EntryEvent | null): readonly string[] => {
  const { data } = templateIn.safeParse(event?.data);
  return data === undefined ? [] : [data.template.template_id];
};

/** The ids of the account's templates: of those that are stored, and of those in its events. */
export const templatesOfAccount = async (table: Table, { partnerId, wabaId }: Account): Promise<readonly string[]> => {
  const { chunks } = await readDirectory(table, partnerId, wabaId, 'strong');
  const ids = chunks.flatMap(({ rows }) => rows.map(({ id }) => id));
  for await (const page of storedEntries(table, partnerId, accountOwnerId(wabaId), 0)) {
    ids.push(...page.flatMap(({ event }) => templateIdsOf(event)));
  }
  return ids;
};

/** Erases the events of a business account's templates, and what endpoints answered to them. */
export const eraseAccountEvents = async (
  table: Table,
  retryPolicy: RetryPolicy,
  { partnerId, wabaId }: Account,
): Promise<void> => {
  const ownerId = accountOwnerId(wabaId);
  await persist(retryPolicy, async () => {
    for await (const page of storedEntries(table, partnerId, ownerId, 0)) {
      for (const stored of page) {
        const event = stored.event === null ? null : withoutData(stored.event);
        await changeEntry(table, stored, { entry: scrubbedEntry(stored.entry), event });
      }
    }
  });
  await eraseAnswers(table, partnerId, ownerId);
};

const keyItem = z.object({ pk: z.string(), sk: z.string() });
const deletedAtOnce = 25;

const stillUnlisted = (table: Table, { partnerId, wabaId }: Account): Clause => ({
  name: 'the business account has no line',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.partnerWaba(partnerId, wabaId) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  refuse: contended,
});

/** Deletes the templates of an account that is no longer listed. Those that are left when a line lists it again stay: they are that line's. */
export const eraseTemplates = (table: Table, retryPolicy: RetryPolicy, account: Account): Promise<void> =>
  persist(retryPolicy, async () => {
    const { partnerId, wabaId } = account;
    for (;;) {
      if (await hasWaba(table, partnerId, wabaId)) return;
      const { Items: items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ProjectionExpression: 'pk, sk',
          ExpressionAttributeValues: { ':pk': keys.templateHead(partnerId, wabaId).pk },
          Limit: deletedAtOnce,
          ConsistentRead: true,
        }),
      );
      const gone = items.length > 0 ? items : await troubledKeys(table, partnerId, wabaId);
      if (gone.length === 0) return;
      const batch = gone.slice(0, deletedAtOnce).map((item) => keyItem.parse(item));
      await commit(table, [
        stillUnlisted(table, account),
        ...batch.map((key) => deletionClause(table, 'the item is deleted', key)),
      ]);
    }
  });
