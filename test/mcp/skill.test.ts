import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { loadedRoutes } from '../../tools/openapi/loaded-routes.ts';
import { statusOfCode } from '../../lambdas/kernel/errors.ts';
import { parametersOf } from '../../tools/openapi/requests.ts';

const skill = readFileSync(new URL('../../packages/mcp/skills/swift-worker/SKILL.md', import.meta.url), 'utf8');

const parameters: ReadonlySet<string> = new Set(loadedRoutes.flatMap((row) => Object.keys(parametersOf(row))));
const codes: ReadonlySet<string> = new Set(Object.keys(statusOfCode));
const routes: ReadonlySet<string> = new Set(loadedRoutes.map(({ route }) => route));

const words = Array.from(skill.matchAll(/`([^`]+)`/g), ([, word = '']) => word);

test('names only routes that exist', () => {
  const named = words.filter((word) => /^[a-z]+(-[a-z]+){2,}$/.test(word));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((word) => !routes.has(word))).toEqual([]);
});

/** Fields of answers, of the envelope and of events. */
const otherFields = new Set(['updated_at', 'external_customer_id', 'next_cursor']);

test('names only parameters and error codes that exist', () => {
  const named = words.filter((word) => /^[a-z]+(_[a-z]+)+$/.test(word));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((word) => !parameters.has(word) && !codes.has(word) && !otherFields.has(word))).toEqual([]);
});

test('names values that a parameter can have', () => {
  const chosen = words.flatMap((word) => {
    const [name = '', value] = word.split('=');
    return value === undefined ? [] : [{ name, value }];
  });
  expect(chosen.length).toBeGreaterThan(2);
  const known = loadedRoutes.flatMap((row) =>
    Object.entries(parametersOf(row)).flatMap(([name, { enum: values = [] }]) =>
      values.map((value) => `${name}=${String(value)}`),
    ),
  );
  expect(chosen.filter(({ name, value }) => !known.includes(`${name}=${value}`))).toEqual([]);
});
