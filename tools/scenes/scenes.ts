import { globSync } from 'node:fs';
import type { Scene } from '../../lambdas/api/scenes/scene.ts';

const root = new URL('../../', import.meta.url);

/** The files of the scenes, from the root of the project. */
export const sceneFiles: readonly string[] = globSync('lambdas/api/operations/**/*.scene.ts', { cwd: root }).toSorted();

const isScene = (value: unknown): value is Scene => typeof value === 'object' && value !== null && 'route' in value;

const scenesIn = async (file: string): Promise<readonly Scene[]> => {
  const module: unknown = await import(new URL(file, root).href);
  return typeof module === 'object' && module !== null ? Object.values(module).filter(isScene) : [];
};

/** The scene of every route. */
export const scenes: readonly Scene[] = (await Promise.all(sceneFiles.map(scenesIn))).flat();

const byRoute = new Map(scenes.map((scene) => [scene.route, scene]));

/** @throws Error when there is none */
export const sceneOf = (route: string): Scene => {
  const scene = byRoute.get(route);
  if (scene === undefined) throw new Error(`${route} has no scene beside its operation`);
  return scene;
};
