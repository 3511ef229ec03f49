/** What the package has instead of the builds of this project: each was made when it was packed, by tools/packages/pack-sandbox.ts. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn, type BuiltSite } from '../built-site.ts';
import type { SynthesisOptions } from '../synthesise.ts';

/** Beside the folder of the programs. */
const built = path.join(import.meta.dirname, '../built');

export const synthesise = ({ tables }: SynthesisOptions): Promise<string> =>
  tables === undefined
    ? Promise.resolve(path.join(built, 'assembly'))
    : Promise.reject(new Error('other tables need the project itself'));

const siteIn = (name: string): BuiltSite => ({
  files: () => filesIn(path.join(built, name)),
  stop: () => Promise.resolve(),
});

export const createDocsSite = (): BuiltSite => siteIn('docs');
export const createPortalBuild = (): BuiltSite => siteIn('portal');
export const bundleScript = (): Promise<string> => readFile(path.join(built, 'console.js'), 'utf8');
