import { expect, it } from '@jest/globals';
import { optionalEventTypes } from '../../../lambdas/domain/event.ts';
import type { Instance } from '../../../lambdas/domain/instance.ts';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { changeInstance } from '../../../lambdas/lines/change-instance.ts';
import { readInstance } from '../../../lambdas/store/instances/instances.ts';
import { eventsOf, subscribe } from '../../../tools/harness/event-bodies.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { foundIn, tableTexts } from '../../../tools/harness/traces.ts';
import { withErasureScene, type ErasureScene } from './scene.ts';

let table: TestTable;
let scene: ErasureScene;
withErasureScene((...started) => {
  [scene, table] = started;
});

/** What identifies the owner of a line. */
const personal = {
  key: 'choir-of-thistlewood',
  verifiedName: 'Thistlewood Pães',
  displayNumber: '+55 11 98765-9090',
  reason: 'the choir left Mrs. Quillfeather',
};
const personalTexts = Object.values(personal);

const change = async (instanceId: string, changesOf: (instance: Instance) => Partial<Instance>): Promise<void> => {
  const { partnerId } = scene.partner;
  const current = await readInstance(table, partnerId, instanceId);
  if (current === null) throw new Error('no such line');
  await changeInstance(scene.deps, partnerId, current, changesOf(current.instance));
};

/** A line gets its name and number, breaks and comes back. */
const lead = async (instanceId: string, verifiedName: string, displayNumber: string): Promise<void> => {
  await change(instanceId, () => ({
    verified_name: verifiedName,
    username: verifiedName,
    display_phone_number: displayNumber,
    can_send_message: 'BLOCKED',
    platform_errors: [{ entity: 'WABA', code: 141_006, description: `${verifiedName} pays nothing.`, remedy: null }],
  }));
  const lastError = { code: 'token_invalid', message: `${verifiedName}: not allowed`, at: isoOf(scene.clock.now()) };
  await change(instanceId, ({ connection }) => ({
    status: 'reconnect_required',
    connection: { ...connection, last_error: lastError },
  }));
  await change(instanceId, () => ({ status: 'connected' }));
};

it('the events of a former owner lose what they tell of a line whose later owner is erased, and keep the rest', async () => {
  const { partnerId } = scene.partner;
  await subscribe(table, partnerId, ...optionalEventTypes);
  const former = await scene.customer('former');
  const later = await scene.customer('later');
  const kept = await scene.instance(former, 'kept');
  const moved = await scene.instance(former, personal.key);
  await scene.connect(kept, 'number-of-kept', 'account-one');
  await scene.connect(moved, 'number-of-moved', 'account-two');
  await lead(kept, 'Bakery', '+1 202 555 0100');
  await lead(moved, personal.verifiedName, personal.displayNumber);
  await scene.command('POST', 'move-partner-instance-to-customer', {
    instance_id: moved,
    target_customer_id: later,
    reason: personal.reason,
  });
  await lead(moved, `${personal.verifiedName} II`, personal.displayNumber);
  const before = await eventsOf(table, partnerId, former);
  expect(before.filter(({ data }) => data.instance?.['verified_name'] === personal.verifiedName)).toHaveLength(3);
  expect(foundIn(personalTexts, await tableTexts(table))).toEqual(personalTexts);

  await scene.erase(later);
  await scene.finish(later);
  const left = await tableTexts(table);
  expect(left.filter((text) => foundIn(personalTexts, [text]).length > 0)).toEqual([]);

  const after = await eventsOf(table, partnerId, former);
  expect(after.map(({ type, sequence }) => [type, sequence])).toEqual(
    before.map(({ type, sequence }) => [type, sequence]),
  );
  const ofKept = (events: typeof before) => events.filter(({ data }) => data.instance?.['id'] === kept);
  expect(ofKept(after).length).toBeGreaterThanOrEqual(3);
  expect(ofKept(after)).toEqual(ofKept(before));
});
