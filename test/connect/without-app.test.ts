import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answer } from '../../lambdas/connect/site.ts';
import { eventOf } from '../../tools/harness/connect-request.ts';
import { newScene, type Scene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';

let scenery: Scenery;
let scene: Scene;

beforeAll(async () => {
  scenery = await startScenery();
  scene = await newScene(scenery);
});
afterAll(() => scenery.stop());

test.each([
  ['GET', ''],
  ['POST', '/start'],
  ['POST', '/cancel'],
  ['GET', '/progress'],
])(
  '%s of a link%s says that connecting is not configured while the stage has no app, and consumes nothing',
  async (method, path) => {
    const link = await scene.newInstance();
    const before = await scene.session(link);
    const site = { ...scene.site(), signUp: null };
    const answered = await answer(site, eventOf(method, `/connect/${link.token}${path}`));
    expect(answered.statusCode).toBe(503);
    expect(answered.body).toContain('Connecting is not set up yet');
    expect(answered.headers?.['location']).toBeUndefined();
    expect(await scene.session(link)).toEqual(before);
    expect(scene.logLines.join('\n')).toContain('the stage value platformAppId or signUp is missing');
    expect(scene.logLines.join('\n')).not.toContain(link.token);
  },
);

test('the link works once the stage has its app', async () => {
  const link = await scene.newInstance();
  await answer({ ...scene.site(), signUp: null }, eventOf('POST', `/connect/${link.token}/start`));
  const answered = await scene.press(link, 'start');
  expect([answered.statusCode, String(answered.headers?.['location'])]).toEqual([
    303,
    expect.stringContaining('client_id='),
  ]);
});
