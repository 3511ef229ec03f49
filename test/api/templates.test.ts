import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { syncOf, TemplateScene, templateOf, templatesOf } from '../../tools/harness/template-scene.ts';
import { errorOf, pageOf, problemsOf, verdictOf } from './replies.ts';
import type { Reply } from '../../tools/harness/service.ts';

const routes = {
  list: 'list-partner-platform-templates',
  get: 'get-partner-platform-template',
  sync: 'get-partner-platform-template-sync',
} as const;

const welcome = { name: 'welcome', category: 'MARKETING', status: 'APPROVED' };
const details = {
  parameter_format: 'NAMED',
  sub_category: 'CUSTOM',
  previous_category: 'UTILITY',
  message_send_ttl_seconds: -1,
  library_template_name: 'welcome_to_the_shop',
};
const shop = [
  { id: '71', ...welcome, language: 'en', components: [{ type: 'BODY', text: 'Hello {{1}}' }] },
  { id: '72', ...welcome, language: 'de' },
  { id: '73', ...welcome, ...details, language: 'pt_BR', status: 'REJECTED' },
  { id: '74', name: 'order_sent', language: 'en', category: 'UTILITY', status: 'PAUSED' },
  { id: '75', name: 'a_code', language: 'en', category: 'AUTHENTICATION', status: 'APPROVED' },
];

let scenery: Scenery;
/** A partner with one business account, one with two, and one with none. */
let one: TemplateScene;
let two: TemplateScene;
let none: TemplateScene;
let instanceOfShop: string;
let instanceOfOffice: string;

beforeAll(async () => {
  scenery = await startScenery();
  one = await TemplateScene.start(scenery);
  two = await TemplateScene.start(scenery);
  none = await TemplateScene.start(scenery);
  await one.connectedInstance('7000');
  await one.putTemplates('7000', [{ id: '70', ...welcome, language: 'en' }]);
  instanceOfShop = await two.connectedInstance('7001');
  instanceOfOffice = await two.connectedInstance('7002');
  await two.putTemplates('7001', shop);
  await two.putTemplates('7002', [{ id: '79', ...welcome, language: 'en' }]);
  await one.pass('7000');
  await two.pass('7001');
  await two.pass('7002');
});
afterAll(() => scenery.stop());

const idsOf = (reply: Reply): readonly string[] => templatesOf(reply).map((template) => template.template_id);
const onlyProblem = (reply: Reply): { path: string; rule: string; message: string } => {
  const [problem, ...others] = problemsOf(reply);
  expect(others).toEqual([]);
  if (problem === undefined) throw new Error('no problem');
  return problem;
};

describe('the business account of a query about templates', () => {
  const asked = { template_id: '70' };

  test("is the partner's only one when none is named", async () => {
    expect(idsOf(await one.list({}))).toEqual(['70']);
    expect(templateOf(await one.query(routes.get, asked))).toMatchObject({ platform_waba_id: '7000' });
    expect(syncOf(await one.query(routes.sync, {}))).toMatchObject({ waba_id: '7000' });
    expect(syncOf(await one.refresh({}))).toMatchObject({ waba_id: '7000' });
  });

  test('must be named when there are several, or none', async () => {
    for (const scene of [two, none]) {
      const replies = [
        await scene.list({}),
        await scene.query(routes.get, asked),
        await scene.query(routes.sync, {}),
        await scene.refresh({}),
      ];
      expect(replies.map(verdictOf)).toEqual(Array.from({ length: 4 }, () => '400 waba_scope_required'));
      expect(replies.map((reply) => errorOf(reply).message)).toEqual(
        Array.from({ length: 4 }, () => expect.stringContaining('instance_id or platform_waba_id is required')),
      );
    }
  });

  test('may be named by its id, by the alias, by one of its instances, and by all of them', async () => {
    const scopes: readonly Record<string, string>[] = [
      { platform_waba_id: '7002' },
      { waba_id: '7002' },
      { instance_id: instanceOfOffice },
      { instance_id: instanceOfOffice.toUpperCase(), platform_waba_id: ' 7002 ', waba_id: '7002' },
      { instance_id: instanceOfOffice, waba_id: '' },
    ];
    for (const scope of scopes) {
      expect(idsOf(await two.list(scope))).toEqual(['79']);
      expect(templateOf(await two.query(routes.get, { ...scope, template_id: '79' })).template_id).toBe('79');
      expect(syncOf(await two.query(routes.sync, scope)).waba_id).toBe('7002');
      expect(syncOf(await two.refresh(scope)).waba_id).toBe('7002');
    }
  });

  test('must not be two different ones', async () => {
    const scopes: readonly Record<string, string>[] = [
      { platform_waba_id: '7001', waba_id: '7002' },
      { instance_id: instanceOfShop, waba_id: '7002' },
    ];
    for (const scope of scopes) {
      expect(verdictOf(await two.list(scope))).toBe('400 conflicting_selectors');
      expect(verdictOf(await two.query(routes.get, { ...scope, template_id: '71' }))).toBe('400 conflicting_selectors');
      expect(verdictOf(await two.query(routes.sync, scope))).toBe('400 conflicting_selectors');
      expect(verdictOf(await two.refresh(scope))).toBe('400 conflicting_selectors');
    }
  });

  test("is not found when it is unknown or another partner's, and neither is its instance", async () => {
    const scopes: readonly Record<string, string>[] = [
      { waba_id: '7000' },
      { waba_id: '1' },
      { instance_id: '01890a5d-ac96-774b-bcce-b302099a8057' },
    ];
    for (const scope of scopes) {
      expect(verdictOf(await two.list(scope))).toBe('404 not_found');
      expect(verdictOf(await two.query(routes.get, { ...scope, template_id: '70' }))).toBe('404 not_found');
      expect(verdictOf(await two.query(routes.sync, scope))).toBe('404 not_found');
      expect(verdictOf(await two.refresh(scope))).toBe('404 not_found');
    }
    expect(verdictOf(await one.list({ instance_id: instanceOfShop }))).toBe('404 not_found');
    expect(verdictOf(await one.refresh({ instance_id: instanceOfShop }))).toBe('404 not_found');
  });

  test('must be one with an instance that was connected to it', async () => {
    const scope = { instance_id: await none.newInstance() };
    expect(verdictOf(await none.list(scope))).toBe('404 not_found');
    expect(verdictOf(await none.query(routes.sync, scope))).toBe('404 not_found');
    expect(verdictOf(await none.refresh(scope))).toBe('409 invalid_state');
  });

  test('is named by text, or by a UUID', async () => {
    expect(onlyProblem(await two.list({ instance_id: 'x' }))).toMatchObject({ path: 'instance_id', rule: 'format' });
    expect(onlyProblem(await two.refresh({ waba_id: 7001 }))).toMatchObject({ path: 'waba_id', rule: 'type' });
  });
});

describe('a template', () => {
  const get = (query: Record<string, string>): Promise<Reply> => two.query(routes.get, { waba_id: '7001', ...query });

  test('is found by its id, and by its name in a language', async () => {
    const expected = {
      template_id: '73',
      platform_waba_id: '7001',
      name: 'welcome',
      language: 'pt_BR',
      category: 'MARKETING',
      status: 'REJECTED',
      quality_score: 'UNKNOWN',
      rejected_reason: 'NONE',
      rejection_info: null,
      disable_date: null,
      other_info: null,
      category_change: null,
      correct_category: null,
      ...details,
      components: [{ type: 'BODY', text: 'Hello' }],
      last_synced_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    };
    const queries: readonly Record<string, string>[] = [
      { template_id: '73' },
      { template_id: ' 73 ', language: 'pt_BR', template_name: '' },
      { template_name: 'welcome', language: 'pt_BR' },
    ];
    for (const query of queries) {
      expect((await get(query)).body['template']).toEqual(expected);
    }
  });

  test('has no value of what the platform does not say', async () => {
    expect((await get({ template_id: '74' })).body['template']).toMatchObject({
      parameter_format: 'POSITIONAL',
      sub_category: null,
      previous_category: null,
      message_send_ttl_seconds: null,
      library_template_name: null,
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ template_id: '79' }, 'another business account'],
    [{ template_id: '73', language: 'en' }, 'another language'],
    [{ template_name: 'welcome', language: 'pt' }, 'a language it is not written in'],
    [{ template_name: 'Welcome', language: 'en' }, 'another name'],
  ])('is not found by %j, which is of %s', async (query) => {
    expect(verdictOf(await get(query))).toBe('404 not_found');
  });

  test.each<[Record<string, string>, Record<string, string>]>([
    [{}, { path: '', rule: 'selector', message: 'the request needs template_id, or template_name with language' }],
    [
      { template_name: 'welcome' },
      { path: 'language', rule: 'required', message: 'language is required beside template_name' },
    ],
    [
      { template_name: 'welcome', language: ' ' },
      { path: 'language', rule: 'required', message: 'language is required beside template_name' },
    ],
    [
      { template_name: 'welcome', language: 'en', template_id: '71' },
      { path: 'template_name', rule: 'selector', message: 'template_name must not stand beside template_id' },
    ],
    [
      { template_name: 'n'.repeat(513), language: 'en' },
      { path: 'template_name', rule: 'maximum', message: 'template_name must have at most 512 characters' },
    ],
  ])('is refused for %j', async (query, problem) => {
    const reply = await get(query);
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(onlyProblem(reply)).toEqual(problem);
    expect(errorOf(reply).message).toBe(problem['message']);
  });
});

describe('the list of templates', () => {
  const list = (query: Record<string, string>): Promise<Reply> => two.list({ waba_id: '7001', ...query });

  test('is in the order of names, then languages', async () => {
    const reply = await list({});
    expect(idsOf(reply)).toEqual(['75', '74', '72', '71', '73']);
    expect(pageOf(reply)).toMatchObject({ total: 5, page: 1, page_size: 50, pages: 1 });
    expect(reply.body).toMatchObject({ ok: true, partner_id: two.partnerId });
  });

  test.each<[Record<string, string>, readonly string[]]>([
    [{ status: 'APPROVED' }, ['75', '72', '71']],
    [{ status: 'approved' }, []],
    [{ status: 'NO_SUCH_STATUS' }, []],
    [{ status: '' }, ['75', '74', '72', '71', '73']],
    [{ language: 'en' }, ['75', '74', '71']],
    [{ language: 'xx' }, []],
    [{ template_name: 'welcome', language: 'de' }, ['72']],
    [{ template_name: 'welcome', language: 'de', status: 'REJECTED' }, []],
    [{ template_id: '74' }, ['74']],
    [{ language: 'en', status: 'APPROVED' }, ['75', '71']],
  ])('filtered by %j holds %j', async (query, expected) => {
    const reply = await list(query);
    expect(idsOf(reply)).toEqual(expected);
    expect(pageOf(reply)).toMatchObject({ total: expected.length, pages: expected.length === 0 ? 0 : 1 });
  });

  test('has pages, and an empty one past the end', async () => {
    expect(idsOf(await list({ page: '2', page_size: '2' }))).toEqual(['72', '71']);
    expect(pageOf(await list({ page: '3', page_size: '2' }))).toMatchObject({ total: 5, page: 3, pages: 3 });
    expect(idsOf(await list({ page: '4', page_size: '2' }))).toEqual([]);
    expect(idsOf(await list({ page: '2', page_size: '1', language: 'en' }))).toEqual(['74']);
  });

  test.each<[Record<string, string>, string, string]>([
    [{ page_size: '201' }, 'page_size', 'maximum'],
    [{ page: '0' }, 'page', 'minimum'],
    [{ template_name: 'welcome' }, 'language', 'required'],
    [{ template_name: 'welcome', language: 'en', template_id: '71' }, 'template_name', 'selector'],
    [{ status: 's'.repeat(101) }, 'status', 'maximum'],
  ])('refuses %j', async (query, path, rule) => {
    const reply = await list(query);
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(onlyProblem(reply)).toMatchObject({ path, rule });
  });

  test('is empty before the first sync, and remains when its last instance was deactivated', async () => {
    const scene = await TemplateScene.start(scenery);
    const instance = await scene.connectedInstance('7010');
    expect(pageOf(await scene.list({}))).toMatchObject({ items: [], total: 0, pages: 0 });
    expect(verdictOf(await scene.query(routes.sync, {}))).toBe('404 not_found');
    await scene.putTemplates('7010', [{ id: '7010-1', ...welcome, language: 'en' }]);
    await scene.pass('7010');
    const gone = await scene.service.call('DELETE', {
      query: { route: 'deactivate-partner-instance', instance_id: instance },
    });
    expect(gone.status).toBe(200);
    expect(idsOf(await scene.list({}))).toEqual(['7010-1']);
    expect(verdictOf(await scene.refresh({ force: true }))).toBe('409 invalid_state');
  });
});

test('business accounts are listed with their connected instances, their templates and their latest sync', async () => {
  const route = 'list-partner-business-accounts';
  const found = await two.query(route, { page_size: '1', page: '2' });
  expect(found).toMatchObject({ status: 200, body: { total: 2, page: 2, page_size: 1, pages: 2 } });
  expect(found.body['items']).toEqual([
    {
      platform_waba_id: '7002',
      lines: 1,
      templates: 1,
      troubled: 0,
      last_sync: syncOf(await two.query(routes.sync, { waba_id: '7002' })),
    },
  ]);
  expect((await two.query(route, {})).body['items']).toMatchObject([
    { platform_waba_id: '7001', lines: 1, templates: shop.length, troubled: 2, last_sync: { status: 'succeeded' } },
    { platform_waba_id: '7002' },
  ]);
  expect((await none.query(route, {})).body).toMatchObject({ items: [], total: 0, pages: 0 });
});
