import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { workKeyOfKind } from '../../lambdas/store/table/keys.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import {
  budgetedClient,
  freshId,
  syncOf,
  TemplateScene,
  type GivenTemplate,
} from '../../tools/harness/template-scene.ts';
import type { ShownSync } from '../../tools/harness/sync-shape.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());
beforeEach(() => scenery.control({ clear: true, clear_calls: true }));

const minutes = 60_000;

interface Account {
  readonly scene: TemplateScene;
  readonly wabaId: string;
  readonly instanceId: string;
  readonly path: string;
  readonly templates: readonly GivenTemplate[];
}

/** A business account with five pages of templates, all of them stored. */
const account = async (): Promise<Account> => {
  const scene = await TemplateScene.start(scenery, budgetedClient(scenery));
  const wabaId = freshId();
  const instanceId = await scene.connectedInstance(wabaId);
  const templates = Array.from({ length: 23 }, (_, index) => ({
    id: freshId(),
    name: `name_${index}`,
    language: 'en',
    status: 'APPROVED',
  }));
  await scene.putTemplates(wabaId, templates);
  const found = { scene, wabaId, instanceId, path: `/${wabaId}/message_templates`, templates };
  expect(await pass(found)).toMatchObject({ status: 'succeeded', created: 23, pages: 5 });
  await scenery.control({ clear_calls: true });
  return found;
};

const byFives = ({ scene }: Account) => ({ ...scene.deps, pageSize: 5 });
const pass = (of: Account): Promise<ShownSync> => of.scene.pass(of.wabaId, byFives(of));

const pagesAsked = async ({ path }: Account): Promise<number> => {
  const { calls } = await scenery.state();
  return calls.filter((call) => call.path === path).length;
};

const statusOf = async ({ scene, wabaId }: Account, id: string | undefined): Promise<string | null | undefined> =>
  (await scene.all(wabaId)).find((template) => template.template_id === id)?.status;

const untilDue = async ({ scene }: Account, wait: number, deps: TemplateScene['deps']): Promise<void> => {
  scenery.clock.pass(wait);
  await scene.settle(deps);
};

/** The platform of an invocation whose time ends before the given call of a path. */
const endingBefore = (client: PlatformClient, path: string, last: number): PlatformClient => {
  let calls = 0;
  return {
    call: (request) => {
      if (request.path === path) calls += 1;
      if (calls !== last) return client.call(request);
      calls += 1;
      return Promise.reject(new PlatformError({ kind: 'out_of_time', message: 'no answer in time' }));
    },
  };
};

describe('when the time of a worker ends', () => {
  test('the sync is not finished, and continues with the current page', async () => {
    const it = await account();
    const platform = endingBefore(it.scene.deps.platform, it.path, 3);
    expect(await it.scene.pass(it.wabaId, { ...byFives(it), platform })).toMatchObject({
      status: 'succeeded',
      fetched: 23,
      pages: 5,
      error: null,
    });
    expect(await pagesAsked(it)).toBe(5);
  });

  test('a status check is due again at once and continues with the remaining instance', async () => {
    const it = await account();
    const before = await it.scene.instance(it.instanceId);
    scenery.clock.pass(7 * 60 * minutes);
    const [hint] = await it.scene.dueNow('refresh');
    if (hint === undefined) throw new Error('no round is due');
    const path = `/${before.instance.platform_phone_number_id ?? ''}`;
    const platform = endingBefore(it.scene.deps.platform, path, 1);
    const until = scenery.clock.now() + minutes;
    const watch = workKeyOfKind('instanceWatch', hint);
    await refreshInstances({ ...it.scene.deps, platform }, watch, until);
    expect((await it.scene.instance(it.instanceId)).instance.facts_at).toBe(before.instance.facts_at);
    expect(await it.scene.dueNow('refresh')).toEqual([hint]);
    await refreshInstances(it.scene.deps, watch, until);
    expect((await it.scene.instance(it.instanceId)).instance.facts_at).not.toBe(before.instance.facts_at);
    expect(await it.scene.dueNow('refresh')).toEqual([]);
  });
});

describe('when page 3 of 5 fails', () => {
  const fails = ({ path }: Account, more: object): Promise<void> =>
    scenery.control({ fault: { method: 'GET', path, skip: 2, ...more } });

  test('the sync is partial: received templates are kept, none is removed, and another sync follows soon', async () => {
    const it = await account();
    const [first, second] = it.templates;
    await scenery.control({ template: { id: first?.id, status: 'PAUSED' } });
    await it.scene.removeTemplate(second?.id ?? '');
    await fails(it, { status: 500 });
    expect(await pass(it)).toMatchObject({
      status: 'partial',
      fetched: 10,
      created: 0,
      updated: 1,
      removed: 0,
      pages: 2,
      error: { code: 'transient_2' },
      finished_at: expect.any(String) as unknown,
    });
    expect(await pagesAsked(it)).toBe(2 + 3);
    expect(await it.scene.all(it.wabaId)).toHaveLength(23);
    expect(await statusOf(it, first?.id)).toBe('PAUSED');
    await scenery.control({ clear: true });
    await untilDue(it, 15 * minutes, byFives(it));
    expect(await it.scene.latest(it.wabaId)).toMatchObject({ trigger: 'schedule', status: 'succeeded', removed: 1 });
    expect(await statusOf(it, second?.id)).toBeUndefined();
  });

  test('once, the page is requested again and the sync is complete', async () => {
    const it = await account();
    await fails(it, { status: 503, times: 1 });
    expect(await pass(it)).toMatchObject({ status: 'succeeded', fetched: 23, pages: 5 });
    expect(await pagesAsked(it)).toBe(6);
  });

  test.each([
    ['a page that is no JSON', { status: 200, body: '<html>Sorry, something went wrong</html>' }],
    ['an object without a list', { status: 200, body: {} }],
    ['a list that is none', { status: 200, body: { data: null } }],
    ['an error of a template', { status: 400, body: { error: { message: 'Paused', code: 132015 } } }],
  ])('with %s, no template is lost', async (_, answer) => {
    const it = await account();
    await fails(it, answer);
    expect(await pass(it)).toMatchObject({ status: 'partial', fetched: 10, removed: 0 });
    expect(await it.scene.all(it.wabaId)).toHaveLength(23);
  });

  test('because its cursor has expired, the sync begins again, once', async () => {
    const it = await account();
    await fails(it, { status: 400, times: 1, body: { error: { message: '(#100) Invalid cursor', code: 100 } } });
    expect(await pass(it)).toMatchObject({ status: 'succeeded', fetched: 23, removed: 0 });
    await fails(it, { status: 400, body: { error: { message: '(#100) Invalid cursor', code: 100 } } });
    expect(await pass(it)).toMatchObject({ status: 'partial', removed: 0, error: { code: 'parameter_100' } });
    expect(await it.scene.all(it.wabaId)).toHaveLength(23);
  });
});

test('an item that is not a template makes the sync partial and does not affect the others', async () => {
  const it = await account();
  const [, second] = it.templates;
  const listed = { id: second?.id, name: second?.name, language: 'en', status: 'DISABLED', components: [] };
  const body = { data: [{ id: 5 }, listed], paging: { cursors: { before: 'a', after: 'b' } } };
  await scenery.control({ fault: { method: 'GET', path: it.path, status: 200, body, times: 1 } });
  expect(await pass(it)).toMatchObject({ status: 'partial', removed: 0, error: { code: 'unreadable_templates' } });
  expect(await it.scene.all(it.wabaId)).toHaveLength(23);
  expect(await statusOf(it, second?.id)).toBe('DISABLED');
});

describe('the budget', () => {
  test('at 95 % by the header pauses the sync, which then continues with the next page', async () => {
    const it = await account();
    await scenery.control({ usage: { waba_id: it.wabaId, call_count: 95, estimated_time_to_regain_access: 7 } });
    const asked = await it.scene.refresh({ waba_id: it.wabaId, force: true });
    await it.scene.settle(byFives(it));
    const waiting = await it.scene.latest(it.wabaId);
    expect(waiting).toMatchObject({
      status: 'rate_limited',
      id: syncOf(asked).id,
      fetched: 5,
      pages: 1,
      finished_at: null,
      error: { code: 'throttled', message: 'the call budget of the business account is used up' },
    });
    expect(await pagesAsked(it)).toBe(1);
    await untilDue(it, 7 * minutes - 1_000, byFives(it));
    expect(await pagesAsked(it)).toBe(1);
    await scenery.control({ clear: true });
    await untilDue(it, 1_000, byFives(it));
    expect(await it.scene.latest(it.wabaId)).toMatchObject({
      id: waiting.id,
      status: 'succeeded',
      pages: 5,
      error: null,
    });
    expect(await pagesAsked(it)).toBe(5);
  });

  test('that the platform reports as spent pauses the sync too', async () => {
    const it = await account();
    const body = { error: { message: '(#80008) There have been too many calls', code: 80008 } };
    await scenery.control({ fault: { path: it.path, skip: 3, times: 1, status: 400, body } });
    await it.scene.refresh({ force: true });
    await it.scene.settle(byFives(it));
    expect(await it.scene.latest(it.wabaId)).toMatchObject({ status: 'rate_limited', pages: 3 });
    await untilDue(it, 5 * minutes, byFives(it));
    expect(await it.scene.latest(it.wabaId)).toMatchObject({ status: 'succeeded', fetched: 23, pages: 5, removed: 0 });
  });
});

describe('an expired token', () => {
  test('makes the instance reconnect_required with one notification, and no template is removed', async () => {
    const it = await account();
    await scenery.control({ token: { expire: true, waba_id: it.wabaId } });
    expect(await pass(it)).toMatchObject({ status: 'failed', fetched: 0, error: { code: 'token_invalid_190' } });
    const { instance } = await it.scene.instance(it.instanceId);
    expect(instance).toMatchObject({
      status: 'reconnect_required',
      connection: { last_error: { code: 'token_invalid_190' } },
    });
    expect(await pass(it)).toMatchObject({ status: 'failed' });
    await untilDue(it, 4 * 60 * minutes, byFives(it));
    expect(await it.scene.notifications()).toEqual([
      expect.objectContaining({
        category: 'platform_alerts',
        severity: 'critical',
        entity: { type: 'instance', id: it.instanceId },
      }),
    ]);
    expect(await it.scene.all(it.wabaId)).toHaveLength(23);
  });

  test('in the middle of a sync is replaced by the token of another instance of the business account', async () => {
    const it = await account();
    const other = await it.scene.connectedInstance(it.wabaId);
    const body = { error: { message: 'Session has expired', code: 190, error_subcode: 463 } };
    await scenery.control({ fault: { path: it.path, skip: 2, times: 1, status: 401, body } });
    expect(await pass(it)).toMatchObject({ status: 'succeeded', fetched: 23, pages: 5, removed: 0 });
    const instances = [await it.scene.instance(it.instanceId), await it.scene.instance(other)];
    // One refusal of a token that the platform calls valid is no loss.
    expect(instances.map(({ instance }) => instance.status)).toEqual(['connected', 'connected']);
    expect(await it.scene.notifications()).toEqual([]);
  });
});

describe('an empty response', () => {
  const isEmpty = ({ path }: Account, more: object = {}): Promise<void> =>
    scenery.control({ fault: { method: 'GET', path, status: 200, body: { data: [] }, ...more } });

  test('removes no template, however often it is repeated within a short time', async () => {
    const it = await account();
    await isEmpty(it);
    for (let time = 0; time < 3; time += 1) {
      const error = { code: 'empty_answer', message: expect.stringContaining('23') as unknown };
      expect(await pass(it)).toMatchObject({ status: 'partial', fetched: 0, removed: 0, error });
      expect(await it.scene.all(it.wabaId)).toHaveLength(23);
    }
    await scenery.control({ clear: true });
    expect(await pass(it)).toMatchObject({ status: 'succeeded', fetched: 23, created: 0, updated: 0, removed: 0 });
  });

  test('in place of a later page removes no template either', async () => {
    const it = await account();
    await isEmpty(it, { skip: 2 });
    expect(await pass(it)).toMatchObject({ status: 'partial', fetched: 10, error: { code: 'empty_answer' } });
    expect(await it.scene.all(it.wabaId)).toHaveLength(23);
  });

  test('is accepted once a later sync has the same result', async () => {
    const it = await account();
    for (const { id } of it.templates) await it.scene.removeTemplate(id);
    expect(await pass(it)).toMatchObject({ status: 'partial', removed: 0 });
    await untilDue(it, 15 * minutes, byFives(it));
    expect(await it.scene.latest(it.wabaId)).toMatchObject({ status: 'succeeded', fetched: 0, removed: 23 });
    expect(await it.scene.all(it.wabaId)).toEqual([]);
  });
});
