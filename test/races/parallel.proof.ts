import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { races } from './command.ts';
import { race } from './race.ts';
import { withService } from '../api/suite-service.ts';

let table: TestTable;
let service: TestService;
withService({ rateScale: 10_000 }, (...started) => {
  [service, table] = started;
});

describe('callers that race each other on a few customers and instances', () => {
  it('get the answers of some order, and leave records in which every invariant holds', async () => {
    await fc.assert(
      fc.asyncProperty(races, async (lots) => {
        const wrong = await race(service, lots, (calls) => Promise.all(calls.map((call) => call(table))));
        expect(wrong).toEqual([]);
      }),
      { seed: 2_104, numRuns: 12 },
    );
  });
});
