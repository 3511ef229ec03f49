import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { riskOf } from '../../lambdas/domain/risk.ts';
import { hour } from '../../lambdas/kernel/time.ts';
import { eventsOf, subscribe, type EventBody } from '../../tools/harness/event-bodies.ts';
import { CorpusScene } from '../callbacks/corpus-scene.ts';
import { corpusBody } from '../callbacks/corpus.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const sample = z.object({ health_status: z.looseObject({ entities: z.array(z.looseObject({})) }) });
const { health_status: unpaid } = sample.parse(corpusBody('graph/phone_number.without_payment.json'));
const payment = {
  entity: 'WABA',
  code: 141_006,
  description: 'There is an error with the payment method. This will block business initiated conversations.',
  remedy: 'There was an error with your payment method. Please add a new payment method to the account.',
};
const verification = {
  entity: 'BUSINESS',
  code: 141_010,
  description: 'The Business has not passed business verification.',
  remedy: 'Visit business settings and start or resolve the business verification request.',
};

const read = async (fields: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  scene.answerWith('line', fields);
  await scene.read();
};
const notified = async (): Promise<readonly (readonly [string, string])[]> =>
  (await scene.notifications()).map(({ title, body }) => [title, body]);
const titles = async (): Promise<readonly string[]> => (await notified()).map(([title]) => title);

const shown = async (): Promise<unknown> => {
  const { instance } = await scene.record('line');
  return { status: instance.status, risk: riskOf(instance, scene.clock.now()) };
};

describe('a line that the platform blocks', () => {
  test('shows why while the platform says so, and for a day', async () => {
    await read({ health_status: unpaid });
    expect(await shown()).toMatchObject({
      status: 'degraded',
      risk: { level: 'blocked', platform_errors: [payment, verification] },
    });
    scene.clock.pass(25 * hour);
    expect(await shown()).toMatchObject({ risk: { level: 'unknown', platform_errors: [] } });
    await read();
    expect(await shown()).toMatchObject({ status: 'connected', risk: { level: 'ok', platform_errors: [] } });
  });

  test('shows what the platform adds, once, without what is no text', async () => {
    const note = 'Your display name has not been approved yet.';
    const limited = { can_send_message: 'LIMITED', additional_info: [note, null, note] };
    const entities = [{ entity_type: 'PHONE_NUMBER', ...limited }];
    await read({ health_status: { can_send_message: 'LIMITED', entities } });
    expect((await scene.record('line')).instance.platform_notes).toEqual([note]);
    await read();
    expect((await scene.record('line')).instance.platform_notes).toEqual([]);
  });

  test('shows the lock of its business account', async () => {
    scene.refuse('line', 'error.account_locked');
    scene.platform.refusals.set('310000000000101', 'error.account_locked');
    await scene.read();
    expect(await shown()).toMatchObject({
      risk: { level: 'blocked', platform_errors: [{ entity: 'WABA', code: 131_031, remedy: null }] },
    });
    expect(await notified()).toEqual([['The platform restricted a number', expect.stringContaining('(131031). ')]]);
  });
});

describe('a notification', () => {
  test('tells the block with its first reason and remedy, and its end', async () => {
    await read({ health_status: unpaid });
    await read({ health_status: unpaid });
    await read();
    expect(await notified()).toEqual([
      [
        'The platform blocks a number',
        `Messages of the number fail (141006). ${payment.description} ${payment.remedy}`,
      ],
      ['A number can send again', 'The platform no longer limits or blocks it.'],
    ]);
  });

  test.each(['BANNED', 'DELETED', 'DISCONNECTED', 'MIGRATED'])('is one for a number that is %s', async (status) => {
    await read({ status, health_status: unpaid });
    expect(await notified()).toEqual([
      [
        status === 'BANNED' ? 'The platform restricted a number' : 'A number is no longer connected at the platform',
        `The number is ${status} at the platform (141006). ${payment.description} ${payment.remedy}`,
      ],
    ]);
  });

  test('tells a limit without a reason', async () => {
    await read({ health_status: { can_send_message: 'LIMITED' } });
    expect(await notified()).toEqual([['The platform limits a number', 'The number can send only in part.']]);
  });

  test('tells a declined name, a quality that turns red, and a flag of one reading', async () => {
    await read({ name_status: 'DECLINED', quality_rating: 'RED', status: 'FLAGGED' });
    expect((await titles()).toSorted()).toEqual([
      'A display name was declined',
      "A number's quality turned red",
      'The platform flagged a number',
    ]);
  });

  test('tells the same again after an hour', async () => {
    const blocks = async (): Promise<number> =>
      (await titles()).filter((title) => title === 'The platform blocks a number').length;
    await read({ health_status: unpaid });
    await read();
    expect(await blocks()).toBe(1);
    scene.clock.pass(hour);
    await read({ health_status: unpaid });
    expect(await blocks()).toBe(2);
  });
});

describe('the event of a change', () => {
  const events = async (): Promise<readonly EventBody[]> => {
    const { partner_customer_id: customer } = (await scene.record('line')).instance;
    return eventsOf(scene.deps.table, scene.partnerId, customer);
  };

  test('tells what hinders the line, whenever other errors do', async () => {
    await subscribe(scene.deps.table, scene.partnerId, 'service.partner.instance.updated');
    await read({ health_status: unpaid });
    const [first = {}, second = {}, third = {}, ...others] = unpaid.entities;
    await read({ health_status: { ...unpaid, entities: [first, { ...second, errors: [] }, third, ...others] } });
    await read({ health_status: { can_send_message: 'LIMITED', entities: [third] } });
    expect(await events()).toMatchObject([
      {
        data: {
          instance: { can_send_message: 'BLOCKED', platform_errors: [payment, verification] },
          previous: { status: 'connected', can_send_message: 'AVAILABLE', platform_errors: [] },
          changed_fields: ['status', 'can_send_message', 'platform_errors'],
        },
      },
      {
        data: { instance: { platform_errors: [verification] }, changed_fields: ['platform_errors'] },
      },
      { data: { instance: { can_send_message: 'LIMITED' }, changed_fields: ['can_send_message'] } },
    ]);
  });

  test('is none when the platform says the same in other words', async () => {
    await read({ health_status: unpaid });
    await subscribe(scene.deps.table, scene.partnerId, 'service.partner.instance.updated');
    const entities = unpaid.entities.map((entity) =>
      'errors' in entity
        ? { ...entity, errors: [{ error_code: entity['entity_type'] === 'WABA' ? '141006' : 141_010 }] }
        : entity,
    );
    await read({ health_status: { ...unpaid, entities } });
    expect(await events()).toEqual([]);
    expect(await shown()).toMatchObject({ risk: { platform_errors: [{ description: null }, { code: 141_010 }] } });
  });
});
