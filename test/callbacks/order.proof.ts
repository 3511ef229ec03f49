import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { newCaller } from './newcomers.ts';
import type { PlatformCaller } from './platform-caller.ts';
import { recordedNames } from '../../tools/harness/recorded-callbacks.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

interface Said {
  readonly name: string;
  /** Milliseconds from the beginning. */
  readonly at: number;
}

/** All kinds of callbacks, a second apart; some are repeated, with others between. */
const history: readonly Said[] = [
  'template-approved',
  'number-flagged',
  'template-quality',
  'account-disabled',
  'template-rejected',
  'number-name-rejected',
  'capability',
  'template-flagged',
  'account-reinstated',
  'template-paused',
  'messages',
  'number-unflagged',
  'partner-added',
  'template-category-to-come',
  'account-restricted',
  'template-category',
  'number-limit',
  'template-disabled',
  'account-to-be-disabled',
  'number-throughput',
  'account-alert',
  'account-violation',
  'account-restricted-otherwise',
  'number-name-approved',
  'template-reinstated',
  'partner-removed',
].map((name, index) => ({ name, at: (index + 1) * 1_000 }));

/** The state at the end, without the number of writes and the notifications. */
const stateAfter = async (saying: readonly Said[]): Promise<unknown> => {
  const caller = await newCaller(scenery);
  for (const { name, at } of saying) expect(await caller.say(name, at)).toBe(200);
  return stateOf(caller);
};

const stateOf = async ({ scene, instanceId, subject }: PlatformCaller): Promise<unknown> => {
  const { instance } = await scene.instance(instanceId);
  const template = (await scene.all(subject.wabaId)).find(({ template_id: id }) => id === subject.templateId);
  return {
    status: instance.status,
    platform_status: instance.platform_status,
    can_send_message: instance.can_send_message,
    quality_rating: instance.quality_rating,
    messaging_limit: instance.messaging_limit,
    verified_name: instance.verified_name,
    name_status: instance.name_status,
    template: [template?.status, template?.rejected_reason, template?.quality_score, template?.category],
  };
};

/** The state of the instance and the template after the latest callback of each kind. */
const latest = {
  status: 'reconnect_required',
  platform_status: 'SCHEDULE_FOR_DISABLE',
  can_send_message: 'LIMITED',
  quality_rating: 'GREEN',
  messaging_limit: 'TIER_100K',
  verified_name: 'Lucky Shrub',
  name_status: 'APPROVED',
  // The last change of the status has its category beside it.
  template: ['APPROVED', 'NONE', 'YELLOW', 'UTILITY'],
};

describe('the latest callbacks of every kind decide the state', () => {
  test('when they arrive in the order in which they were sent', async () => {
    expect(await stateAfter(history)).toEqual(latest);
  });

  test('when they arrive in the reverse order', async () => {
    expect(await stateAfter(history.toReversed())).toEqual(latest);
  });

  test('when each is repeated, at once and again at the end', async () => {
    const twice = history.flatMap((said) => [said, said]);
    expect(await stateAfter([...twice, ...history])).toEqual(latest);
  });

  test('when they arrive in any order, some of them repeated', async () => {
    const some = fc.subarray(history.slice(), { maxLength: 6 });
    const orders = fc
      .tuple(fc.shuffledSubarray(history.slice(), { minLength: history.length }), some)
      .map(([all, again]) => [...all, ...again]);
    await fc.assert(
      fc.asyncProperty(orders, async (saying) => {
        expect(await stateAfter(saying)).toEqual(latest);
      }),
      { numRuns: 12 },
    );
  });

  test('when two have the same second, in either order', async () => {
    const names = [
      'template-paused',
      'template-approved',
      'number-flagged',
      'number-unflagged',
      'number-name-approved',
    ];
    const both = names.map((name) => ({
      name,
      at: 1_000,
    }));
    expect(await stateAfter(both)).toEqual(await stateAfter(both.toReversed()));
  });
});

test('the tests above have every recorded kind', () => {
  // These end the connection as `partner-removed` does; the instance may show which of them came first. A number that is not
  // of the business app is not paused.
  const others = [
    'account-deleted',
    'account-offboarded',
    'app-uninstalled',
    'app-uninstalled-unnamed',
    'template-pending-deletion',
  ];
  expect([...history.map(({ name }) => name), ...others].toSorted()).toEqual(recordedNames.toSorted());
});

test('unknown fields and kinds do not change the state', async () => {
  const caller = await newCaller(scenery);
  const { wabaId, templateId, templateName } = caller.subject;
  const time = Math.floor(scenery.clock.now() / 1000);
  const value = {
    event: 'PAUSED',
    message_template_id: Number(templateId),
    message_template_name: templateName,
    reason: { nested: ['words'] },
    brand_new: 7,
    __proto__: { event: 'REJECTED' },
  };
  const body = {
    object: 'whatsapp_business_account',
    signature: 'x',
    entry: [
      { id: wabaId, time, changes: [{ field: 'brand_new_update', value: { message_template_id: 1 } }] },
      { id: wabaId, time, uid: 5, changes: [{ field: 'message_template_status_update', value, version: 'v99.0' }] },
      { id: wabaId, time, changes: [{ field: 'account_update', value: { event: 'BRAND_NEW', ban_info: 7 } }] },
      { id: wabaId, time, changes: [{ field: 'message_template_quality_update', value: { nothing: true } }] },
      { id: wabaId, time, changes: [{ field: 'phone_number_name_update' }] },
      'no entry',
      { id: wabaId },
    ],
  };
  expect(await caller.send(JSON.stringify(body))).toBe(200);
  expect(await stateOf(caller)).toMatchObject({
    status: 'connected',
    template: ['PAUSED', null, 'UNKNOWN', 'UTILITY'],
  });
  expect(caller.logLines.join('\n')).toContain('"others":{"brand_new_update":1,"unreadable":1}');
  expect(caller.logLines.filter((line) => line.includes('a change of the platform could not be read'))).toHaveLength(2);
  for (const secret of ['PAUSED', 'BRAND_NEW', templateId, templateName]) {
    expect(caller.logLines.join('\n')).not.toContain(secret);
  }
});
