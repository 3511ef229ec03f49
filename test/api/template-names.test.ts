import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { freshId, TemplateScene, type GivenTemplate } from '../../tools/harness/template-scene.ts';
import { recordCommands } from '../../tools/harness/sent-commands.ts';
import { readNames } from '../../lambdas/store/templates/template-names.ts';
import { problemsOf } from './replies.ts';

const route = 'list-partner-template-names';

let scenery: Scenery;

beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const listed = z.object({
  names: z.array(z.looseObject({ name: z.string() })),
  accounts: z.number(),
  next_cursor: z.string().nullable(),
});
type Query = Readonly<Record<string, string>>;

const list = async (scene: TemplateScene, query: Query = {}): Promise<z.infer<typeof listed>> =>
  listed.parse((await scene.query(route, query)).body);

/** The names of all pages. */
const walk = async (scene: TemplateScene, query: Query): Promise<readonly (readonly string[])[]> => {
  const pages: (readonly string[])[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: z.infer<typeof listed> = await list(scene, { ...query, cursor });
    pages.push(page.names.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  return pages;
};

const account = async (scene: TemplateScene, id: string, templates: readonly Omit<GivenTemplate, 'id'>[]) => {
  await scene.connectedInstance(id);
  await scene.putTemplates(
    id,
    templates.map((template) => ({ id: freshId(), category: 'MARKETING', status: 'APPROVED', ...template })),
  );
  await scene.pass(id);
};

const many = Array.from({ length: 90 }, (_, count) => ({ name: `offer_${count}`, language: 'en' }));

describe('the names of the templates of all business accounts', () => {
  test('have their languages, and in how many accounts each status is', async () => {
    const scene = await TemplateScene.start(scenery);
    await account(scene, '8101', [
      { name: 'sale', language: 'en' },
      { name: 'sale', language: 'pt_BR', status: 'REJECTED' },
    ]);
    await account(scene, '8102', [{ name: 'sale', language: 'en', status: 'PAUSED' }]);
    await account(scene, '8103', [
      { name: 'sale', language: 'en' },
      { name: 'other', language: 'en' },
    ]);
    const alike = { category: 'MARKETING', rejected_reason: 'NONE' };
    const sale = {
      name: 'sale',
      accounts: 3,
      troubled: 2,
      statuses: [
        { status: 'APPROVED', accounts: 2 },
        { status: 'REJECTED', accounts: 1 },
        { status: 'PAUSED', accounts: 1 },
      ],
      variants: [
        { ...alike, language: 'en', status: 'APPROVED', accounts: 2, platform_waba_ids: ['8101', '8103'] },
        { ...alike, language: 'en', status: 'PAUSED', accounts: 1, platform_waba_ids: ['8102'] },
        { ...alike, language: 'pt_BR', status: 'REJECTED', accounts: 1, platform_waba_ids: ['8101'] },
      ],
    };
    expect(await list(scene, { template_name: 'sale' })).toMatchObject({
      accounts: 3,
      names: [sale],
      next_cursor: null,
    });
    const { names } = await list(scene);
    expect(names).toHaveLength(2);
    expect(names).toContainEqual(sale);
    expect((await list(scene, { template_name: 'sal' })).names).toEqual([]);
    expect((await list(scene, { search: 'AL' })).names).toEqual([sale]);
  });

  test('are walked through once each, in pages of any size, and with a filter', async () => {
    const scene = await TemplateScene.start(scenery);
    await account(scene, '8201', many);
    await account(scene, '8202', many.slice(40));
    for (const size of [1, 7, 200]) {
      const pages = await walk(scene, { page_size: String(size) });
      expect(pages.every((page) => page.length <= size)).toBe(true);
      expect(pages.flat().toSorted()).toEqual(many.map(({ name }) => name).toSorted());
    }
    expect((await walk(scene, { page_size: '3', search: 'offer_8' })).flat().toSorted()).toEqual(
      ['offer_8', ...Array.from({ length: 10 }, (_, count) => `offer_8${count}`)].toSorted(),
    );
  });

  test('are those of the partner alone, and a cursor those of its walk', async () => {
    const [scene, other] = [await TemplateScene.start(scenery), await TemplateScene.start(scenery)];
    await account(scene, '8301', many);
    expect(await list(other)).toMatchObject({ names: [], accounts: 0, next_cursor: null });
    const { next_cursor: cursor } = await list(scene, { page_size: '2', cursor: '' });
    const refused = await scene.query(route, { page_size: '2', search: 'x', cursor: cursor ?? '' });
    expect(problemsOf(refused)).toMatchObject([{ path: 'cursor', rule: 'format' }]);
  });

  test('are read in parts that do not grow with the accounts', async () => {
    const scene = await TemplateScene.start(scenery);
    await account(scene, '8401', many);
    const wabaIds = ['8401', ...Array.from({ length: 199 }, (_, count) => `absent-${count}`)];
    const recorder = recordCommands(scenery.table);
    const found: string[] = [];
    let [after, calls]: [string | null, number] = [null, 0];
    do {
      const { result, sent } = await recorder.during(() =>
        readNames(scenery.table, scene.partnerId, wabaIds, '', { after, pageSize: 200 }),
      );
      // Two parts of five chunks.
      expect(sent.length).toBeLessThanOrEqual(2 * wabaIds.length);
      found.push(...result.names.map(({ name }) => name));
      after = result.next;
      calls += 1;
    } while (after !== null);
    recorder.stop();
    expect([found.toSorted(), calls]).toEqual([many.map(({ name }) => name).toSorted(), 7]);
  });
});
