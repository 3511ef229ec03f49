import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { minute } from '../../lambdas/kernel/time.ts';
import { readPin, replacePinClause } from '../../lambdas/store/instances/instance-pins.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { CorpusScene, corpusTime } from './corpus-scene.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

/** The platform's callback about a change of the PIN. It comes late: its queue waited, or the platform repeated it. */
const pinChanged = JSON.stringify({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '310000000000101',
      time: corpusTime / 1000,
      changes: [{ field: 'security', value: { display_phone_number: '15550001234', event: 'PIN_CHANGED' } }],
    },
  ],
});

test.each([
  ['known', -minute, null],
  ['known', minute, 'sealed-new'],
  ['not known', undefined, 'sealed-new'],
])('a late change deletes only an earlier PIN: the time is %s, %s ms after the change', async (_, after, kept) => {
  const { instance } = await scene.record('line');
  const { table } = scene.deps;
  scene.clock.pass(10 * minute);
  const at = after === undefined ? undefined : corpusTime + after;
  await commit(table, [replacePinClause(table, scene.partnerId, instance.id, 'sealed-new', at)]);
  await scene.send(pinChanged);
  expect(await readPin(table, scene.partnerId, instance.id)).toBe(kept);
});
