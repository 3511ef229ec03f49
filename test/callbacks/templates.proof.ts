import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { ofTemplates, recording } from '../template-sync/recorded-writes.ts';
import { freshId, templateOf, type ShownTemplate } from '../../tools/harness/template-scene.ts';
import { newCaller } from './newcomers.ts';
import type { PlatformCaller } from './platform-caller.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const minute = 60_000;

const shown = async ({ scene, subject }: PlatformCaller): Promise<ShownTemplate> =>
  templateOf(
    await scene.query('get-partner-platform-template', { waba_id: subject.wabaId, template_id: subject.templateId }),
  );

describe('a callback about a template', () => {
  test.each([
    ['template-approved', { status: 'APPROVED', rejected_reason: 'NONE' }],
    ['template-rejected', { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' }],
    ['template-paused', { status: 'PAUSED' }],
    ['template-disabled', { status: 'DISABLED' }],
    ['template-reinstated', { status: 'APPROVED' }],
    ['template-pending-deletion', { status: 'PENDING_DELETION', rejected_reason: null }],
    ['template-flagged', { status: 'PENDING' }],
    ['template-quality', { quality_score: 'YELLOW', status: 'PENDING' }],
    ['template-category', { category: 'MARKETING', status: 'PENDING' }],
    ['template-category-to-come', { category: 'UTILITY' }],
  ])('%s changes it to %j, and no other template', async (name, expected) => {
    const caller = await newCaller(scenery);
    const before = await caller.scene.all(caller.subject.wabaId);
    expect(await caller.say(name)).toBe(200);
    expect(await shown(caller)).toMatchObject(expected);
    const others = ({ template_id: id }: ShownTemplate): boolean => id !== caller.subject.templateId;
    expect((await caller.scene.all(caller.subject.wabaId)).filter(others)).toEqual(before.filter(others));
  });

  test('is applied to the template with its id, also beyond the range of a JavaScript number', async () => {
    const caller = await newCaller(scenery, '94607512030411223');
    await caller.say('template-paused');
    expect(await shown(caller)).toMatchObject({ template_id: '94607512030411223', status: 'PAUSED' });
  });

  test('without a name is applied by its id', async () => {
    const caller = await newCaller(scenery);
    const { wabaId, templateId } = caller.subject;
    const value = { event: 'PAUSED', message_template_id: Number(templateId), reason: 'NONE' };
    const time = Math.floor(scenery.clock.now() / 1000);
    const changes = [{ field: 'message_template_status_update', value }];
    await caller.send(JSON.stringify({ entry: [{ id: wabaId, time, changes }] }));
    expect((await shown(caller)).status).toBe('PAUSED');
  });

  test('is applied once when it is repeated', async () => {
    const caller = await newCaller(scenery);
    const again = recording(scenery.table);
    await caller.say('template-paused');
    await caller.say('template-paused', 0, again.table);
    expect(again.written).toEqual([]);
    expect(again.reads).toEqual(['BatchGetCommand']);
  });

  test('changes nothing when it is older than the stored state', async () => {
    const caller = await newCaller(scenery);
    await caller.say('template-approved', 5_000);
    await caller.say('template-paused', 4_000);
    expect((await shown(caller)).status).toBe('APPROVED');
    await caller.say('template-quality', -10 * minute);
    expect((await shown(caller)).quality_score).toBe('UNKNOWN');
  });

  test('is valid until the next sync, and does not override a later sync', async () => {
    const caller = await newCaller(scenery);
    const { wabaId, templateId } = caller.subject;
    await caller.say('template-paused');
    scenery.clock.pass(2_000);
    expect(await caller.scene.pass(wabaId)).toMatchObject({ status: 'succeeded', updated: 1 });
    expect((await shown(caller)).status).toBe('PENDING');
    await caller.say('template-disabled', -2 * minute);
    expect((await shown(caller)).status).toBe('PENDING');
    await scenery.control({ template: { id: templateId, status: 'PAUSED' } });
    await caller.say('template-approved', 10_000);
    expect(await caller.scene.pass(wabaId)).toMatchObject({ status: 'succeeded', updated: 0 });
    expect((await shown(caller)).status).toBe('APPROVED');
  });

  test('overrides a sync of the same second', async () => {
    const caller = await newCaller(scenery);
    scenery.clock.pass(1_000 - (scenery.clock.now() % 1000) + 900);
    await caller.scene.refresh({ waba_id: caller.subject.wabaId, force: true });
    await caller.scene.settle();
    await caller.say('template-paused');
    expect((await shown(caller)).status).toBe('PAUSED');
  });

  test('costs one write of each part together with a hundred others of its business account', async () => {
    const caller = await newCaller(scenery);
    const { wabaId } = caller.subject;
    const templates = Array.from({ length: 100 }, (_, index) => ({
      id: freshId(),
      name: `many_${index % 10}`,
      language: `l${index}`,
    }));
    await caller.scene.putTemplates(wabaId, templates);
    await caller.scene.pass(wabaId);
    const changes = templates.map(({ id, name }) => ({
      field: 'message_template_status_update',
      value: { event: 'PAUSED', message_template_id: Number(id), message_template_name: name, reason: 'NONE' },
    }));
    const recorded = recording(scenery.table);
    const time = Math.floor(scenery.clock.now() / 1000);
    await caller.send(JSON.stringify({ entry: [{ id: wabaId, time, changes }] }), recorded.table);
    expect(ofTemplates(recorded).length).toBeLessThanOrEqual(10);
    const all = await caller.scene.all(wabaId);
    expect(all.filter(({ status }) => status === 'PAUSED')).toHaveLength(100);
  });

  test('is applied for every partner with an instance of the business account, and for no other', async () => {
    const caller = await newCaller(scenery);
    const neighbour = await newCaller(scenery);
    await neighbour.scene.connectedInstance(caller.subject.wabaId);
    await neighbour.scene.pass(caller.subject.wabaId);
    await caller.say('template-paused');
    const shared = await neighbour.scene.all(caller.subject.wabaId);
    expect(shared.find(({ template_id: id }) => id === caller.subject.templateId)?.status).toBe('PAUSED');
    const own = await neighbour.scene.all(neighbour.subject.wabaId);
    expect(own.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    const stranger = await newCaller(scenery);
    expect(await stranger.scene.notifications()).toEqual([]);
  });
});

describe('members are notified', () => {
  test.each([
    [
      'template-rejected',
      'A template was rejected',
      'It cannot be sent. The platform says: INVALID_FORMAT: The body has a variable without an example. Add an example for each variable.',
    ],
    ['template-paused', 'A template was paused', 'it cannot be sent until the platform lifts the pause.'],
    ['template-disabled', 'A template was disabled', 'Edit it, or use another one.'],
  ])('of %s once, also when it is repeated or found by a sync', async (name, title, end) => {
    const caller = await newCaller(scenery);
    await caller.say(name);
    await caller.say(name);
    await caller.say(name, 3_000);
    const { status } = await shown(caller);
    await scenery.control({ template: { id: caller.subject.templateId, status } });
    scenery.clock.pass(5_000);
    await caller.scene.pass(caller.subject.wabaId);
    expect(await caller.scene.notifications()).toEqual([
      expect.objectContaining({
        category: 'templates',
        title,
        body: expect.stringMatching(new RegExp(`${end}$`)),
        entity: { type: 'template', id: caller.subject.templateId },
      }),
    ]);
  });

  test.each(['template-approved', 'template-quality', 'template-category', 'template-flagged'])(
    'not of %s',
    async (name) => {
      const caller = await newCaller(scenery);
      await caller.say(name);
      expect(await caller.scene.notifications()).toEqual([]);
    },
  );
});

describe('a callback about an unknown template', () => {
  const unknown = async (caller: PlatformCaller, event: string): Promise<void> => {
    const { wabaId } = caller.subject;
    const template = { id: freshId(), name: freshId(), language: 'en', status: 'APPROVED' };
    await caller.scene.putTemplates(wabaId, [template]);
    const value = { event, message_template_id: Number(template.id), message_template_name: template.name };
    const time = Math.floor(scenery.clock.now() / 1000);
    const changes = [{ field: 'message_template_status_update', value }];
    await caller.send(JSON.stringify({ entry: [{ id: wabaId, time, changes }] }));
  };

  test('begins a sync; many of them begin few', async () => {
    const caller = await newCaller(scenery);
    const { wabaId } = caller.subject;
    scenery.clock.pass(2 * minute);
    await scenery.control({ clear_calls: true });
    await unknown(caller, 'APPROVED');
    expect(await caller.scene.latest(wabaId)).toMatchObject({ trigger: 'platform', status: 'queued' });
    for (let time = 0; time < 10; time += 1) {
      await caller.scene.settle();
      await unknown(caller, 'APPROVED');
      scenery.clock.pass(2_000);
    }
    scenery.clock.pass(2 * minute);
    await caller.scene.settle();
    expect(await caller.scene.all(wabaId)).toHaveLength(3 + 11);
    const { calls } = await scenery.state();
    expect(calls.filter(({ path }) => path === `/${wabaId}/message_templates`)).toHaveLength(2);
  });

  test('begins no sync when the template is deleted', async () => {
    const caller = await newCaller(scenery);
    const before = await caller.scene.latest(caller.subject.wabaId);
    scenery.clock.pass(5 * minute);
    await unknown(caller, 'DELETED');
    await caller.scene.settle();
    expect(await caller.scene.latest(caller.subject.wabaId)).toEqual(before);
  });
});
