import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startDynamoDbLocal, type DynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { exportedItem, startDigest, type TableItem } from '../../scripts/backup/exported-item.ts';
import { exportTable } from '../../scripts/backup/export-table.ts';
import { copySegments, digestSegments } from '../../scripts/restore/copy-segments.ts';
import { segmentsOfFiles, segmentsOfTable, type Segment } from '../../scripts/restore/segment.ts';
import { tableProperties } from '../../tools/harness/table-properties.ts';

let local: DynamoDbLocal;
let client: DynamoDBClient;
let directory: string;
let made = 0;

beforeAll(async () => {
  local = await startDynamoDbLocal();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new DynamoDBClient({ endpoint: local.endpoint, region: 'us-east-1', credentials });
  directory = mkdtempSync(path.join(tmpdir(), 'copy-segments-'));
});
afterAll(async () => {
  client.destroy();
  await local.stop();
  rmSync(directory, { recursive: true });
});

const newTable = async (): Promise<string> => {
  made += 1;
  const TableName = `copy-${String(made)}`;
  await client.send(new CreateTableCommand({ ...tableProperties, TableName, BillingMode: 'PAY_PER_REQUEST' }));
  return TableName;
};

const items = Array.from({ length: 2_000 }, (_, index): TableItem => ({
  pk: { S: `P#${String(index % 90)}` },
  sk: { S: `H#${String(index)}` },
  body: { B: Uint8Array.from([index % 256, 1, 2]) },
  names: { SS: ['b', 'a'] },
  ...(index % 40 === 0 && { due_shard: { S: 'event#1' }, due_at: { S: '2026' } }),
}));
const whole = startDigest();
for (const item of items) whole.add(item);
const expected = whole.digest();

const ignored = (): void => undefined;
const noted = { done: {}, onProgress: ignored };
let source: string;
let target: string;

const digestOf = (table: string) => digestSegments(segmentsOfTable(client, table, 4), ignored);

beforeAll(async () => {
  source = await newTable();
  // Several files, as an export of AWS has them.
  for (const file of [0, 1, 2]) {
    const lines = items
      .filter((_, index) => index % 3 === file)
      .map((item) => JSON.stringify({ Item: exportedItem(item) }));
    writeFileSync(path.join(directory, `${String(file)}.json.gz`), gzipSync(`${lines.join('\n')}\n`));
  }
  await copySegments({ client, table: source, segments: await segmentsOfFiles(directory), ...noted });
});
beforeEach(async () => {
  target = await newTable();
});

describe('a copy', () => {
  test('of the files of an export has their digest', async () => {
    expect(await digestOf(source)).toEqual(expected);
  });

  test('of a table by parallel segments has its digest', async () => {
    const segments = segmentsOfTable(client, source, 16);
    expect(await copySegments({ client, table: target, segments, ...noted })).toEqual(expected);
    expect(await digestOf(target)).toEqual(expected);
  });

  test('of one file has the digest of the export that wrote it', async () => {
    const own = path.join(directory, 'own');
    expect(await exportTable(client, source, own, ignored)).toEqual(expected);
    expect(await copySegments({ client, table: target, segments: await segmentsOfFiles(own), ...noted })).toEqual(
      expected,
    );
    rmSync(own, { recursive: true });
  });
});

/** A segment that breaks off after so many pages. */
const cut = (segment: Segment, after: number): Segment => ({
  ...segment,
  pages: async function* (from) {
    let pages = 0;
    for await (const page of segment.pages(from)) {
      if (pages === after) throw new Error('cut');
      pages += 1;
      yield page;
    }
  },
});

test.each([0, 1])(
  'a copy that was interrupted after %i pages of each segment continues, and has the same digest',
  async (pages) => {
    const segments = await segmentsOfFiles(directory);
    let done = {};
    const onProgress = (copied: object): void => {
      done = structuredClone(copied);
    };
    const broken = segments.map((segment) => cut(segment, pages));
    await expect(copySegments({ client, table: target, segments: broken, done, onProgress })).rejects.toThrow('cut');
    const reached = JSON.parse(JSON.stringify(done)) as typeof done;
    expect(await copySegments({ client, table: target, segments, done: reached, onProgress })).toEqual(expected);
    expect(await digestOf(target)).toEqual(expected);
  },
);

test('an item that the copy lacks changes the digest', async () => {
  const segments = (await segmentsOfFiles(directory)).slice(1);
  await copySegments({ client, table: target, segments, ...noted });
  expect(await digestOf(target)).not.toEqual(expected);
});

test('a directory without an export is refused, with what to do', async () => {
  await expect(segmentsOfFiles(path.join(directory, 'nothing'))).rejects.toMatchObject({
    code: 'no_export',
    next: expect.stringContaining('--from'),
  });
});
