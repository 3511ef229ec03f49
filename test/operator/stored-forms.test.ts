import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stored } from '../../operator/commands/stored.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
let service: TestService;
beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table, { clock: testClock().now });
});
afterAll(() => table.stop());

const form = 'history-entry';

const shown = async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> =>
  stored.commands.find((command) => command.name === name)?.show(await service.operate(name, input), 100) ?? '';

describe('the command line', () => {
  it('shows a form that was never rewritten, then its rewriting with its pace and progress', async () => {
    expect(await shown('stored forms', {})).toMatch(/history-entry +2 +never/);
    const begun = await shown('stored rewrite', { form, units_a_second: 20 });
    expect(begun).toMatch(/Rewriting +running, to version 2\n/);
    expect(begun).toMatch(/Pace +20 write units a second\nPartners +0 of 1 done\nItems +0 read, 0 rewritten\n/);
    expect(begun).toMatch(/Started +2030-01-02 03:04 UTC$/);
    expect(await shown('stored forms', {})).toMatch(/running, to version 2 +0 of 1 +0 +0 +20 +2030-01-02 03:04 UTC +–/);
    expect(await shown('stored stop', { form })).toMatch(/Rewriting +stopped[^]+Ended +2030-01-02 03:04 UTC/);
  });
});
