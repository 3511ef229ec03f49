import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { newScene, type Scene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';

/** Starts a platform for the tests of a suite, and a new scene on it before each of them. */
export const withScenes = (started: (scene: Scene, scenery: Scenery) => void): void => {
  let scenery: Scenery | undefined;
  beforeAll(async () => {
    scenery = await startScenery();
  });
  afterAll(() => scenery?.stop());
  beforeEach(async () => {
    if (scenery === undefined) throw new Error('the platform has not started');
    await scenery.control({ clear: true, clear_calls: true });
    started(await newScene(scenery), scenery);
  });
};
