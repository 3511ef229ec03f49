import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readStateFile } from '../../local/state-file.ts';
import { openTable } from '../../scripts/backup/open-table.ts';
import { foundIn, tableTexts } from '../../tools/harness/traces.ts';
import { startDescribedStack, type DescribedStack } from '../stack/described-stack.ts';
import { until } from '../../tools/harness/whole-stack.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
let whole: DescribedStack;

beforeAll(async () => {
  whole = await startDescribedStack();
});
afterAll(() => whole.stop());

const backup = async (...argv: readonly string[]): Promise<string> =>
  (await run(process.execPath, ['scripts/backup.ts', '--state', whole.stateFile, ...argv], { cwd: root })).stdout;
const operator = async (...argv: readonly string[]): Promise<string> =>
  (await run(process.execPath, ['operator/cli.ts', '--state', whole.stateFile, '--yes', ...argv], { cwd: root }))
    .stdout;

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });
const newCustomer = async (externalId: string, name: string): Promise<string> => {
  const body = { external_customer_id: externalId, customer_name: name };
  return customerAnswer.parse((await whole.command('POST', 'upsert-partner-customer', body)).body).customer.customer_id;
};
const rename = (customer: string, name: string) =>
  whole.command('PATCH', 'update-partner-customer', { customer_id: customer, changes: { customer_name: name } });
const eventIds = async (): Promise<readonly string[]> =>
  (await whole.received()).map(({ headers }) => headers['webhook-id'] ?? '');
const tableText = async (): Promise<readonly string[]> => {
  const { client, table: name } = await openTable('local', () => readStateFile(whole.stateFile));
  try {
    return await tableTexts({ client: DynamoDBDocumentClient.from(client), name });
  } finally {
    client.destroy();
  }
};

test('what was lost comes back as it was, and who was erased since is erased again', async () => {
  const personal = ['Maria Thistlewood', 'Maria Quillfeather', 'EXT-quillfeather'];
  const erased = await newCustomer('EXT-quillfeather', 'Maria Thistlewood');
  const kept = await newCustomer('EXT-kept', 'Bakery Sunrise');
  await rename(erased, 'Maria Quillfeather');
  await rename(kept, 'Bakery Daybreak');
  await until(eventIds, (ids) => ids.length === 2);
  // The attempt is recorded after the endpoint has answered.
  await until(
    () => operator('events', 'list', whole.partner.partner_id, '--customer-id', kept),
    (shown) => shown.includes('delivered'),
  );

  const since = new Date().toISOString();
  const files = path.join(whole.directory, 'items');
  const exported = await backup('export', files);
  expect(exported).toMatch(/^\d+ items, digest [0-9a-f]{64}\n$/);
  await operator('customers', 'erase', whole.partner.partner_id, erased);
  expect(foundIn(personal, await tableText())).toEqual([]);
  const told = await until(eventIds, (ids) => ids.length === 4);

  const list = path.join(whole.directory, 'erasures.json');
  expect(await backup('erasures', '--since', since, list)).toBe(`1 customers were erased since ${since}\n`);
  const { table } = whole.stack.description.dynamodb;
  await expect(backup('wipe', '--table', 'another')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(table),
  });
  expect(await backup('wipe', '--table', table)).toMatch(/^\d+ items deleted\n$/);
  expect((await tableText()).length).toBe(0);

  expect(await backup('import', files)).toBe(exported);
  expect(await backup('digest')).toBe(exported);
  expect(foundIn(personal, await tableText())).not.toEqual([]);
  expect((await whole.query('get-partner-customer', { customer_id: kept })).body).toMatchObject({
    customer: { customer_name: 'Bakery Daybreak' },
  });

  expect(await backup('erase-again', list)).toBe(`${erased} erased\n`);
  expect(await backup('erase-again', list)).toBe(`${erased} erased\n`);
  expect(foundIn(personal, await tableText())).toEqual([]);
  // Nothing is told again but the erasure: the items that came back are no news.
  await rename(kept, 'Bakery Dusk');
  const news = await until(eventIds, (ids) => ids.length >= told.length + 3);
  expect(news).toHaveLength(told.length + 3);
});

test('the help says what there is', async () => {
  const help = await backup('--help');
  for (const command of ['export', 'import', 'digest', 'wipe', 'erasures', 'erase-again'])
    expect(help).toContain(command);
});
