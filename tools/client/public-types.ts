import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { apiPage, publicLines, type ApiLine } from '../compatible/api-page.ts';
import { declaredLines } from './declared-lines.ts';

const folder = fileURLToPath(new URL('../../packages/client/', import.meta.url));

const packageFile = z.object({ exports: z.record(z.string(), z.object({ import: z.object({ types: z.string() }) })) });

/** The modules that a program can import: `./dist/webhook.d.ts` is `webhook`. */
const entries = async (): Promise<readonly string[]> => {
  const { exports } = packageFile.parse(JSON.parse(await readFile(`${folder}package.json`, 'utf8')));
  return Object.values(exports).map(({ import: { types } }) =>
    types.slice(types.lastIndexOf('/') + 1, -'.d.ts'.length),
  );
};

/** What a route takes is given by the caller: the page has it as a parameter. */
const ofRoutes = (one: ApiLine): ApiLine => ({
  ...one,
  path: one.path.replace(/^(routes\/Routes\["[^"]+"\])\.(parameters|method)/, '$1($2)'),
});

/** packages/client/api.txt: what the modules export that a program can import, and the types that these name. */
export const clientTypesPage = async (): Promise<string> => {
  const declared = new Map<string, ReadonlyMap<string, readonly ApiLine[]>>();
  for (const file of (await readdir(`${folder}src`)).toSorted()) {
    const name = file.replace(/\.ts$/, '');
    declared.set(name, declaredLines(name, await readFile(`${folder}src/${file}`, 'utf8')));
  }
  const modules = await entries();
  return apiPage(publicLines(declared, (name) => modules.includes(name)).map(ofRoutes));
};
