import { expect, test } from '@jest/globals';
import { routes } from '../../lambdas/api/routes.ts';
import { commands } from '../../lambdas/operator/commands.ts';
import { players } from '../../tools/world/actors/actors.ts';

test('every route and every command of the operator has an actor', () => {
  const wanted = [
    ...routes.map(({ route }) => `${route}: `),
    ...Array.from(commands.keys(), (name) => `operator ${name}`),
  ];
  const names = players.map(({ name }) => name);
  expect(wanted.filter((start) => !names.some((name) => name.startsWith(start)))).toEqual([]);
});

test('each actor has a name of its own', () => {
  const names = players.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
