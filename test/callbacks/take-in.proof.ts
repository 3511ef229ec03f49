import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { takeIn, type IntakeDeps } from '../../lambdas/callbacks/take-in.ts';
import type { ReceivedChange } from '../../lambdas/domain/callback-message.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { mortal } from '../mortal.ts';
import { app, startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { interposed } from '../interposed-table.ts';
import { newCaller } from './newcomers.ts';
import type { PlatformCaller } from './platform-caller.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const depsOf = ({ scene }: PlatformCaller, table: Table = scenery.table): IntakeDeps => ({
  ...scene.deps,
  appId: app.id,
  table,
  log: logger(() => undefined, {}),
});

const now = (): number => Math.floor(scenery.clock.now() / 1000);

const flagged = ({ subject }: PlatformCaller): ReceivedChange => ({
  entryId: subject.wabaId,
  time: now(),
  field: 'phone_number_quality_update',
  value: { display_phone_number: subject.number, event: 'FLAGGED' },
});

const paused = ({ subject }: PlatformCaller): ReceivedChange => ({
  entryId: subject.wabaId,
  time: now(),
  field: 'message_template_status_update',
  value: {
    event: 'PAUSED',
    message_template_id: subject.templateId,
    message_template_name: subject.templateName,
    reason: 'NONE',
  },
});

/** The table, in which no item of one business account can be read. */
const without = (wabaId: string): Table =>
  interposed(scenery.table, (command, send) =>
    JSON.stringify(command.input).includes(`"WABA#${wabaId}"`) ? Promise.reject(new Error('no answer')) : send(),
  );

const statusesOf = async ({ scene, subject, instanceId }: PlatformCaller): Promise<unknown> => {
  const templates = await scene.all(subject.wabaId);
  const { instance } = await scene.instance(instanceId);
  return [instance.platform_status, templates.find(({ template_id: id }) => id === subject.templateId)?.status];
};

describe('a message with several changes', () => {
  test('applies the others when one fails, and retries that one alone', async () => {
    const [first, second] = [await newCaller(scenery), await newCaller(scenery)];
    const changes = [flagged(first), paused(first), flagged(second), paused(second)];
    const broken = depsOf(first, without(first.subject.wabaId));
    await expect(takeIn(broken, changes)).rejects.toThrow('2 tasks failed');
    expect(await statusesOf(first)).toEqual(['CONNECTED', 'PENDING']);
    expect(await statusesOf(second)).toEqual(['FLAGGED', 'PAUSED']);
    await takeIn(depsOf(first, without(second.subject.wabaId)), changes);
    expect(await statusesOf(first)).toEqual(['FLAGGED', 'PAUSED']);
  });

  test('whose worker crashes at any call has the same result, and notifies once', async () => {
    const straight = await newCaller(scenery);
    const { deps, effects } = mortal({ ...depsOf(straight), platform: straight.scene.deps.platform }, null);
    await takeIn(deps, [flagged(straight), paused(straight)]);
    expect(effects.length).toBeGreaterThanOrEqual(4);
    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const when of ['before', 'after'] as const) {
        const caller = await newCaller(scenery);
        const changes = [flagged(caller), paused(caller)];
        const killed = mortal({ ...depsOf(caller), platform: caller.scene.deps.platform }, { effect, when });
        await takeIn(killed.deps, changes).catch(() => undefined);
        await takeIn(depsOf(caller), changes);
        expect(await statusesOf(caller)).toEqual(['FLAGGED', 'PAUSED']);
        const titles = (await caller.scene.notifications()).map(({ title }) => title);
        expect(titles.toSorted()).toEqual(['A template was paused', 'The platform flagged a number']);
      }
    }
  });

  test('processed by two workers at once has the same result, and notifies once', async () => {
    const caller = await newCaller(scenery);
    const changes = [flagged(caller), paused(caller)];
    await Promise.all(Array.from({ length: 4 }, () => takeIn(depsOf(caller), changes)));
    expect(await statusesOf(caller)).toEqual(['FLAGGED', 'PAUSED']);
    expect(await caller.scene.notifications()).toHaveLength(2);
  });

  test('is remembered for longer than the platform repeats it', async () => {
    const caller = await newCaller(scenery);
    const change = flagged(caller);
    await takeIn(depsOf(caller), [change, change]);
    const { instance } = await caller.scene.instance(caller.instanceId);
    scenery.clock.pass(7 * 24 * 60 * 60_000);
    await takeIn(depsOf(caller), [change]);
    expect((await caller.scene.instance(caller.instanceId)).instance.updated_at).toBe(instance.updated_at);
  });
});
