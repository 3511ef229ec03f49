import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { races } from './command.ts';
import { race } from './race.ts';

let table: TestTable;
let service: TestService;
beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table, { rateScale: 10_000 });
});
afterAll(() => table.stop());

describe('callers that race each other on a few customers and lines', () => {
  it('are answered as in some order, and leave records in which everything holds', async () => {
    await fc.assert(
      fc.asyncProperty(races, async (lots) => {
        const wrong = await race(service, lots, (calls) => Promise.all(calls.map((call) => call(table))));
        expect(wrong).toEqual([]);
      }),
      { seed: 2_104, numRuns: 12 },
    );
  });
});
