import { mock } from 'node:test';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { beginningCalls } from '../../portal/src/api/begun-calls.ts';

beforeEach(() => {
  mock.timers.enable();
});
afterEach(() => {
  mock.timers.reset();
});

/** Answers each call with its number. */
const numbered = (answer: (number: number) => Promise<void> = () => Promise.resolve()) => {
  const routes: string[] = [];
  const calls = beginningCalls(async (route) => {
    routes.push(route);
    const requestId = String(routes.length);
    await answer(routes.length);
    // Nothing here reads the body.
    return {
      status: 200,
      body: undefined as never,
      requestId,
      headers: new Headers(),
      route,
      idempotencyKey: null,
      replayed: false,
    };
  });
  return { ...calls, routes };
};

test('a call that was begun is not sent again', async () => {
  const { begin, call, routes } = numbered();
  void begin('list-partner-customers', { page: 1, page_size: 25 });
  const { requestId } = await call('list-partner-customers', { page_size: 25, page: 1 });
  expect([requestId, routes]).toEqual(['1', ['list-partner-customers']]);
});

test('the answer of a begun call is given once', async () => {
  const { begin, call } = numbered();
  void begin('get-partner-webhook-endpoint', {});
  await call('get-partner-webhook-endpoint', {});
  expect((await call('get-partner-webhook-endpoint', {})).requestId).toBe('2');
});

test('a call with other parameters, or of another route, is sent', async () => {
  const { begin, call } = numbered();
  void begin('list-partner-customers', { page: 1 });
  expect((await call('list-partner-customers', { page: 2 })).requestId).toBe('2');
  expect((await call('list-partner-instances', { page: 1 })).requestId).toBe('3');
});

test('a begun call that fails does so for who asks for it, and the next one is sent', async () => {
  const { begin, call } = numbered((number) => (number === 1 ? Promise.reject(new Error('lost')) : Promise.resolve()));
  begin('get-partner-member', {}).catch(() => undefined);
  await expect(call('get-partner-member', {})).rejects.toThrow('lost');
  expect((await call('get-partner-member', {})).requestId).toBe('2');
});

test('an unused answer is forgotten', async () => {
  const { begin, call } = numbered();
  await begin('get-partner-member', {});
  mock.timers.tick(60_000);
  expect((await call('get-partner-member', {})).requestId).toBe('2');
});

test('a command makes the answers void that were begun before it ended', async () => {
  const { begin, call } = numbered();
  await begin('list-partner-members', { page: 1 });
  const command = call('invite-partner-member', { email: 'ana@example.com', role: 'viewer' }, { idempotencyKey: 'k' });
  await begin('list-partner-api-keys', { page: 1 });
  await command;
  expect((await call('list-partner-members', { page: 1 })).requestId).toBe('4');
  expect((await call('list-partner-api-keys', { page: 1 })).requestId).toBe('5');
});
