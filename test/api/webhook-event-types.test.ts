import { beforeEach, describe, expect, test } from '@jest/globals';
import { customerEventTypes, optionalEventTypes } from '../../lambdas/domain/event.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { problemsOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

let service: TestService;
withService({}, (...started) => {
  [service] = started;
});

const shown = (...subscribed: readonly string[]) => [
  ...customerEventTypes.map((type) => ({ type, subscribed: true, optional: false })),
  ...optionalEventTypes.map((type) => ({ type, subscribed: subscribed.includes(type), optional: true })),
];

const read = async (bearer?: string): Promise<unknown> => {
  const query = { route: 'get-partner-webhook-event-types' };
  const asked = bearer === undefined ? { query } : { query, bearer };
  return (await service.call('GET', asked)).body['event_types'];
};

const set = (event_types: unknown, key?: string): Promise<Reply> =>
  service.call('PATCH', {
    body: { route: 'update-partner-webhook-event-types', event_types },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

const [connected, broken] = optionalEventTypes;

describe('the types of events', () => {
  beforeEach(async () => {
    await set([]);
  });

  test('are those of customers, and none that a partner has not chosen', async () => {
    expect(await read()).toEqual(shown());
  });

  test('are chosen as a whole, by their names', async () => {
    expect(verdictOf(await set([broken, connected, broken]))).toBe('200');
    expect(await read()).toEqual(shown(connected, broken));
    expect((await set([broken, ...customerEventTypes])).body['event_types']).toEqual(shown(broken));
    expect(await read()).toEqual(shown(broken));
  });

  test.each([
    ['an unknown type', ['service.partner.instance.gone']],
    ['the ping', ['service.ping']],
    ['no list', connected],
    ['nothing', undefined],
  ])('refuse %s, with the field and the rule', async (_what, given) => {
    const reply = await set(given);
    expect(reply.status).toBe(400);
    expect(problemsOf(reply)[0]?.path).toContain('event_types');
    expect(await read()).toEqual(shown());
  });

  test('are the choice of a partner alone, and need the scope', async () => {
    await set([connected]);
    const other = await service.newPartner();
    expect(await read(other.apiKey)).toEqual(shown());
    const body = { route: 'update-partner-webhook-event-types', event_types: [] };
    const refused = await service.call('PATCH', { body, bearer: service.partner.readOnlyKey });
    expect(refused.status).toBe(403);
  });

  test('answer a repeated command as the first, and change once', async () => {
    const first = await set([connected], 'a-key-of-types');
    await set([broken]);
    const again = await set([connected], 'a-key-of-types');
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(await read()).toEqual(shown(broken));
  });
});
