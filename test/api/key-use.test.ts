import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { callerCache } from '../../lambdas/store/partners/caller-cache.ts';
import { readPartnerKey } from '../../lambdas/store/partners/callers.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { interposed } from '../interposed-table.ts';

let table: TestTable;
let service: TestService;

beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table);
});
afterAll(() => table.stop());

test("a key's use whose record was lost is recorded by the next call of the day", async () => {
  const [, , keyId = ''] = service.partner.apiKey.split('_');
  const key = await readPartnerKey(table, keyId, getItem);
  if (key === null) throw new Error('no key');
  const lost = new Error('the connection was lost while the environment was frozen');
  const answers: unknown[] = [];
  const losing = interposed(table, (command, send) =>
    command instanceof UpdateCommand && answers.length === 0 ? Promise.reject(lost) : send(),
  );
  const directory = callerCache(losing, testClock().now, (error) => answers.push(error));
  const recorded = async () => (await readPartnerKey(table, keyId, getItem))?.last_used_day;
  directory.keyUsed(key, '2030-01-09');
  while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual([lost]);
  expect(await recorded()).not.toBe('2030-01-09');
  directory.keyUsed(key, '2030-01-09');
  while ((await recorded()) !== '2030-01-09');
});
