import { afterAll, beforeAll } from '@jest/globals';
import type { Clock } from '../../lambdas/kernel/time.ts';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startScene, type DeliveryScene } from './delivery-scene.ts';

/** Starts a scene with a table of its own before the tests of a suite, and closes it after them. */
export const withScene = (
  clock: Clock,
  started: (scene: DeliveryScene, table: TestTable) => void,
  deadline?: () => Deadline,
): void => {
  let table: TestTable | undefined;
  let scene: DeliveryScene | undefined;
  beforeAll(async () => {
    table = await startTestTable();
    scene = await startScene(table, clock, deadline);
    started(scene, table);
  });
  afterAll(async () => {
    scene?.close();
    await table?.stop();
  });
};
