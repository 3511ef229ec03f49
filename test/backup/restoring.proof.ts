import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { foundIn } from '../../tools/harness/traces.ts';
import { erasedSinceScene, personal } from './erased-since.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { until } from '../../tools/harness/whole-stack.ts';

let whole: DescribedStack;

beforeAll(async () => {
  whole = await startDescribedStack();
});
afterAll(() => whole.stop());

const backup = (...argv: readonly string[]): Promise<string> =>
  erasedSinceScene(whole).script('scripts/backup.ts', ...argv);

test('what was lost comes back as it was, and who was erased since is erased again', async () => {
  const { operator, rename, eventIds, tableText, twoCustomers } = erasedSinceScene(whole);
  const { erased, kept } = await twoCustomers();

  const since = new Date().toISOString();
  const files = path.join(whole.directory, 'items');
  const exported = await backup('export', files);
  expect(exported).toMatch(/^\d+ items, digest [0-9a-f]{64}\n$/);
  await operator('customers', 'erase', whole.partner.partner_id, erased);
  expect(foundIn(personal, await tableText())).toEqual([]);
  const received = await until(eventIds, (ids) => ids.length === 4);

  const list = path.join(whole.directory, 'erasures.json');
  expect(await backup('erasures', '--since', since, list)).toBe(`1 customers were erased since ${since}\n`);
  const { table } = whole.stack.description.dynamodb;
  // A function that still worked on what was there would write beside the imported items.
  const mappings = [...whole.stack.mappings.values()].filter(({ enabled }) => enabled);
  await Promise.all(mappings.map((mapping) => mapping.pause()));
  await expect(backup('wipe', '--table', 'another')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(table),
  });
  expect(await backup('wipe', '--table', table)).toMatch(/^\d+ items deleted\n$/);
  expect((await tableText()).length).toBe(0);

  expect(await backup('import', files)).toBe(exported);
  expect(await backup('digest')).toBe(exported);
  for (const mapping of mappings) mapping.resume();
  expect(foundIn(personal, await tableText())).not.toEqual([]);
  expect((await whole.query('get-partner-customer', { customer_id: kept })).body).toMatchObject({
    customer: { customer_name: 'Bakery Daybreak' },
  });

  expect(await backup('erase-again', list)).toBe(`${erased} erased\n`);
  expect(await backup('erase-again', list)).toBe(`${erased} erased\n`);
  expect(foundIn(personal, await tableText())).toEqual([]);
  // Nothing is sent again but the erasure: the items that came back are no news.
  await rename(kept, 'Bakery Dusk');
  const news = await until(eventIds, (ids) => ids.length >= received.length + 3);
  expect(news).toHaveLength(received.length + 3);
});

test('the help says what there is', async () => {
  const help = await backup('--help');
  for (const command of ['export', 'import', 'digest', 'wipe', 'erasures', 'erase-again'])
    expect(help).toContain(command);
});
