import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { work } from '../../lambdas/kernel/work.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { runners } from '../../lambdas/template-sync/runners.ts';
import { mortal, type Death } from '../mortal.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { TemplateScene, type GivenTemplate } from '../../tools/harness/template-scene.ts';
import type { ShownSync } from '../../tools/harness/sync-shape.ts';

const wabaId = '6200';
let scenery: Scenery;
let scene: TemplateScene;

beforeAll(async () => {
  scenery = await startScenery();
  const started = await TemplateScene.start(scenery);
  scene = started;
  await scene.connectedInstance(wabaId);
});
afterAll(() => scenery.stop());

const pageSize = 3;
const small = () => ({ ...scene.deps, pageSize });

let generation = 0;
/** 12 templates are changed, one is new, and one of the previous sync is removed: five pages. */
const nextGeneration = async (): Promise<readonly GivenTemplate[]> => {
  generation += 1;
  const components = [{ type: 'BODY', text: `Words of generation ${generation}` }];
  const lasting = Array.from({ length: 12 }, (_, index) => ({ id: `62${index}`, name: `name_${index}` }));
  const transient = { id: `62-${generation}`, name: `passing_${generation}` };
  const templates = [...lasting, transient].map((template) => ({ ...template, language: 'en', components }));
  await scene.removeTemplate(`62-${generation - 1}`);
  await scene.putTemplates(wabaId, templates);
  return templates;
};

/** The cursors of the requested pages, in order. */
const cursorsAsked = async (): Promise<readonly string[]> => {
  const { calls } = await scenery.state();
  const pages = calls.filter(({ path }) => path.endsWith('/message_templates'));
  return pages.map(({ query }) => query['after'] ?? 'first');
};

const begun = async (): Promise<void> => {
  scenery.clock.pass(61_000);
  await scenery.control({ clear_calls: true });
  const asked = await scene.refresh({ waba_id: wabaId, force: true });
  expect(asked.status).toBe(202);
};

const shownAs = (templates: readonly GivenTemplate[]): Promise<void> =>
  scene.all(wabaId).then((shown) => {
    const found = shown.map(({ template_id: id, components }) => [id, components] as const);
    const expected = templates.map(({ id, components }) => [id, components] as const);
    expect(new Map(found)).toEqual(new Map(expected));
    expect(found).toHaveLength(templates.length);
  });

/** All stored items of the templates and of the latest sync. */
const kept = async (): Promise<unknown> => {
  const { pk } = keys.templateHead(scene.partnerId, wabaId);
  const items = await queryAll(scenery.table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
  return { items, sync: await scene.latest(wabaId) };
};

/** A worker that crashes, and another one that continues when the lease has expired. */
const passWithDeath = async (death: Death | null): Promise<readonly string[]> => {
  await begun();
  const [hint, ...others] = await scene.dueNow('sync');
  expect(others).toEqual([]);
  if (hint === undefined) throw new Error('nothing is due');
  const worker = mortal(small(), death);
  const until = scenery.clock.now() + 60_000;
  await runWork(runners(worker.deps, until), hint).catch(() => undefined);
  scenery.clock.pass(work.templatePass.lease + 1);
  await scene.settle(small());
  return worker.effects;
};

const whole = (sync: Partial<ShownSync>): Record<string, unknown> => ({
  status: 'succeeded',
  fetched: 13,
  created: 1,
  updated: 12,
  removed: 1,
  pages: 5,
  error: null,
  ...sync,
});

describe('a sync whose worker crashes', () => {
  beforeAll(async () => {
    const templates = await nextGeneration();
    await passWithDeath(null);
    expect(await scene.latest(wabaId)).toMatchObject({ ...whole({ created: 13, updated: 0, removed: 0 }) });
    await shownAs(templates);
  });

  test('at any call continues from its current page, counts each template once, and removes none', async () => {
    await nextGeneration();
    const effects = await passWithDeath(null);
    const straight = await cursorsAsked();
    expect(straight).toHaveLength(5);
    expect(new Set(straight).size).toBe(5);
    expect(effects.filter((effect) => effect.startsWith('GET'))).toHaveLength(5);
    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const when of ['before', 'after'] as const) {
        const death = { effect, when };
        const templates = await nextGeneration();
        await passWithDeath(death);
        const asked = await cursorsAsked();
        // No page but the current one is requested twice.
        const withoutRepetition = asked.filter((cursor, index) => cursor !== asked[index - 1]);
        expect({ death, asked: withoutRepetition.length }).toEqual({ death, asked: 5 });
        expect(asked.length).toBeLessThanOrEqual(6);
        expect({ death, ...(await scene.latest(wabaId)) }).toMatchObject({ death, ...whole({}) });
        await shownAs(templates);
      }
    }
  });

  test('while another worker has taken it over writes nothing more', async () => {
    await nextGeneration();
    await begun();
    const [hint] = await scene.dueNow('sync');
    if (hint === undefined) throw new Error('nothing is due');
    const { call } = scenery.client;
    let pages = 0;
    let left: unknown;
    const slow: typeof scene.deps = {
      ...small(),
      platform: {
        call: async (request) => {
          pages += 1;
          if (pages === 3) {
            scenery.clock.pass(work.templatePass.lease + 1);
            await scene.settle(small());
            left = await kept();
          }
          return call(request);
        },
      },
    };
    await runWork(runners(slow, scenery.clock.now() + 3_600_000), hint);
    expect(await kept()).toEqual(left);
    expect(await scene.latest(wabaId)).toMatchObject({ ...whole({}) });
  });
});

describe('a sync that does not fit into the time of one worker', () => {
  test('stops after a page, and the next worker continues at once', async () => {
    const templates = await nextGeneration();
    await begun();
    for (let page = 1; page <= 4; page += 1) {
      const [hint] = await scene.dueNow('sync');
      if (hint === undefined) throw new Error('nothing is due');
      await runWork(runners(small(), scenery.clock.now()), hint);
      expect(await scene.latest(wabaId)).toMatchObject({ status: 'running', pages: page, fetched: page * pageSize });
    }
    await scene.settle(small());
    expect(await scene.latest(wabaId)).toMatchObject({ ...whole({}) });
    expect(await cursorsAsked()).toHaveLength(5);
    await shownAs(templates);
  });
});
