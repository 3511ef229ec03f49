import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { apiPage, publicLines, type ApiLine } from '../compatible/api-page.ts';
import { declarationsOf, declaredLines, type Declaration } from './declared-lines.ts';
import { blocksOf, statementsOf, type Block } from './python-lines.ts';

const folder = fileURLToPath(new URL('../../packages/client-python/src/swift_worker/', import.meta.url));

const isPublic = (name: string): boolean => !name.startsWith('_');

/** What the package itself hands on: the names of its `__all__`. */
const handedOn = (blocks: readonly Block[]): readonly (readonly [string, readonly ApiLine[]])[] => {
  const all = blocks.find(({ text }) => text.startsWith('__all__ = '))?.text ?? '';
  return Array.from(all.matchAll(/"(\w+)"/g), ([, name = '']) => [
    `swift_worker.${name}`,
    [{ path: `swift_worker/${name}`, isOptional: false, types: [name] }],
  ]);
};

/** packages/client-python/api.txt: the public names of the package, and the types that these name. */
export const pythonTypesPage = async (): Promise<string> => {
  const modules = new Map<string, readonly Block[]>();
  for (const file of (await readdir(folder)).toSorted())
    if (file.endsWith('.py'))
      modules.set(file.slice(0, -'.py'.length), blocksOf(statementsOf(await readFile(`${folder}${file}`, 'utf8'))));
  const all = Array.from(modules).flatMap(([module, blocks]) => declarationsOf(module, blocks));
  const inherited = (base: string): Declaration | undefined =>
    all.find(({ module, name }) => name === base && !(isPublic(module) && isPublic(name)));
  const declared = new Map(
    Array.from(modules, ([module, blocks]) => [
      module === '__init__' ? 'swift_worker' : module,
      new Map([
        ...(module === '__init__' ? handedOn(blocks) : []),
        ...all
          .filter((one) => one.module === module && isPublic(one.name))
          .map((one) => [one.name, declaredLines(one, inherited)] as const),
      ]),
    ]),
  );
  return apiPage(publicLines(declared, isPublic));
};
