import { describe, expect, test } from '@jest/globals';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { answered, answeredWith } from '../events/verified-receiver.ts';
import { startEventPartner, withEventList, type EventListScene, type EventPartner } from './event-list-scene.ts';
import { verdictOf } from './replies.ts';

let scene: EventListScene;
let own: EventPartner;
withEventList(
  (started) => {
    scene = started;
  },
  (partner) => {
    own = partner;
  },
);

/** The numbers of attempts of a customer's events; null for those that wait. */
const outcomes = async (customer: EventCustomer): Promise<readonly unknown[]> =>
  (await customer.events()).map(({ end, attempts }) => (end === null ? null : attempts));

/** A customer with an event that waits for half an hour, and one that waits for that one. */
const waiting = async (): Promise<EventCustomer> => {
  const customer = await own.newCustomer();
  scene.receiver.answer = () => answered(500);
  await customer.change();
  await customer.change();
  await scene.settle();
  for (const gap of retryGaps.slice(0, 2)) {
    scene.clock.pass(gap);
    await scene.settle();
  }
  await scene.catchUp();
  return customer;
};

const post = (given: Readonly<Record<string, unknown>>) =>
  scene.service.call('POST', { bearer: own.partner.apiKey, body: given });
const sendTest = () => post({ route: 'send-partner-webhook-test-event', type: 'service.ping' });
const validate = (path: string) => {
  scene.receiver.handshake = ({ url }) => {
    const { searchParams } = new URL(url);
    const isRight = searchParams.get('hub.verify_token') === 'token-one';
    return isRight ? answeredWith(200, searchParams.get('hub.challenge') ?? '') : answered(403);
  };
  const webhook_url = `https://${own.partner.partnerId}.example/${path}`;
  return post({ route: 'validate-partner-webhook-endpoint', webhook_url, platform_verify_token: 'token-one' });
};

describe('all events that wait are tried at once', () => {
  test('when a test event is delivered', async () => {
    const customers = [await waiting(), await waiting()];
    expect(verdictOf(await sendTest())).toBe('202');
    await scene.settle();
    for (const customer of customers) expect(await outcomes(customer)).toEqual([null, null]);
    scene.receiver.answer = () => answered(200);
    await sendTest();
    await scene.settle();
    for (const customer of customers) expect(await outcomes(customer)).toEqual([4, 1]);
  });

  test('when the stored endpoint is valid, and not when another one is', async () => {
    const customer = await waiting();
    scene.receiver.answer = () => answered(200);
    expect(await validate('other')).toMatchObject({ body: { valid: true } });
    await scene.settle();
    expect(await outcomes(customer)).toEqual([null, null]);
    expect(await validate('hook')).toMatchObject({ body: { valid: true } });
    await scene.settle();
    expect(await outcomes(customer)).toEqual([4, 1]);
  });

  test('those of the partner alone', async () => {
    const customer = await waiting();
    own = await startEventPartner(scene);
    await sendTest();
    await scene.settle();
    expect(await outcomes(customer)).toEqual([null, null]);
  });
});
