import { deflateRawSync } from 'node:zlib';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { versioned } from '@swift-worker/stored-forms/stored-form.ts';
import { unpackEntry, type PackedEntry } from '../../lambdas/store/customers/packed-entry.ts';
import { entrySortPrefix } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { readFixture } from '../stored-forms/fixtures.ts';
import { rawItems } from './traces.ts';

const dictionary = Buffer.from(readFixture('history-entry', 1)?.texts['dictionary'] ?? '');

/** An entry as version 1 was written. */
export const packEntryVersion1 = ({ entry, event }: PackedEntry): Uint8Array =>
  versioned(1, deflateRawSync(JSON.stringify({ entry, event }), { dictionary }));

/** Stores all history entries as version 1 was written. @returns their number */
export const storeEntriesInVersion1 = async (table: Pick<Table, 'name' | 'client'>): Promise<number> => {
  const entries = (await rawItems(table)).filter(({ sk }) => String(sk).startsWith(entrySortPrefix));
  for (const { pk, sk, entry } of entries) {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: 'SET entry = :entry',
        ExpressionAttributeValues: { ':entry': packEntryVersion1(unpackEntry(entry)) },
      }),
    );
  }
  return entries.length;
};
