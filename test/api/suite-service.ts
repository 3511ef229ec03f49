import { afterAll, beforeAll } from '@jest/globals';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

/** Starts a service with a table of its own before the tests of a suite, and stops it after them. */
export const withService = (
  options: Parameters<typeof startService>[1],
  started: (service: TestService, table: TestTable) => void,
): void => {
  let table: TestTable | undefined;
  beforeAll(async () => {
    table = await startTestTable();
    started(await startService(table, options), table);
  });
  afterAll(() => table?.stop());
};
