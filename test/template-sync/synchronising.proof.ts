import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { manyTemplates } from '../../tools/harness/many-templates.ts';
import { ofTemplates, recording } from './recorded-writes.ts';
import { TemplateScene } from '../../tools/harness/template-scene.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

describe('6,000 templates over 3 business accounts and 12 languages', () => {
  let scene: TemplateScene;
  const accounts = ['6001', '6002', '6003'].map((wabaId) => ({ wabaId, templates: manyTemplates(2_000) }));

  beforeAll(async () => {
    scene = await TemplateScene.start(scenery);
    for (const { wabaId, templates } of accounts) {
      await scene.connectedInstance(wabaId);
      await scene.putTemplates(wabaId, templates);
    }
  });

  test('are stored by one refresh of each business account', async () => {
    for (const { wabaId, templates } of accounts) {
      const sync = await scene.pass(wabaId);
      expect(sync).toMatchObject({
        trigger: 'request',
        status: 'succeeded',
        fetched: 2_000,
        created: 2_000,
        updated: 0,
        removed: 0,
        pages: 8,
        error: null,
      });
      const shown = await scene.all(wabaId);
      const expected = templates.map(({ id, name, language, components }) => ({ id, name, language, components }));
      const found = shown.map((template) => ({
        id: template.template_id,
        name: template.name,
        language: template.language,
        components: template.components,
      }));
      const byId = (left: { id: string }, right: { id: string }): number => (left.id < right.id ? -1 : 1);
      expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
      expect(new Set(shown.map((template) => template.platform_waba_id))).toEqual(new Set([wabaId]));
    }
  });

  test('cost no write of a template when nothing has changed', async () => {
    const recorded = recording(scenery.table);
    const sync = await scene.pass('6001', { ...scene.deps, table: recorded.table });
    expect(sync).toMatchObject({ status: 'succeeded', fetched: 2_000, created: 0, updated: 0, removed: 0 });
    expect(ofTemplates(recorded)).toEqual([]);
  });

  test.each([{ components: [{ type: 'BODY', text: 'Other words' }] }, { message_send_ttl_seconds: 60 }])(
    'cost one write when one changed: %j',
    async (change) => {
      const changed = accounts[0]?.templates[777];
      await scenery.control({ template: { id: changed?.id, ...change } });
      const recorded = recording(scenery.table);
      const sync = await scene.pass('6001', { ...scene.deps, table: recorded.table });
      expect(sync).toMatchObject({ status: 'succeeded', fetched: 2_000, created: 0, updated: 1, removed: 0 });
      expect(ofTemplates(recorded)).toHaveLength(1);
    },
  );

  test('cost one write when one was removed, which leaves the list', async () => {
    const gone = accounts[1]?.templates[1_234];
    await scene.removeTemplate(gone?.id ?? '');
    const recorded = recording(scenery.table);
    const sync = await scene.pass('6002', { ...scene.deps, table: recorded.table });
    expect(sync).toMatchObject({ status: 'succeeded', fetched: 1_999, created: 0, updated: 0, removed: 1 });
    expect(ofTemplates(recorded)).toHaveLength(1);
    const query = { waba_id: '6002', template_id: gone?.id ?? '' };
    expect((await scene.query('get-partner-platform-template', query)).status).toBe(404);
    expect(await scene.all('6002')).toHaveLength(1_999);
  });
});
