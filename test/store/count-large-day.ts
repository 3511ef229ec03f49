import { parentPort, workerData } from 'node:worker_threads';
import type { Table } from '../../lambdas/store/table/table.ts';
import { countDay } from '../../lambdas/store/usage-reading/count-day.ts';
import { reportsOfHour } from '../../lambdas/store/usage/id-chunks.ts';

const { idsInHour } = workerData as { readonly idsInHour: number };
const idBytes = 16;
const idsInChunk = 1_000;
const chunksInPage = 50;

interface Query {
  readonly input: {
    readonly ExpressionAttributeValues: Readonly<Record<string, string>>;
    readonly ExclusiveStartKey?: { readonly at: number };
  };
}

const hours = Array.from({ length: 24 }, (_, hour) => reportsOfHour(hour).first);

const version = 1;

/** A version and the ids, of which every other one is of a batch. */
const chunkOf = (hour: number, from: number): Uint8Array => {
  const body = Buffer.alloc(1 + Math.min(idsInChunk, idsInHour - from) * idBytes);
  body.writeUInt8(version);
  for (let at = 1; at < body.length; at += idBytes) {
    const number = from + (at - 1) / idBytes;
    body.writeUInt32LE(number, at);
    body.writeUInt32LE(hour, at + 4);
    body.writeUInt32LE(number % 2 === 0 ? 0x80 : 0xa0, at + 8);
    body.writeUInt32LE(Math.imul(number, 0x9e3779b1) >>> 0, at + 12);
  }
  return body;
};

/** Each chunk of an hour once, and every tenth twice. */
const pageOf = (hour: number, at: number) => {
  const chunks = Array.from({ length: chunksInPage }, (_, index) => at + index * idsInChunk)
    .filter((from) => from < idsInHour)
    .map((from) => chunkOf(hour, from));
  const next = at + chunksInPage * idsInChunk;
  return {
    Items: [...chunks, ...chunks.filter((_, index) => index % 10 === 0)].map((body) => ({ body })),
    ...(next < idsInHour && { LastEvaluatedKey: { at: next } }),
  };
};

let peak = 0;
const client = {
  send: ({ input }: Query) => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    const hour = hours.indexOf(input.ExpressionAttributeValues[':first'] ?? '');
    return Promise.resolve(hour < 0 ? { Items: [] } : pageOf(hour, input.ExclusiveStartKey?.at ?? 0));
  },
};

/** What the count needs of a table. */
const table = { name: 'none', client } as unknown as Table;
const of = { partnerId: '01890000-0000-7000-8000-000000000001', sizes: [], day: '2030-01-02' };
const { reports, calls } = await countDay({ table, clock: () => 0 }, of, null, Infinity);
parentPort?.postMessage({ reports, calls, peak });
