import { describe, expect, it } from '@jest/globals';
import { mostErrorBytes, ServiceError } from '../../lambdas/kernel/errors.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { problemsOf, errorOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

let service: TestService;
withService({}, (started) => {
  service = started;
});

const names = (count: number, length = 5): Record<string, boolean> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`.padEnd(length, 'x'), true]));
const nested = (value: unknown): unknown => {
  let it = value;
  for (let depth = 0; depth < 20; depth += 1) it = { ['n'.repeat(10_000)]: it };
  return it;
};
const owner = (): Promise<string> => service.partner.member('owner');

/** Calls whose refusal would be as large as they are, or larger. */
const calls: readonly (readonly [what: string, ask: () => Promise<Reply>])[] = [
  [
    'wrong types of events',
    () =>
      service.call('PATCH', {
        body: { route: 'update-partner-webhook-event-types', event_types: Array<string>(60_000).fill('x') },
      }),
  ],
  [
    'wrong scopes',
    async () =>
      service.call('POST', {
        bearer: await owner(),
        body: { route: 'issue-partner-api-key', label: 'x', scopes: Array<string>(60_000).fill('x') },
      }),
  ],
  [
    'unknown preferences',
    async () =>
      service.call('PATCH', {
        bearer: await owner(),
        body: { route: 'update-partner-notification-preferences', ...names(1_900) },
      }),
  ],
  [
    'more names than an object may have',
    () => service.call('POST', { body: { route: 'import-partner-customers', ...names(20_000) } }),
  ],
  [
    'unknown names that are long',
    async () =>
      service.call('PATCH', {
        bearer: await owner(),
        body: { route: 'update-partner-notification-preferences', ...names(60, 4_000) },
      }),
  ],
  [
    'names of control characters',
    async () =>
      service.call('PATCH', {
        bearer: await owner(),
        body: {
          route: 'update-partner-notification-preferences',
          ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}${'\u0001'.repeat(600)}`, 1])),
        },
      }),
  ],
  [
    'unknown changes',
    () =>
      service.call('PATCH', { body: { route: 'update-partner-customer', customer_id: 'x', changes: names(2_000) } }),
  ],
  [
    'a number too large at a long path',
    () => service.call('POST', { body: { route: 'upsert-partner-customer', metadata: nested(2 ** 60) } }),
  ],
  [
    'a null byte under a long name',
    () => service.call('POST', { body: { route: 'upsert-partner-customer', ['n'.repeat(200_000)]: '\0' } }),
  ],
  [
    'a long name twice in the query',
    () => service.call('GET', { query: `${'n'.repeat(100_000)}=1&${'n'.repeat(100_000)}=2` }),
  ],
  ['a long route', () => service.call('POST', { body: { route: 'r'.repeat(200_000) } })],
];

describe('a refusal', () => {
  it.each(calls)('of %s is in the envelope, and small', async (_, ask) => {
    const reply = await ask();
    expect([reply.status, typeof errorOf(reply).code]).toEqual([400, 'string']);
    expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(mostErrorBytes);
    expect(Buffer.byteLength(errorOf(reply).message)).toBeLessThan(2_000);
  });

  it('lists 50 problems, says how many more there are, and names the first three', async () => {
    const body = { route: 'update-partner-notification-preferences', ...names(1_000) };
    const reply = await service.call('PATCH', { bearer: await owner(), body });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    const details = problemsOf(reply);
    expect(details).toHaveLength(51);
    expect(details.at(-1)).toEqual({ path: '', rule: 'more', message: 'there are 950 more problems' });
    expect(errorOf(reply).message).toBe(
      '0xxxx is not allowed here; 1xxxx is not allowed here; 2xxxx is not allowed here; and 997 more',
    );
  });

  it('lists 50 problems without another line', async () => {
    const body = { route: 'update-partner-notification-preferences', ...names(50) };
    const details = problemsOf(await service.call('PATCH', { bearer: await owner(), body }));
    expect(details.map(({ rule }) => rule)).toEqual(Array(50).fill('additional_properties'));
  });

  it('leaves out details that would make it too large', () => {
    const details = { text: 'é'.repeat(mostErrorBytes) };
    const { error } = new ServiceError('not_found', 'm'.repeat(mostErrorBytes), { details }).body;
    expect(error).toEqual({ code: 'not_found', message: 'm'.repeat(4_096) });
  });
});
