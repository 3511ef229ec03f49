/** What each function and each route loads, and their budgets: `node tools/loads.ts` writes them after a change that needs more. */
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadsOf } from '../lib/bundle.ts';
import { loadedWith, type LoadedFile } from '../lib/loaded-file.ts';

const root = path.join(import.meta.dirname, '..');

type MeasuredFile = LoadedFile & { readonly bytes: number };

/** What a start, or the first call of a route, loads. */
export interface Load {
  readonly kilobytes: number;
  readonly modules: number;
  readonly files: readonly MeasuredFile[];
}

const loadOf = (files: readonly MeasuredFile[]): Load => ({
  kilobytes: Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000),
  modules: files.reduce((sum, { modules }) => sum + modules.length, 0),
  files,
});

const nameOf = (entry: string): string => path.basename(entry, '.ts');

/** What the start of each function loads. */
export const functionLoads = (): ReadonlyMap<string, Load> =>
  new Map(
    globSync('lambdas/functions/*.ts', { cwd: root })
      .toSorted()
      .map((entry) => [nameOf(entry), loadOf(loadedWith(loadsOf(entry), 'index.js'))]),
  );

/** What the first call of each operation loads in a new environment: `customers/update-customer`. */
export const operationLoads = (): ReadonlyMap<string, Load> => {
  const files = loadsOf('lambdas/functions/dispatcher.ts');
  const operations = files.flatMap((file) =>
    file.modules.flatMap(({ source }) => {
      const name = /^lambdas\/api\/operations\/(.+)\.ts$/.exec(source)?.[1];
      return name === undefined ? [] : [[name, loadOf(loadedWith(files, file.name))] as const];
    }),
  );
  return new Map(operations.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** Room for small changes, so that not each one needs another budget. */
const roomKilobytes = 3;
const roomModules = 3;

const budgetsOf = (loads: ReadonlyMap<string, Load>) =>
  Object.fromEntries(
    Array.from(loads, ([name, { kilobytes, modules }]) => [
      name,
      { kilobytes: kilobytes + roomKilobytes, modules: modules + roomModules },
    ]),
  );

if (import.meta.main) {
  const budgets = { functions: budgetsOf(functionLoads()), operations: budgetsOf(operationLoads()) };
  writeFileSync(path.join(root, 'test/conformance/budgets.json'), `${JSON.stringify(budgets, null, 2)}\n`);
}
