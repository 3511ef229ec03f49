import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Table } from '../../../lambdas/store/table/table.ts';
import type { TestPartner } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { interposed } from '../../interposed-table.ts';
import { failuresOf, importOf, importScene, type ImportScene } from './import-scene.ts';

let table: TestTable;
let scene: ImportScene;
let partner: TestPartner;

beforeAll(async () => {
  table = await startTestTable();
  scene = await importScene(table);
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await scene.service.newPartner();
});

const row = (externalId: string) => ({ external_customer_id: externalId, customer_name: `Customer ${externalId}` });

/** A table that refuses the commits that name a text. */
const refusing = (text: string): Table =>
  interposed(table, (command, send) =>
    command instanceof TransactWriteCommand && JSON.stringify(command.input).includes(text)
      ? Promise.reject(new Error('the table refuses it'))
      : send(),
  );

describe('an import that cannot be carried out', () => {
  test('has failed after twelve tries, keeps no row, and the next one begins', async () => {
    const first = importOf(await scene.send(partner, [row('poison'), { customer_name: 'Nobody' }]));
    scene.clock.pass(1);
    const second = importOf(await scene.send(partner, [row('fine')]));
    const deps = { ...scene.deps, table: refusing('Customer poison') };
    for (let tried = 0; tried < 12; tried += 1) {
      await expect(scene.work(partner, deps)).rejects.toThrow('the table refuses it');
      scene.clock.pass(600_000);
    }
    await scene.work(partner, deps);
    const reply = await scene.read(partner, first.id);
    expect(importOf(reply)).toMatchObject({ status: 'failed', total: 2, created: 0, failed: 1 });
    expect(failuresOf(reply).total).toBe(1);
    expect(importOf(await scene.read(partner, second.id))).toMatchObject({ status: 'completed', created: 1 });
  });
});
