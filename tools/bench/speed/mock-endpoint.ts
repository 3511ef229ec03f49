/** A mock of DynamoDB that returns given items and accepts every write. It has its own process, so that its time is not counted. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { serve } from './serve.ts';

const item = z.record(z.string(), z.record(z.string(), z.unknown()));
type Item = z.output<typeof item>;

const items = z.array(item).parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const nameOf = (key: Item): string => JSON.stringify([key['pk']?.['S'], key['sk']?.['S']]);
const held = new Map(items.map((one) => [nameOf(one), one]));

const withKey = z.object({ Key: item });
const batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(item) })) });
const several = z.object({ TransactItems: z.array(z.unknown()) });

/** The answer to a debit of rate limit tokens, which always succeeds. */
const updated = () => ({ Attributes: { tat: { N: String(Date.now()) } } });

const answerTo = (operation: string, input: unknown): object => {
  switch (operation) {
    case 'GetItem': {
      const found = held.get(nameOf(withKey.parse(input).Key));
      return found === undefined ? {} : { Item: found };
    }
    case 'BatchGetItem': {
      const tables = Object.entries(batch.parse(input).RequestItems);
      const found: Record<string, Item[]> = {};
      for (const [name, { Keys }] of tables) {
        found[name] = Keys.map((key) => held.get(nameOf(key))).filter((one) => one !== undefined);
      }
      return { Responses: found, UnprocessedKeys: {} };
    }
    case 'TransactWriteItems':
      several.parse(input);
      return {};
    case 'BatchWriteItem':
      return { UnprocessedItems: {} };
    case 'UpdateItem':
      return updated();
    default:
      return {};
  }
};

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answerTo(operation, JSON.parse(body))));
  });
});
serve(server);
