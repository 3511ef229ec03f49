import canonicalize from 'canonicalize';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { unpackEntry } from '../../../lambdas/store/customers/packed-entry.ts';
import { tableIndex } from '../../../lambdas/store/delivery/table-index.ts';
import { readErasure } from '../../../lambdas/store/erasure/erasures.ts';
import type { ErasureDeps } from '../../../lambdas/jobs/erasure/erasure-deps.ts';
import type { Item } from '../../../lambdas/store/table/table.ts';
import { Killed, mortal, type Death } from '../../mortal.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { personalTexts, type Planted } from './plant.ts';
import { remember, startErasureScene, type ErasureScene } from './scene.ts';
import { someOf } from '../../share.ts';
import { foundIn, rawItems, tableTexts } from '../../../tools/harness/traces.ts';

let table: TestTable;
let scene: ErasureScene;
let planted: Planted;
let restore: () => Promise<void>;

beforeAll(async () => {
  table = await startTestTable();
  scene = await startErasureScene(table);
  planted = await scene.plant({ updates: 1, reports: 3 });
  const callbacks = new Map(scene.platform.callbacks);
  const restoreTable = await remember(table);
  restore = async () => {
    await restoreTable();
    for (const [number, url] of callbacks) scene.platform.callbacks.set(number, url);
  };
});
afterAll(async () => {
  scene.close();
  await table.stop();
});

const fiveMinutes = 5 * 60_000;

/** A worker of the erasure that crashes at a point. */
const dyingAt = (death: Death | null): { deps: ErasureDeps; effects: readonly string[] } => {
  const { deps, effects } = mortal(scene.deps, death);
  return { deps: { ...deps, index: tableIndex(deps.table) }, effects };
};

/** Erases the customer from a saved state, with a worker that crashes and another one after it. */
const eraseWith = async (death: Death | null): Promise<readonly string[]> => {
  await restore();
  await scene.erase(planted.customerId);
  const { deps, effects } = dyingAt(death);
  try {
    await scene.finish(planted.customerId, deps);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    scene.clock.pass(fiveMinutes);
    await scene.finish(planted.customerId);
  }
  return effects;
};

/** The records of the erased customer, without what differs between runs: times, ids, and the number of tries. */
const remains = async (): Promise<readonly string[]> => {
  const transient = new Set(['erased', 'due_shard', 'due_at', 'scrubbed_to', 'lease', 'revision', 'ttl']);
  const shape = (item: Item): string => {
    // Lines are deactivated at once, and their entries are numbered as they end.
    const isLineEnd = item['entry'] !== undefined && unpackEntry(item['entry']).entry.event === 'instance_deactivated';
    const isLeftOut = (name: string): boolean => transient.has(name) || (isLineEnd && name === 'sk');
    const named = Object.entries(item).filter(([name]) => !isLeftOut(name));
    const kept = Object.fromEntries(
      named.map(([name, value]) => [name, name === 'entry' ? unpackEntry(value) : value] as const),
    );
    return String(canonicalize(kept))
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
        known.has(id) ? id : 'new',
      )
      .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'then');
  };
  const known = new Set([planted.customerId, ...planted.instances.map(({ id }) => id), ...planted.others]);
  const items = (await rawItems(table)).filter((item) => JSON.stringify(item).includes(planted.customerId));
  return items
    .filter(({ pk }) => !String(pk).startsWith('AUDIT'))
    .map(shape)
    .toSorted();
};

const expectErased = async (of: readonly string[], moment: unknown): Promise<void> => {
  const erasure = await readErasure(table, scene.partner.partnerId, planted.customerId);
  expect([moment, erasure?.state]).toEqual([moment, 'done']);
  expect([moment, foundIn(personalTexts, await tableTexts(table))]).toEqual([moment, []]);
  expect([moment, await remains()]).toEqual([moment, of]);
};

it('has the same result wherever one of its workers crashes', async () => {
  const effects = await eraseWith(null);
  const whole = await remains();
  await expectErased(whole, 'whole');
  expect(effects.length).toBeGreaterThan(40);
  for (const effect of someOf(Array.from(effects.keys()))) {
    // A crash before an effect is the same as one after the previous effect.
    await eraseWith({ effect: effect + 1, when: 'after' });
    await expectErased(whole, [effect, effects[effect]]);
  }
});
