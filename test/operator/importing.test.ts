import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Failure } from '../../operator/failure.ts';
import { readCustomers } from '../../operator/import/read-file.ts';
import { importFile } from '../../operator/import/import-file.ts';
import { importScene, type ImportScene } from '../jobs/imports/import-scene.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { noCloud } from './no-cloud.ts';

const asFound = { encoding: null, separator: null, fillShortRows: false };
const rowsOf = (text: string) => readCustomers(Buffer.from(text), asFound).rows;

describe('a CSV file', () => {
  test('has a row for each record, with the line that it ends on', () => {
    const text = '\ufeffexternal_customer_id,customer_name,metadata\r\n1,"Two\nlines","{""a"":1}"\r\n\r\n2,Other,\r\n';
    expect(rowsOf(text)).toEqual([
      { line: 3, fields: { external_customer_id: '1', customer_name: 'Two\nlines', metadata: { a: 1 } } },
      { line: 5, fields: { external_customer_id: '2', customer_name: 'Other' } },
    ]);
  });

  test('is refused with columns that are missing or not known', () => {
    expect(() => rowsOf('external_customer_id,name\n1,a\n')).toThrow('columns that are not known: name');
    expect(() => rowsOf('external_customer_id\n1\n')).toThrow('no column customer_name');
  });
});

describe('the import of a file', () => {
  let table: TestTable;
  let scene: ImportScene;
  const directory = mkdtempSync(path.join(tmpdir(), 'import-'));

  beforeAll(async () => {
    table = await startTestTable();
    scene = await importScene(table);
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true });
    await table.stop();
  });

  test('imports its rows as the operator, and tells the lines of the rows that failed', async () => {
    const file = path.join(directory, 'customers.csv');
    writeFileSync(file, 'external_customer_id,customer_name\na,Anna\nb,\nc,Carl\n');
    const partner = await scene.service.newPartner();
    const stage = {
      run: (name: string, input: Readonly<Record<string, unknown>>) => scene.service.operate(name, input),
      logs: { find: () => Promise.resolve([]) },
      cloud: noCloud,
    };
    let result: unknown = await importFile.ask(stage, { file, partner: partner.partnerId });
    await scene.work(partner);
    const { long } = importFile;
    for (let next = long?.next(result, {}); next != null; next = long?.next(result, {})) {
      result = long?.join(result, await stage.run(next.name, next.input));
    }
    expect(result).toMatchObject({
      imports: [{ status: 'completed', total: 3, created: 2, failed: 1 }],
      failed_rows: [{ line: 3, external_customer_id: 'b', code: 'validation_failed' }],
    });
    expect(importFile.show(result, 100)).toContain('customer_name');
    // So that the command does not end with 0.
    expect(importFile.long?.failure?.(result)).toContain('1 rows were not imported');
    const query = { route: 'get-partner-customer-history', external_customer_id: 'a' };
    const { body } = await scene.service.call('GET', { bearer: partner.apiKey, query });
    const { items } = z.object({ items: z.array(z.object({ origin: z.string() })) }).parse(body);
    expect(items).toEqual([{ origin: 'operator' }]);
    const { entries } = z
      .object({ entries: z.array(z.object({ action: z.string(), subject: z.record(z.string(), z.string()) })) })
      .parse(await scene.service.operate('audit list', { partner_id: partner.partnerId }));
    expect(entries.find(({ action }) => action === 'customers import')?.subject).toMatchObject({ rows: '3' });
  });

  test('tells in a dry run what it would do, and imports nothing', async () => {
    const file = path.join(directory, 'dry.csv');
    const partner = await scene.service.newPartner();
    await scene.upsert(partner, { external_customer_id: 'a', customer_name: 'Anna' });
    await scene.upsert(partner, { external_customer_id: 'b', customer_name: 'Bert' });
    writeFileSync(file, 'external_customer_id,customer_name\nb,Berta\nn,Nora\na,Anna\nx,\nn,Nora\nb,Bert\n');
    const commands: unknown[] = [];
    const stage = {
      run: (name: string, input: Readonly<Record<string, unknown>>) => {
        commands.push(Object.keys(input));
        return scene.service.operate(name, input);
      },
      logs: { find: () => Promise.resolve([]) },
      cloud: noCloud,
    };
    const result = await importFile.ask(stage, { file, partner: partner.partnerId, dry_run: true });
    expect(result).toMatchObject({
      imports: [],
      foreseen: { total: 6, created: 1, updated: 2, unchanged: 2, failed: 1 },
      failed_rows: [{ line: 5, external_customer_id: 'x', code: 'validation_failed' }],
    });
    expect(importFile.long?.next(result, {})).toBeNull();
    expect(importFile.show(result, 100)).toMatch(/Dry run +nothing was imported/);
    await scene.work(partner);
    const { body } = await scene.service.call('GET', {
      bearer: partner.apiKey,
      query: { route: 'list-partner-customers' },
    });
    expect(body).toMatchObject({ total: 2 });
    // A version without dry runs must not take the rows for an import.
    expect(commands).toEqual([['partner_id', 'dry_run_customers']]);
  });

  test('names the imports of the parts before one that fails', async () => {
    const file = path.join(directory, 'parts.csv');
    const rows = Array.from({ length: 1_001 }, (_, index) => `p-${index},Customer ${index}\n`);
    writeFileSync(file, `external_customer_id,customer_name\n${rows.join('')}`);
    const { partnerId } = await scene.service.newPartner();
    const begun: string[] = [];
    const stage = {
      run: async (name: string, input: Readonly<Record<string, unknown>>) => {
        if (begun.length > 0) throw new Failure('refused', 'temporarily_unavailable', 'try again');
        const answer = await scene.service.operate(name, input);
        begun.push(z.object({ import: z.object({ id: z.string() }) }).parse(answer).import.id);
        return answer;
      },
      logs: { find: () => Promise.resolve([]) },
      cloud: noCloud,
    };
    const failed = importFile.ask(stage, { file, partner: partnerId });
    await expect(failed).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    await expect(failed).rejects.toThrow(
      `part 2 of 2: try again. The imports of the parts before it were begun: ${begun.join()}`,
    );
  });

  test('takes its rows as an import or as a dry run, not as both', async () => {
    const { partnerId } = await scene.service.newPartner();
    const rows = [{ external_customer_id: 'a', customer_name: 'Anna' }];
    const both = { partner_id: partnerId, customers: rows, dry_run_customers: rows };
    for (const input of [both, { partner_id: partnerId }]) {
      await expect(scene.service.operate('customers import', input)).rejects.toThrow('customers is required');
    }
  });
});
