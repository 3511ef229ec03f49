import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { accountOwnerId } from '../../lambdas/domain/event-id.ts';
import { noDetails } from '../../lambdas/domain/template.ts';
import { StoredTemplates } from '../../lambdas/template-sync/stored-templates.ts';
import { listCustomerEvents } from '../../lambdas/store/webhooks/event-list.ts';
import { eventsOf, subscribe, type EventBody } from '../../tools/harness/event-bodies.ts';
import { waba } from '../callbacks/corpus-lines.ts';
import { CorpusScene, corpusTime } from '../callbacks/corpus-scene.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const id = '1500000000000401';

const tell = (field: string, value: Readonly<Record<string, unknown>>, after = 1): Promise<number> => {
  const about = {
    message_template_id: Number(id),
    message_template_name: 'order_ready',
    message_template_language: 'en_US',
  };
  const changes = [{ field, value: { ...about, ...value } }];
  const entry = [{ id: waba, time: corpusTime / 1000 + after, changes }];
  return scene.send(JSON.stringify({ object: 'whatsapp_business_account', entry }));
};

const approve = (): Promise<number> => tell('message_template_status_update', { event: 'APPROVED', reason: 'NONE' });
const bodies = (): Promise<readonly EventBody[]> => eventsOf(scene.deps.table, scene.partnerId, accountOwnerId(waba));
const on = (): Promise<void> => subscribe(scene.deps.table, scene.partnerId, 'service.partner.template.updated');

describe('the events of templates', () => {
  test('tell status, quality and the notice of another category, in one sequence of the business account', async () => {
    await on();
    await approve();
    await tell('message_template_quality_update', { previous_quality_score: 'GREEN', new_quality_score: 'RED' }, 2);
    const at = corpusTime / 1000 + 86_400;
    const notice = { new_category: 'UTILITY', correct_category: 'MARKETING', category_update_timestamp: at };
    await tell('template_category_update', notice, 3);
    await tell('template_category_update', { previous_category: 'UTILITY', new_category: 'MARKETING' }, 4);
    const template = { template_id: id, platform_waba_id: waba, name: 'order_ready', language: 'en_US' };
    expect(await bodies()).toMatchObject([
      {
        sequence: 1,
        subject: { customer_id: null, external_customer_id: null, instance_id: null },
        data: { template: { ...template, status: 'APPROVED' }, previous: { status: 'PENDING' } },
      },
      { sequence: 2, data: { changed_fields: ['quality_score'], previous: { quality_score: 'GREEN' } } },
      {
        sequence: 3,
        data: {
          template: { category: 'UTILITY', category_change: { category: 'MARKETING', at: '2026-11-03T00:00:00.000Z' } },
          previous: { category_change: null },
          changed_fields: ['category_change'],
        },
      },
      { sequence: 4, data: { template: { category: 'MARKETING', category_change: null } } },
    ]);
  });

  test('are none without a subscription, nor for what is known', async () => {
    await approve();
    await on();
    await approve();
    expect(await bodies()).toEqual([]);
  });

  test('are listed without a customer, and found by their id at once', async () => {
    await on();
    await approve();
    const { table } = scene.deps;
    const [listed] = await listCustomerEvents(table, scene.partnerId, accountOwnerId(waba), 1);
    const query = { route: 'get-partner-webhook-event', event_id: listed?.event.id ?? '' };
    const reply = await scene.service.call('GET', { query });
    expect(reply.body['event']).toMatchObject({
      type: 'service.partner.template.updated',
      customer_id: null,
      sequence: 1,
      status: 'waiting',
    });
  });
});

describe('a template that a pass finds', () => {
  const found = (status: string, isCurrent: boolean): Promise<void> => {
    const facts = { category: 'UTILITY', quality_score: null, rejected_reason: 'INVALID_FORMAT', details: noDetails };
    const one = {
      id: '77',
      name: 'shipped',
      language: 'en_US',
      status,
      correct_category: null,
      components: [],
      ...facts,
    };
    const templates = new StoredTemplates(scene.deps, scene.partnerId, waba, []);
    return templates.takeIn([one], { pass: 2, askedAt: scene.deps.clock() }, isCurrent);
  };

  test('between passes, with its review ended, has an event and a notification', async () => {
    await on();
    await found('REJECTED', true);
    await found('REJECTED', true);
    expect(await bodies()).toMatchObject([
      { data: { template: { template_id: '77', status: 'REJECTED' }, previous: { status: 'PENDING' } } },
    ]);
    expect((await scene.notifications()).map(({ title }) => title)).toEqual(['A template was rejected']);
  });

  test.each([
    ['PENDING', true],
    ['REJECTED', false],
  ])('has none when it is %s, and the account was read before: %s', async (status, isCurrent) => {
    await on();
    await found(status, isCurrent);
    expect([await bodies(), await scene.notifications()]).toEqual([[], []]);
  });
});
