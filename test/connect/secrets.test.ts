import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commit } from '../../lambdas/store/table/commit.ts';
import { sessionClause } from '../../lambdas/store/instances/connect-sessions.ts';
import { mortal } from '../mortal.ts';
import { newScene, type Link, type Scene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';

let scenery: Scenery;
let scene: Scene;

beforeAll(async () => {
  scenery = await startScenery();
  scene = await newScene(scenery);
});
afterAll(() => scenery.stop());

const wholeTable = async (): Promise<string> => {
  const { Items: items = [], LastEvaluatedKey: more } = await scenery.table.client.send(
    new ScanCommand({ TableName: scenery.table.name }),
  );
  expect(more).toBeUndefined();
  return JSON.stringify(items);
};

/** A sign-up whose worker stops after a number of effects. */
const left = async (effect: number): Promise<Link> => {
  const link = await scene.newInstance();
  await scene.comeBack(link, await scene.signUp(link), mortal(scene.deps, { effect, when: 'before' }).deps);
  return link;
};

describe('the secrets of a connection', () => {
  test('are in clear text nowhere in the table and in no log', async () => {
    const secrets = new Set<string>();
    const { platform } = scene.deps;
    const listening: typeof scene.deps = {
      ...scene.deps,
      platform: {
        call: async (request) => {
          for (const secret of [
            request.token,
            request.query?.['code'],
            request.query?.['input_token'],
            request.body?.['pin'],
          ]) {
            if (typeof secret === 'string') secrets.add(secret);
          }
          return platform.call(request);
        },
      },
    };
    const whole = await scene.newInstance();
    await scene.comeBack(whole, await scene.signUp(whole), listening);
    const half = await scene.newInstance();
    await scene.comeBack(half, await scene.signUp(half), mortal(listening, { effect: 12, when: 'before' }).deps);
    const failing = await scene.newInstance();
    const code = await scene.signUp(failing);
    await scenery.control({ fault: { path: '/debug_token', status: 403, times: 1 } });
    await scene.comeBack(failing, code, listening);
    expect(secrets.size).toBeGreaterThanOrEqual(8);
    for (const { token } of [whole, half, failing]) secrets.add(token);
    const kept = `${await wholeTable()}${scene.logLines.join()}${scene.service.logLines.join()}`;
    for (const secret of secrets) {
      // A PIN is six digits, which may be part of any number: only whole texts are compared.
      expect(kept.includes(secret.length === 6 ? `"${secret}"` : secret)).toBe(false);
    }
  });

  test('of one session cannot be opened for another', async () => {
    const [mine, theirs] = [await left(8), await left(8)];
    const [record, other] = [await scene.session(mine), await scene.session(theirs)];
    const stolen = { ...record, progress: other.progress, revision: record.revision + 1 };
    await commit(scenery.table, [sessionClause(scenery.table, stolen)]);
    scenery.clock.pass(61_000);
    await scenery.control({ clear_calls: true });
    await expect(scene.resume(mine)).rejects.toThrow(/does not belong to its record/);
    expect((await scenery.state()).calls).toEqual([]);
    expect((await scene.instance(mine)).instance.status).toBe('connecting');
  });
});
