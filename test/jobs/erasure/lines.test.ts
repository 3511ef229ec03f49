import { expect, it } from '@jest/globals';
import { noDetails, type TemplateRecord } from '../../../lambdas/domain/template.ts';
import { emptyChunk } from '../../../lambdas/store/templates/chunk.ts';
import { chunkNumberOf, readDirectory, writeChunk } from '../../../lambdas/store/templates/directory.ts';
import { troubledWabas } from '../../../lambdas/store/templates/troubled-accounts.ts';
import { entriesOf } from '../../api/replies.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
});

it('a line that an erasure ends has an entry of the operator, with ids and states only', async () => {
  const customer = await scene.customer('with-a-line');
  const line = await scene.instance(customer, 'ended-by-erasure');
  await scene.connect(line, 'number-of-the-line', 'waba-of-the-line');
  await scene.command('PATCH', 'update-partner-instance-label', { instance_id: line, instance_name: 'Private label' });
  await scene.erase(customer);
  await scene.finish(customer);
  const entries = entriesOf(await scene.query('get-partner-customer-history', { customer_id: customer }));
  const ended = entries.filter(({ event }) => event === 'instance_deactivated');
  expect(ended).toMatchObject([
    {
      origin: 'operator',
      actor: { type: 'operator' },
      reason: null,
      related: { instance_id: line },
      previous: { status: 'connected', slot_state: 'occupied' },
      new: { status: 'inactive', slot_state: 'released' },
    },
  ]);
  const labelled = entries.find(({ event }) => event === 'instance_label_changed');
  expect(labelled).toMatchObject({ previous: { instance_name: null }, new: { instance_name: null } });
});

it('nothing is left of the templates of its business account', async () => {
  const { partnerId } = scene.partner;
  const waba = 'waba-with-templates';
  const template: TemplateRecord = {
    id: '1',
    name: 'sale',
    language: 'en',
    category: null,
    status: 'PAUSED',
    quality_score: null,
    rejected_reason: null,
    details: noDetails,
    components: [],
    status_at: 0,
    quality_at: 0,
    category_at: 0,
    created_in: 1,
    changed_in: 1,
    changed_at: 0,
    notes: null,
  };
  const customer = await scene.customer('with-templates');
  await scene.connect(await scene.instance(customer, 'with-templates'), 'number-with-templates', waba);
  await writeChunk(table, partnerId, waba, emptyChunk(chunkNumberOf(template.name)), [template]);
  expect(await troubledWabas(table, partnerId)).toEqual([waba]);
  await scene.erase(customer);
  await scene.finish(customer);
  expect(await troubledWabas(table, partnerId)).toEqual([]);
  expect(await readDirectory(table, partnerId, waba, 'strong')).toEqual({ head: null, chunks: [] });
});
