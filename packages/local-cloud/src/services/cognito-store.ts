import { join } from 'node:path';
import type { DataStore } from 'cognito-local/lib/services/dataStore/dataStore.js';
import type { DataStoreFactory } from 'cognito-local/lib/services/dataStore/factory.js';
import { isJsonObject } from './json-object.ts';
import { jsonFile } from './json-file.ts';

type Tree = Record<string, unknown>;

/** cognito-local's data, each store in one file. Its own store corrupts files when calls overlap. */
export const cognitoStores = (directory: string | undefined): DataStoreFactory => ({
  create: async (_context, id, defaults) => {
    const file = jsonFile(directory === undefined ? undefined : join(directory, `${id}.json`));
    const kept = revive('', await file.read());
    const root: Tree = isJsonObject(kept) ? { ...kept } : { ...defaults };
    const pathOf = (key: string | string[]): readonly string[] => (typeof key === 'string' ? [key] : key);
    const find = (path: readonly string[]): unknown =>
      path.reduce<unknown>((node, name) => (isTree(node) ? node[name] : undefined), root);
    const parentOf = (path: readonly string[]): Tree =>
      path.slice(0, -1).reduce<Tree>((node, name) => {
        const next = node[name];
        if (isTree(next)) return next;
        const made: Tree = {};
        node[name] = made;
        return made;
      }, root);
    const store = {
      getRoot: () => Promise.resolve(root),
      get: (_: unknown, key: string | string[], otherwise: unknown = null) =>
        Promise.resolve(find(pathOf(key)) ?? otherwise),
      set: (_: unknown, key: string | string[], value: unknown) => {
        const path = pathOf(key);
        parentOf(path)[path.at(-1) ?? ''] = value;
        return file.write(root);
      },
      delete: (_: unknown, key: string | string[]) => {
        const path = pathOf(key);
        Reflect.deleteProperty(parentOf(path), path.at(-1) ?? '');
        return file.write(root);
      },
    };
    // Its interface returns the type that the caller names.
    return store as DataStore;
  },
});

const isTree = (value: unknown): value is Tree => isJsonObject(value);

/** Values named `…Date` are dates. */
const revive = (name: string, value: unknown): unknown => {
  if (typeof value === 'string' && name.endsWith('Date')) return new Date(value);
  if (Array.isArray(value)) return value.map((element: unknown) => revive('', element));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(key, inner)]));
};
