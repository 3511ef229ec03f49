import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { runsOf } from '../../share.ts';
import { refusal } from './fake-platform.ts';
import { startMigrationScene } from './migration-scene.ts';
import { migrationOf } from './shown-migration.ts';

const many = runsOf(5_000);

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

test(`a migration moves ${many} instances with exact counts`, async () => {
  const { connect, update, shown, work, platform } = await startMigrationScene(table);
  await connect(many);
  const begun = migrationOf(await update());
  expect(begun).toMatchObject({ total: many });
  expect(begun.items).toHaveLength(50);
  platform.intervene = (phone, method) =>
    phone.endsWith('77') && method === 'POST' ? refusal('permission') : undefined;
  await work(begun.id);
  const last = await shown({ page: String(Math.ceil(many / 200)), page_size: '200' });
  const failed = many / 100;
  expect(last).toMatchObject({ status: 'partial', total: many, done: many - failed, failed });
  expect(new Set(last.items.map((item) => item.status)).size).toBe(2);
});
