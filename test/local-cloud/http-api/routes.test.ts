import { expect, test } from '@jest/globals';
import { createRouter } from '@swift-worker/local-cloud/http-api/routes.ts';

const router = (...routeKeys: string[]): ((method: string, path: string) => string | undefined) => {
  const match = createRouter(routeKeys.map((routeKey) => ({ routeKey, functionArn: '', timeoutMilliseconds: 1 })));
  return (method, path) => match(method, path)?.route.routeKey;
};

test('a path wins over a parameter, and a parameter over a greedy one', () => {
  const match = router('GET /a/{rest+}', 'GET /a/{one}', 'GET /a/b');
  expect(match('GET', '/a/b')).toBe('GET /a/b');
  expect(match('GET', '/a/c')).toBe('GET /a/{one}');
  expect(match('GET', '/a/c/d')).toBe('GET /a/{rest+}');
});

test('a method of its own wins over ANY on the same path', () => {
  const match = router('ANY /a', 'POST /a');
  expect(match('POST', '/a')).toBe('POST /a');
  expect(match('GET', '/a')).toBe('ANY /a');
});

test('a more specific path wins over a more specific method', () => {
  expect(router('GET /{rest+}', 'ANY /a')('GET', '/a')).toBe('ANY /a');
});

test('$default takes what no other route takes', () => {
  expect(router('GET /a', '$default')('POST', '/a')).toBe('$default');
  expect(router('GET /a')('POST', '/a')).toBeUndefined();
});
