import { afterEach, describe, expect, it } from '@jest/globals';
import {
  importAllCustomers,
  importCustomers,
  ImportFailed,
  type ImportSummary,
} from '../../packages/client/src/import-customers.ts';
import { z } from 'zod';
import { serviceWith, stopServices, type Reply } from './scripted-service.ts';

afterEach(stopServices);

const sent = z.object({ customers: z.array(z.object({ external_customer_id: z.string() })) });

/** Imports whose first row fails; each one runs when it is first asked for. */
const imports = (end: 'completed' | 'failed' = 'completed') => {
  const totals = new Map<string, number>();
  const asked = new Set<string>();
  const calls: { readonly key: string; readonly rows: number; readonly bytes: number }[] = [];
  const reply: Reply = (response, { method, url, headers, body }) => {
    const id = method === 'POST' ? `import-${totals.size}` : (url.searchParams.get('import_id') ?? '');
    if (method === 'POST') {
      const { customers } = sent.parse(JSON.parse(body));
      totals.set(id, customers.length);
      calls.push({ key: String(headers['idempotency-key']), rows: customers.length, bytes: Buffer.byteLength(body) });
    }
    const isRunning = method === 'POST' || !asked.has(id);
    if (method === 'GET') asked.add(id);
    const total = totals.get(id) ?? 0;
    const counts = isRunning
      ? { created: 0, updated: 0, unchanged: 0, failed: 1 }
      : { created: total - 1, updated: 0, unchanged: 0, failed: 1 };
    const failed = { index: 0, external_customer_id: null, code: 'validation_failed', details: [] };
    response.writeHead(method === 'POST' ? 202 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ok: true,
        import: { id, status: isRunning ? 'running' : end, total, ...counts },
        items: [failed],
        total: 1,
        page: 1,
        page_size: 200,
        pages: 1,
      }),
    );
  };
  return { reply, calls };
};

const rows = (count: number, name = 'Name') =>
  Array.from({ length: count }, (_, at) => ({ external_customer_id: `c-${at}`, customer_name: name }));
const wait = (): Promise<void> => Promise.resolve();

describe('importCustomers', () => {
  it('sends calls of 1,000 rows, and tells the failed rows by their place in the iterable', async () => {
    const { reply, calls } = imports();
    const { client } = await serviceWith([reply]);
    const progress: ImportSummary[] = [];
    const onProgress = (summary: ImportSummary): number => progress.push(summary);
    const run = importCustomers(client, rows(5_500), { wait, onProgress, idempotencyKey: 'nightly' });
    const failed: number[] = [];
    let next = await run.next();
    for (; next.done !== true; next = await run.next()) failed.push(next.value.index);
    expect(failed).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    expect(next.value).toEqual({
      rows: 5_500,
      total: 5_500,
      created: 5_494,
      updated: 0,
      unchanged: 0,
      failed: 6,
      replayed: 0,
    });
    expect(progress.map((summary) => summary.rows)).toEqual([
      1, 1_000, 1_001, 2_000, 2_001, 3_000, 3_001, 4_000, 4_001, 5_000, 5_001, 5_500,
    ]);
    expect(calls.map(({ key }) => key)).toEqual(
      ['0', '1000', '2000', '3000', '4000', '5000'].map((first) => `nightly-${first}`),
    );
  });

  it('returns the summary and the failed rows of the whole import, with the total that the caller knows', async () => {
    const { client, received } = await serviceWith([imports().reply]);
    const partnerId = '0b8f6a52-8f0c-4d0e-9a4e-3f1f7e6f0a11';
    const { summary, failedRows } = await importAllCustomers(client, rows(1_500).values(), {
      wait,
      total: 1_500,
      partnerId,
    });
    expect(summary).toMatchObject({ rows: 1_500, total: 1_500, created: 1_498, failed: 2 });
    expect(failedRows.map(({ index }) => index)).toEqual([0, 1_000]);
    expect(received.every(({ url }) => url.searchParams.get('partner_id') === partnerId)).toBe(true);
    const unknown = await importAllCustomers((await serviceWith([imports().reply])).client, rows(1).values(), { wait });
    expect(unknown.summary.total).toBeNull();
  });

  it('ends between two looks as soon as the caller gives up', async () => {
    const giveUp = new AbortController();
    const { client } = await serviceWith([imports().reply]);
    const run = importCustomers(client, rows(1), {
      signal: giveUp.signal,
      wait: () => {
        giveUp.abort(new Error('enough'));
        return new Promise(() => undefined);
      },
    });
    await expect(run.next()).rejects.toThrow('enough');
  });

  it('counts the rows that an earlier call with the same key had begun to import', async () => {
    const { reply } = imports();
    const replay: Reply = (response, received) => {
      if (received.method === 'POST') response.setHeader('idempotent-replayed', 'true');
      reply(response, received);
    };
    const { client } = await serviceWith([replay]);
    const run = importCustomers(client, rows(3), { wait, idempotencyKey: 'nightly' });
    let next = await run.next();
    while (next.done !== true) next = await run.next();
    expect(next.value).toMatchObject({ rows: 3, replayed: 3 });
  });

  it('sends no body of more than 1 MiB', async () => {
    const { reply, calls } = imports();
    const { client } = await serviceWith([reply]);
    const long = rows(1_000, 'é'.repeat(2_000));
    for await (const row of importCustomers(client, long, { wait })) expect(row.code).toBe('validation_failed');
    expect(calls.reduce((sum, call) => sum + call.rows, 0)).toBe(1_000);
    expect(Math.max(...calls.map(({ bytes }) => bytes))).toBeLessThanOrEqual(1024 * 1024);
    expect(calls.length).toBe(4);
  });

  it('throws when an import has failed', async () => {
    const { reply } = imports('failed');
    const { client } = await serviceWith([reply]);
    await expect(importCustomers(client, rows(1), { wait }).next()).rejects.toThrow(ImportFailed);
  });
});
