import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { runImports } from '../../../lambdas/jobs/imports/run-imports.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { importKeys } from '../../../lambdas/store/imports/import-keys.ts';
import { foundIn, tableTexts } from '../../../tools/harness/traces.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
});

const personal = ['ext-balthasar-9', 'Balthasar Imported', 'balthasar@imported.example', 'born in Balthasarstadt'];
const [externalId = '', name = '', email = '', note = ''] = personal;
const person = { external_customer_id: externalId, customer_name: name, customer_email: email, metadata: { note } };
const other = { external_customer_id: 'somebody-else', customer_name: 'Somebody else' };

const upserted = z.object({ customer: z.object({ customer_id: z.string() }) });
const begun = z.object({ import: z.object({ id: z.string() }) });
const ended = z.object({
  import: z.object({ status: z.string(), created: z.number(), updated: z.number(), failed: z.number() }),
  items: z.array(z.object({ index: z.number(), external_customer_id: z.string().nullable(), code: z.string() })),
});

const imported = async (customers: readonly object[]): Promise<string> => {
  const reply = await scene.command('POST', 'import-partner-customers', { customers });
  return begun.parse(reply.body).import.id;
};
const work = () =>
  runWork(
    { customerImport: (key, begunBy) => runImports(scene.deps, key, begunBy) },
    importKeys.head(scene.partner.partnerId),
  );
const read = async (id: string) =>
  ended.parse((await scene.query('get-partner-customer-import', { import_id: id })).body);

test('an erasure removes the customer from rows that wait and from rows that failed', async () => {
  const made = await scene.command('POST', 'upsert-partner-customer', person);
  const { customer_id: customerId } = upserted.parse(made.body).customer;
  const invalid = { ...person, customer_name: 'x' };
  const failed = await imported([invalid, other]);
  await work();
  const waiting = await imported([{ ...person, customer_phone: '+49 30 111 222' }, other, invalid]);
  expect(foundIn(personal, await tableTexts(table)).toSorted()).toEqual(personal.toSorted());

  await scene.erase(customerId);
  await scene.finish(customerId);
  const texts = await tableTexts(table);
  expect(texts.filter((text) => foundIn(personal, [text]).length > 0)).toEqual([]);

  await work();
  expect((await read(failed)).items).toEqual([{ index: 0, external_customer_id: null, code: 'validation_failed' }]);
  const { import: last, items } = await read(waiting);
  expect(last).toEqual({ status: 'completed', created: 0, updated: 0, failed: 2 });
  expect(items).toEqual([
    { index: 0, external_customer_id: null, code: 'invalid_state' },
    { index: 2, external_customer_id: null, code: 'validation_failed' },
  ]);
});

test('a row about a customer that is being erased fails without its external id', async () => {
  const made = await scene.command('POST', 'upsert-partner-customer', person);
  const { customer_id: customerId } = upserted.parse(made.body).customer;
  await scene.erase(customerId);
  const id = await imported([person, other]);
  await work();
  expect((await read(id)).items).toEqual([{ index: 0, external_customer_id: null, code: 'invalid_state' }]);
  await scene.finish(customerId);
  const texts = await tableTexts(table);
  expect(texts.filter((text) => foundIn(personal, [text]).length > 0)).toEqual([]);
});
