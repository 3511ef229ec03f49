import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { newCaller } from './newcomers.ts';
import type { PlatformCaller } from './platform-caller.ts';
import type { Subject } from '../../tools/harness/recorded-callbacks.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

/** A field of a callback, and its value for a subject. */
interface Word {
  readonly field: string;
  readonly value: (subject: Subject) => Readonly<Record<string, unknown>>;
}

/** A change and its time, in seconds from now. */
interface Said {
  readonly word: Word;
  readonly second: number;
}

const templateStatus = (event: string): Word => ({
  field: 'message_template_status_update',
  value: ({ templateId, templateName }) => ({
    event,
    message_template_id: templateId,
    message_template_name: templateName,
    reason: 'NONE',
  }),
});

const templateQuality = (score: string): Word => ({
  field: 'message_template_quality_update',
  value: ({ templateId, templateName }) => ({
    message_template_id: templateId,
    message_template_name: templateName,
    new_quality_score: score,
  }),
});

const numberQuality = (event: string): Word => ({
  field: 'phone_number_quality_update',
  value: ({ number }) => ({ display_phone_number: number, event, current_limit: 'TIER_1K' }),
});

const numberName = (decision: string): Word => ({
  field: 'phone_number_name_update',
  value: ({ number }) => ({ display_phone_number: number, decision, requested_verified_name: 'Lucky Shrub' }),
});

const ban = (state: string): Word => ({
  field: 'account_update',
  value: () => ({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: state } }),
});

const restriction: Word = {
  field: 'account_update',
  value: () => ({
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: now() + 86_400 }],
  }),
};

const words: readonly Word[] = [
  ...['APPROVED', 'PAUSED', 'REJECTED', 'DISABLED', 'REINSTATED'].map(templateStatus),
  ...['GREEN', 'YELLOW', 'RED'].map(templateQuality),
  ...['FLAGGED', 'UNFLAGGED'].map(numberQuality),
  ...['APPROVED', 'REJECTED'].map(numberName),
  ...['DISABLE', 'SCHEDULE_FOR_DISABLE', 'REINSTATE'].map(ban),
  restriction,
];

/** One callback with an entry for each change, in the given order. */
const bodyOf = ({ subject }: PlatformCaller, from: number, saying: readonly Said[]): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: saying.map(({ word: { field, value }, second }) => ({
      id: subject.wabaId,
      time: from + second,
      changes: [{ field, value: value(subject) }],
    })),
  });

const now = (): number => Math.floor(scenery.clock.now() / 1000);

const stateOf = async ({ scene, instanceId, subject }: PlatformCaller): Promise<unknown> => {
  const { instance } = await scene.instance(instanceId);
  const templates = await scene.all(subject.wabaId);
  const notifications = await scene.notifications();
  return {
    instance: {
      status: instance.status,
      platform_status: instance.platform_status,
      can_send_message: instance.can_send_message,
      isRestricted: instance.restricted_until !== null,
      messaging_limit: instance.messaging_limit,
      name_status: instance.name_status,
      isRenamed: instance.verified_name === 'Lucky Shrub',
      reported_at: instance.reported_at,
    },
    templates: templates.map(({ language, status, quality_score }) => [language, status, quality_score]),
    notifications: notifications.map(({ title, entity }) => `${title} ${entity.type}`).toSorted(),
  };
};

const saidBy = (saying: readonly [Word, number][]): readonly Said[] =>
  saying.map(([word, second]) => ({ word, second }));

describe('one callback that holds several changes of one record', () => {
  // DynamoDB refuses a transaction with two operations on an item as a ValidationException:
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
  test('applies pause, approval and another pause of one template, and notifies once', async () => {
    const caller = await newCaller(scenery);
    const saying = saidBy([
      [templateStatus('PAUSED'), 1],
      [templateStatus('APPROVED'), 2],
      [templateStatus('PAUSED'), 3],
    ]);
    expect(await caller.send(bodyOf(caller, now(), saying))).toBe(200);
    expect(await stateOf(caller)).toMatchObject({ notifications: ['A template was paused template'] });
  });

  test('has the same state and notifications as the same changes in one callback each', async () => {
    const sayings = fc.array(fc.record({ word: fc.constantFrom(...words), second: fc.integer({ min: 0, max: 6 }) }), {
      minLength: 2,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(sayings, async (saying) => {
        const [together, apart] = [await newCaller(scenery), await newCaller(scenery)];
        const from = now();
        expect(await together.send(bodyOf(together, from, saying))).toBe(200);
        for (const said of saying.toSorted((left, right) => left.second - right.second)) {
          expect(await apart.send(bodyOf(apart, from, [said]))).toBe(200);
        }
        expect(await stateOf(together)).toEqual(await stateOf(apart));
      }),
      { numRuns: 10 },
    );
  });
});
