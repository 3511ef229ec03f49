import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { wordyTemplates } from '../../tools/harness/many-templates.ts';
import { meteringReads, type MeteredReads, type ReadCost } from './metered-reads.ts';
import { TemplateScene, templatesOf, type GivenTemplate } from '../../tools/harness/template-scene.ts';

const wabaId = '6600';
let scenery: Scenery;
let scene: TemplateScene;
let metered: MeteredReads;
let instanceId: string;
let templates: readonly GivenTemplate[];

beforeAll(async () => {
  scenery = await startScenery();
  metered = meteringReads(scenery.table);
  scene = await TemplateScene.start({ ...scenery, table: { ...scenery.table, ...metered.table } });
  instanceId = await scene.connectedInstance(wabaId);
  templates = wordyTemplates(6_000);
  await scene.putTemplates(wabaId, templates);
  await scene.pass(wabaId);
});
afterAll(() => scenery.stop());

/** The cost of a query once the caller is known. */
const costOf = async (route: string, query: Record<string, string>): Promise<ReadCost & { readonly shown: number }> => {
  await scene.query(route, query);
  metered.take();
  const reply = await scene.query(route, query);
  expect(reply.status).toBe(200);
  return { ...metered.take(), shown: 'items' in reply.body ? templatesOf(reply).length : 1 };
};

describe('among 6,000 templates of one business account', () => {
  test.each<Record<string, string>>([
    { page: '1' },
    { page: '120' },
    { page: '30', page_size: '200' },
    { status: 'REJECTED' },
    { language: 'pt_BR', status: 'APPROVED', page: '3' },
  ])('a list of %j takes one round trip of four queries', async (query) => {
    const cost = await costOf('list-partner-platform-templates', { waba_id: wabaId, ...query });
    expect(cost).toMatchObject({ requests: 4, roundTrips: 1 });
    expect(cost.units).toBeLessThanOrEqual(200);
    expect(cost.shown).toBeGreaterThan(0);
  });

  test('a list by an instance takes two round trips, because the instance has the id of the business account', async () => {
    const cost = await costOf('list-partner-platform-templates', { instance_id: instanceId });
    expect(cost.roundTrips).toBe(2);
  });

  test.each(['get-partner-platform-template', 'list-partner-platform-templates'])(
    '%s finds a name in one request of a few units',
    async (route) => {
      const [{ name, language } = { name: '', language: '' }] = templates;
      const query = { waba_id: wabaId, template_name: name, language };
      const cost = await costOf(route, query);
      expect(cost).toMatchObject({ requests: 1, roundTrips: 1, shown: 1 });
      expect(cost.units).toBeLessThanOrEqual(10);
    },
  );

  test('a template is found by its id in one round trip', async () => {
    const [template] = templatesOf(await scene.list({ waba_id: wabaId, page_size: '1' }));
    const query = { waba_id: wabaId, template_id: template?.template_id ?? '' };
    expect(await costOf('get-partner-platform-template', query)).toMatchObject({ requests: 4, roundTrips: 1 });
  });
});
