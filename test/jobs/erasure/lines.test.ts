import { expect, it } from '@jest/globals';
import type { ConnectProgress } from '../../../lambdas/domain/connect-session.ts';
import { noDetails, type TemplateRecord } from '../../../lambdas/domain/template.ts';
import { hour } from '../../../lambdas/kernel/time.ts';
import { readErasure } from '../../../lambdas/store/erasure/erasures.ts';
import { readSession, sessionClause, type SessionRecord } from '../../../lambdas/store/instances/connect-sessions.ts';
import { readInstance } from '../../../lambdas/store/instances/instances.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { emptyChunk } from '../../../lambdas/store/templates/chunk.ts';
import { chunkNumberOf, readDirectory, writeChunk } from '../../../lambdas/store/templates/directory.ts';
import { troubledWabas } from '../../../lambdas/store/templates/troubled-accounts.ts';
import { entriesOf } from '../../api/replies.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

const callbackSet: ConnectProgress = {
  step: 'callback_set',
  sealed_token: 'sealed',
  token_expires_at: null,
  signed_up_since: null,
  told: null,
  waba_id: null,
  phone_number_id: null,
  attempts: 0,
  asks: null,
  awaits_name: false,
  awaits_limit: false,
  awaits_calls: false,
  sealed_pin: null,
  wrong_pins: 0,
  coexistence: false,
  syncs: [],
  sync_error: null,
};

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

it('a connection that may have set a callback is kept until it has removed it', async () => {
  const { partnerId } = scene.partner;
  const customer = await scene.customer('while-connecting');
  const line = await scene.instance(customer, 'while-connecting');
  await scene.command('POST', 'create-connect-session', { instance_id: line });
  const sessionId = (await readInstance(table, partnerId, line))?.instance.session_id ?? '';
  const session = (): Promise<SessionRecord | null> => readSession(table, partnerId, line, sessionId);
  const change = async (changes: Partial<SessionRecord>): Promise<void> => {
    const record = await session();
    if (record === null) throw new Error('the session has gone');
    await commit(table, [sessionClause(table, { ...record, ...changes, revision: record.revision + 1 })]);
  };
  await change({ progress: callbackSet, busyUntil: scene.clock.now() + hour });
  await scene.erase(customer);
  for (let round = 0; round < 100; round += 1) if (!(await scene.step())) scene.clock.pass(1_000);
  expect(await readErasure(table, partnerId, customer)).toMatchObject({ state: 'running', step: 'belongings' });
  await change({ progress: null, busyUntil: null });
  await scene.finish(customer);
  expect(await session()).toBeNull();
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
