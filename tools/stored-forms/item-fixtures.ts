import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { z } from 'zod';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import { exportedItem } from '../../scripts/backup/exported-item.ts';
import { itemKinds } from './item-kinds.ts';
import { itemReaders } from './item-readers.ts';
import { examplesOf, schemaOf } from './item-schema.ts';
import { lineACase } from './line-a-case.ts';
import { asJson } from './stored-form.ts';

/**
 * The versions of items whose attributes have changed since the first release. The others have version 1. The newest version of
 * the kinds that work changes has its states in the middle of work, too.
 */
const versions: Readonly<Record<string, number>> = {
  // The subject may name a stored form and a pace in version 2, types of events in version 3, what a fix is of in version 5, and when a
  // replaced key ends in version 6.
  auditEntry: 6,
  // A link that was not used ends as expired in version 2, counts its attempts in version 3, and may await a name in version 6,
  // a lock's end or calls in version 7.
  connectSession: 7,
  // Entries are packed in version 2, and events know whether requests were no attempts in version 4. Callbacks are
  // in version 5.
  historyEntry: 5,
  // With the relay of callbacks.
  webhookEndpoint: 2,
  // With the last error and the beginning of the outage.
  outbox: 3,
  // Without the phase of slots, which is ignored.
  slots: 3,
  // With the time at which they were folded.
  parkedReports: 3,
  // Counts the lines that were connected to the business account.
  partnerWaba: 2,
  // With the log of its attempts.
  testEvent: 3,
  // With whether events that wait are tried at once.
  resend: 3,
  // With the time of the PIN.
  instancePin: 2,
  // With the username and the platform's errors, in version 4 with its notes, in version 5 with errors of the account.
  instance: 5,
  // With the pauses of the app, in version 3 with one that stands.
  platformBudget: 3,
  // With who made a secret.
  webhookSecrets: 2,
  // With the reports that are deleted later.
  parkedHead: 3,
  customerInstance: 2,
  eventAttempt: 2,
  formRewrite: 2,
  importHead: 2,
  instanceWatch: 3,
  journalTail: 2,
  lifecycleJob: 2,
  member: 2,
  // With its kind and facts, in version 3 with when it goes to the members who want mails.
  notification: 3,
  notificationRead: 2,
  // With a label.
  partnerKey: 2,
  // With when its end is notified.
  partnerKeyLink: 2,
  message: 2,
  migration: 2,
  platformHealth: 2,
  receipt: 2,
  searchChange: 2,
  searchHead: 2,
  templateChunk: 2,
  templateHead: 2,
  // With changes of the way of callbacks, and in version 3 when a replaced key ends.
  teamAudit: 3,
  // In version 4 with what only admins are notified of.
  spanCount: 4,
  templateSync: 2,
  usageHead: 2,
};

export const versionOfItem = (kind: string): number => versions[kind] ?? 1;

const fixture = z.strictObject({
  kind: z.string(),
  version: z.number(),
  schema: z.record(z.string(), z.strictObject({ in: z.enum(['all', 'some']), forms: z.array(z.string()) })),
  /** Items as a backup has them, and what is read of them. */
  examples: z.array(z.strictObject({ item: z.record(z.string(), z.unknown()), meaning: z.unknown() })),
});
type ItemFixture = z.infer<typeof fixture>;

const folder = fileURLToPath(new URL('../../test/stored/items', import.meta.url));
const placeOf = (kind: string, version: number): string => path.join(folder, kind, `${version}.json`);

export const readItemFixture = (kind: string, version: number): ItemFixture | null => {
  const file = placeOf(kind, version);
  return existsSync(file) ? fixture.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
};

export const meaningOf = async (table: Table, kind: string, item: Item): Promise<unknown> => {
  const read = itemReaders[kind];
  if (read === undefined) throw new Error(`no reader of ${kind} is known: add it to item-readers.ts`);
  const { pk, sk } = item;
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...item } }));
  try {
    return asJson((await read(item, table)) ?? null);
  } finally {
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
  }
};

/** Writes the fixtures of kinds that have none of their newest version. @returns the kinds */
export const writeMissingItems = async (
  table: Table,
  itemsOf: ReadonlyMap<string, readonly Item[]>,
): Promise<readonly string[]> => {
  const written: string[] = [];
  for (const kind of itemKinds) {
    const [version, items] = [versionOfItem(kind), itemsOf.get(kind)];
    if (items === undefined || readItemFixture(kind, version) !== null) continue;
    const examples: ItemFixture['examples'] = [];
    for (const item of examplesOf(items)) {
      const marshalled = exportedItem(marshall(item, { removeUndefinedValues: true }));
      examples.push({ item: marshalled, meaning: await meaningOf(table, kind, item) });
    }
    const file = placeOf(kind, version);
    mkdirSync(path.dirname(file), { recursive: true });
    const content = { kind, version, schema: schemaOf(items), examples };
    writeFileSync(file, lineACase(content));
    written.push(kind);
  }
  return written;
};
