import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { withoutData } from '../../lambdas/store/customers/packed-entry.ts';
import { changeEntry, storedEntries } from '../../lambdas/store/erasure/erase-history.ts';
import { resendEvent } from '../../lambdas/store/webhooks/event-resend.ts';
import { answered, answeredWith } from '../events/verified-receiver.ts';
import { eventOf, withEventList, type EventListScene, type EventPartner } from './event-list-scene.ts';
import { problemsOf, verdictOf } from './replies.ts';

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

describe('an event that is sent again', () => {
  test('waits, is delivered once more, and keeps the log of all its attempts', async () => {
    const customer = await own.newCustomer();
    const [id = ''] = await own.changes(customer, 1);
    await scene.settle();
    const [event] = await customer.events();
    if (event === undefined) throw new Error('no event');
    scene.clock.pass(60_000);
    expect(await resendEvent(scene.table, event, scene.clock.now())).toBe(true);
    await scene.catchUp();
    expect((await own.list({ status: 'waiting' })).items).toMatchObject([{ id, attempts: 1, delivered_at: null }]);
    scene.receiver.answer = () => answered(500);
    await scene.settle();
    scene.receiver.answer = () => answered(200);
    scene.clock.pass(5_000);
    await scene.settle();
    await scene.catchUp();
    expect((await own.list({ status: 'delivered' })).items).toMatchObject([
      { id, attempts: 3, last_error: { code: 'http_500' } },
    ]);
    const shown = eventOf(await own.get(id));
    expect(shown.attempt_log.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(shown.attempts).toBe(3);
  });
});

describe('the answer of a failed attempt', () => {
  const text = `{"error":"no such customer Quince"} ${'ü'.repeat(600)}`;
  /** An event that the endpoint refused with a long answer, and then took. */
  const refusedOnce = async (): Promise<string> => {
    const id = await (await own.newCustomer()).change('Quince');
    scene.receiver.answer = () => answeredWith(422, text);
    await scene.settle();
    scene.receiver.answer = () => answeredWith(200, 'thank you');
    scene.clock.pass(5_000);
    await scene.settle();
    return id;
  };

  test('is kept up to a kibibyte, without a character that was cut; that of the delivery is not', async () => {
    const { attempt_log: log } = eventOf(await own.get(await refusedOnce()));
    expect(log).toMatchObject([
      { status: 422, answer: expect.stringMatching(/^\{"error":"no such customer Quince"\} ü+$/) },
      { status: 200, answer: null },
    ]);
    const kept = Buffer.byteLength(log[0]?.answer ?? '');
    expect([1_023, 1_024]).toContain(kept);
  });

  test('is shown to those only who may write webhooks', async () => {
    const id = await refusedOnce();
    const answersFor = async (bearer: string) =>
      eventOf(await scene.get('get-partner-webhook-event', { event_id: id }, bearer)).attempt_log[0]?.answer;
    for (const role of ['owner', 'developer'] as const) {
      expect(await answersFor(await own.partner.member(role))).toContain('Quince');
    }
    expect(await answersFor(own.partner.readOnlyKey)).toBeNull();
    expect(await answersFor(await own.partner.member('support'))).toBeNull();
  });

  test('is in no line of the log', async () => {
    await refusedOnce();
    expect([...scene.logLines, ...scene.service.logLines].join('\n')).not.toMatch(/no such customer|Quince/);
  });
});

describe('one event', () => {
  test('is found from the moment that it exists, also when it is delivered at once', async () => {
    const customer = await own.newCustomer();
    const id = await customer.change('Zoë');
    expect(eventOf(await own.get(id))).toMatchObject({ id, status: 'waiting', attempts: 0 });
    await scene.settle();
    expect(eventOf(await own.get(id))).toMatchObject({ id, status: 'delivered', attempts: 1 });
    await scene.catchUp();
    expect(eventOf(await own.get(id))).toMatchObject({ id, status: 'delivered', attempts: 1 });
  });

  test('of another partner is not found by its id', async () => {
    const customer = await own.newCustomer();
    const id = await customer.change('Zoë');
    const other = await scene.service.newPartner();
    expect(verdictOf(await scene.get('get-partner-webhook-event', { event_id: id }, other.apiKey))).toBe(
      '404 not_found',
    );
  });

  test('has the exact text that was sent, and each attempt', async () => {
    const customer = await own.newCustomer();
    const id = await customer.change('Zoë „Quince”');
    const start = scene.clock.now();
    scene.receiver.answer = () => ({ kind: 'failed', error: 'dns', milliseconds: 12 });
    await scene.settle();
    scene.clock.pass(5_000);
    scene.receiver.answer = () => answered(200);
    await scene.settle();
    await scene.catchUp();
    const event = eventOf(await own.get(id));
    const sent = scene.receiver.messages.filter((message) => message.id === id).map(({ text }) => text);
    expect(sent).toEqual([event.body, event.body]);
    expect(event).toMatchObject({ ...(await own.list()).items[0], id, status: 'delivered', attempts: 2 });
    expect(event.attempt_log).toEqual([
      { at: isoOf(start), status: null, duration_ms: 12, error_code: 'dns', probe: false, answer: null },
      { at: isoOf(start + 5_000), status: 200, duration_ms: 7, error_code: null, probe: false, answer: null },
    ]);
  });

  test('has no content after an erasure, and its attempts stay', async () => {
    const customer = await own.newCustomer();
    const id = await customer.change('Quince');
    await scene.settle();
    await scene.catchUp();
    for await (const entries of storedEntries(scene.table, own.partner.partnerId, customer.id, 0)) {
      for (const stored of entries) {
        const event = stored.event === null ? null : withoutData(stored.event);
        await changeEntry(scene.table, stored, { entry: stored.entry, event });
      }
    }
    await scene.catchUp();
    const reply = await own.get(id);
    expect(eventOf(reply)).toMatchObject({ id, status: 'delivered', body: null, attempt_log: [{ status: 200 }] });
    expect(reply.text).not.toContain('Quince');
    expect((await own.list()).items).toMatchObject([{ id, status: 'delivered' }]);
  });

  test.each(['an id of another time', 'a random id', 'another id of the same time'])('is 404 for %s', async (what) => {
    const id = await (await own.newCustomer()).change();
    await scene.catchUp();
    const others: Readonly<Record<string, string>> = {
      'an id of another time': `0${id.slice(1, 2)}0${id.slice(3)}`,
      'a random id': randomUUID(),
    };
    const other = others[what] ?? `${id.slice(0, 24)}${id.slice(24).replaceAll(/./g, '0')}`;
    expect(verdictOf(await own.get(other))).toBe('404 not_found');
  });

  test('and its list belong to their partner alone', async () => {
    const customer = await own.newCustomer();
    const id = await customer.change();
    await scene.catchUp();
    const other = await scene.service.newPartner();
    const asked = { customer_id: customer.id };
    const asOther = (query: Readonly<Record<string, string>>) =>
      scene.get('get-partner-webhook-event', { event_id: id, ...query }, other.apiKey);
    expect(await scene.list({}, other.apiKey)).toMatchObject({ items: [], total: 0 });
    expect(verdictOf(await asOther({}))).toBe('404 not_found');
    expect(verdictOf(await asOther(asked))).toBe('404 not_found');
    expect(verdictOf(await scene.get('list-partner-webhook-events', asked, other.apiKey))).toBe('404 not_found');
  });

  test('needs its id', async () => {
    const reply = await scene.get('get-partner-webhook-event', {}, own.partner.apiKey);
    expect(problemsOf(reply)).toMatchObject([{ path: 'event_id', rule: 'required' }]);
  });
});
