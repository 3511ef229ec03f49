import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { Failure } from '../../operator/failure.ts';
import { readExportLine, type TableItem } from '../backup/exported-item.ts';

/** The progress in a segment: a number of lines, or the key of the last item. */
export const position = z.union([z.number(), z.record(z.string(), z.object({ S: z.string() }))]);
type Position = z.infer<typeof position>;

export interface Page {
  readonly items: readonly TableItem[];
  /** Null after the last page. */
  readonly next: Position | null;
}

/** A part of the copied items, which are the same in the same order each time. */
export interface Segment {
  readonly name: string;
  /** @param from null: from the beginning */
  pages(from: Position | null): AsyncGenerator<Page, void>;
}

const linesOfPage = 500;

async function* pagesOfFile(file: string, from: number): AsyncGenerator<Page, void> {
  const input = createReadStream(file).pipe(createGunzip());
  let [read, items]: [number, TableItem[]] = [0, []];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    read += 1;
    if (read <= from) continue;
    items.push(readExportLine(line));
    if (items.length < linesOfPage) continue;
    yield { items, next: read };
    items = [];
  }
  yield { items, next: null };
}

/** The files of an export, each a segment. @throws Failure when there is none */
export const segmentsOfFiles = async (directory: string): Promise<readonly Segment[]> => {
  const files = await readdir(directory, { recursive: true }).catch(() => []);
  const exported = files.filter((name) => name.endsWith('.json.gz')).sort();
  if (exported.length === 0) {
    throw new Failure('usage', 'no_export', `${directory} has no *.json.gz`, {
      next: 'name the directory of an export with --from: npm run -s backup -- export, or aws s3 sync of an export of DynamoDB',
    });
  }
  return exported.map((name) => ({
    name,
    pages: (from) => pagesOfFile(path.join(directory, name), typeof from === 'number' ? from : 0),
  }));
};

const keyOf = (key: TableItem | undefined): Position | null => (key === undefined ? null : position.parse(key));

async function* pagesOfScan(
  client: DynamoDBClient,
  table: string,
  part: { readonly Segment: number; readonly TotalSegments: number },
  from: Position | null,
): AsyncGenerator<Page, void> {
  let start = typeof from === 'object' ? from : null;
  do {
    const page: { readonly Items?: TableItem[] | undefined; readonly LastEvaluatedKey?: TableItem | undefined } =
      await client.send(
        new ScanCommand({
          TableName: table,
          ConsistentRead: true,
          ...part,
          ...(start !== null && { ExclusiveStartKey: start }),
        }),
      );
    const next = keyOf(page.LastEvaluatedKey);
    yield { items: page.Items ?? [], next };
    start = typeof next === 'object' ? next : null;
  } while (start !== null);
}

/** A table as the segments of a parallel scan. */
export const segmentsOfTable = (client: DynamoDBClient, table: string, count: number): readonly Segment[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${String(index + 1)} of ${String(count)}`,
    pages: (from) => pagesOfScan(client, table, { Segment: index, TotalSegments: count }, from),
  }));
