import { expect, it } from '@jest/globals';
import type { PlatformChange, TemplateContent } from '../../../lambdas/domain/platform-change.ts';
import { noDetails, type TemplateRecord } from '../../../lambdas/domain/template.ts';
import { newId, systemRetryPolicy } from '../../../lambdas/runtime/clock.ts';
import { unpackEntry } from '../../../lambdas/store/customers/packed-entry.ts';
import { hasInstanceOfWaba, hasWaba } from '../../../lambdas/store/instances/waba-instances.ts';
import { watchWabaClauses } from '../../../lambdas/store/instances/watch-waba.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { emptyChunk } from '../../../lambdas/store/templates/chunk.ts';
import { chunkNumberOf, readChunk, readDirectory, writeChunk } from '../../../lambdas/store/templates/directory.ts';
import { notificationClauses } from '../../../lambdas/store/notifications/notifications.ts';
import { StoredTemplates } from '../../../lambdas/template-sync/stored-templates.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { rawItems } from '../../../tools/harness/traces.ts';
import { interposed, type Command } from '../../interposed-table.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
});

const template = (name: string): TemplateRecord => ({
  id: String(name.length),
  name,
  language: 'en',
  category: null,
  status: 'APPROVED',
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
});

const noNotes = { disable_date: null, other_info: null, rejection_info: null };

const store = (waba: string, name: string): Promise<unknown> =>
  writeChunk(table, scene.partner.partnerId, waba, emptyChunk(chunkNumberOf(name)), [template(name)]);

/** Connects an instance, as the end of its sign-up does. */
const connect = async (instanceId: string, number: string, waba: string): Promise<void> => {
  await scene.connect(instanceId, number, waba);
  const { partnerId } = scene.partner;
  await commit(table, watchWabaClauses(table, partnerId, waba, instanceId, scene.clock.now()));
};

const stored = async (waba: string) => {
  const { partnerId } = scene.partner;
  const { head, chunks } = await readDirectory(table, partnerId, waba, 'strong');
  return {
    hasInstance: await hasInstanceOfWaba(table, partnerId, waba),
    isListed: await hasWaba(table, partnerId, waba),
    hasSchedule: head !== null,
    templates: chunks.flatMap(({ rows }) => rows.map(({ name }) => name)).sort(),
  };
};

const inputOf = ({ input }: Command): string => JSON.stringify(input);

it.each([
  ['one', 'right after the other lines were looked for', /platform_waba_id = :waba/, ['one', 'two']],
  ['two', 'while its templates are deleted', /"Delete".*"T#/, []],
] as const)('(%s) a line that is connected to the business account %s keeps it', async (name, _, moment, left) => {
  const waba = `waba-${name}`;
  const erased = await scene.customer(`erased-${name}`);
  await connect(await scene.instance(erased, `erased-${name}`), `1-${name}`, waba);
  const second = await scene.instance(await scene.customer(`other-${name}`), `other-${name}`);
  await store(waba, 'one');
  await store(waba, 'two');
  let isConnected = false;
  const between = interposed(table, async (command, send) => {
    const answer = await send();
    if (!isConnected && moment.test(inputOf(command))) {
      isConnected = true;
      await connect(second, `2-${name}`, waba);
    }
    return answer;
  });
  await scene.erase(erased);
  await scene.finish(erased, { ...scene.deps, table: between });
  expect(isConnected).toBe(true);
  expect(await stored(waba)).toEqual({ hasInstance: true, isListed: true, hasSchedule: true, templates: left });
});

it('leaves nothing of a business account without other lines', async () => {
  const waba = 'waba-alone';
  const erased = await scene.customer('alone');
  await connect(await scene.instance(erased, 'alone'), 'number-alone', waba);
  await store(waba, 'one');
  await scene.erase(erased);
  await scene.finish(erased);
  expect(await stored(waba)).toEqual({ hasInstance: false, isListed: false, hasSchedule: false, templates: [] });
});

/** The keys of the items that contain a text, packed entries included. */
const findings = async (text: string): Promise<readonly string[]> =>
  (await rawItems(table)).flatMap((item) => {
    const packed = item['entry'] instanceof Uint8Array ? JSON.stringify(unpackEntry(item['entry'])) : '';
    return `${JSON.stringify(item)}${packed}`.includes(text) ? [`${String(item['pk'])} / ${String(item['sk'])}`] : [];
  });

const reject = async (waba: string, name: string): Promise<void> => {
  await store(waba, name);
  const { partnerId } = scene.partner;
  const deps = { table, retryPolicy: systemRetryPolicy, clock: scene.clock.now, newId };
  const chunk = await readChunk(table, partnerId, waba, chunkNumberOf(name));
  const rejection: PlatformChange<TemplateContent> = {
    wabaId: waba,
    at: scene.clock.now() + 1_000,
    content: {
      about: 'template',
      templateId: template(name).id,
      name,
      update: { kind: 'status', status: 'REJECTED', rejectedReason: 'ABUSIVE_CONTENT', category: null, notes: noNotes },
      readsAgain: false,
    },
  };
  await new StoredTemplates(deps, partnerId, waba, [chunk]).apply([rejection], 0);
};

it('leaves nothing of its templates and lines in events and notifications, and all of another account', async () => {
  await scene.command('PATCH', 'update-partner-webhook-event-types', {
    event_types: ['service.partner.template.updated'],
  });
  const customer = await scene.customer('with-templates');
  const instance = await scene.instance(customer, 'with-templates');
  await scene.connect(instance, 'number-with-templates', 'waba-of-erased');
  const other = await scene.instance(await scene.customer('remaining'), 'remaining');
  await scene.connect(other, 'number-remaining', 'waba-remaining');
  await reject('waba-of-erased', 'jane_doe_dental_reminder');
  await reject('waba-remaining', 'remaining_template');
  const notice = (type: string, id: string, body: string) => ({
    kind: 'account_restricted' as const,
    facts: { restricted_until: body },
    category: 'platform_alerts' as const,
    severity: 'warning' as const,
    title: 'The platform restricted a number',
    body,
    entity: { type, id },
  });
  const about = [
    notice('instance', instance, 'Doe Dental is restricted'),
    notice('waba', 'waba-of-erased', 'Doe Dental is banned'),
    { ...notice('instance', instance, 'The token of Doe Dental was revealed'), audience: 'admins' as const },
    notice('instance', other, 'Remaining Ltd is restricted'),
  ];
  const { partnerId } = scene.partner;
  await commit(table, notificationClauses(table, newId)(partnerId, about, scene.clock.now()));
  const kept = await Promise.all(['remaining_template', 'Remaining Ltd'].map(findings));
  expect(await findings('jane_doe_dental_reminder')).toHaveLength(2);
  await scene.erase(customer);
  await scene.finish(customer);
  expect(await findings('jane_doe_dental_reminder')).toEqual([]);
  expect(await findings('Doe Dental')).toEqual([]);
  expect(await Promise.all(['remaining_template', 'Remaining Ltd'].map(findings))).toEqual(kept);
});
