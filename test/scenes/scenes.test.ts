import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { routes } from '../../lambdas/api/routes.ts';
import { sceneFiles, scenes } from '../../tools/scenes/scenes.ts';

const root = path.join(import.meta.dirname, '../..');

it('every route has one scene', () => {
  expect(scenes.map(({ route }) => route).toSorted()).toEqual(routes.map(({ route }) => route).toSorted());
});

it('every operation has a scene beside it', () => {
  const operations = globSync('lambdas/api/operations/**/*.ts', { cwd: root, exclude: ['**/*.scene.ts'] });
  expect(sceneFiles).toEqual(operations.map((file) => file.replace(/\.ts$/, '.scene.ts')).toSorted());
});
