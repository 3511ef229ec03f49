/** `npm run check-dependencies`: whether the lockfile, and the licences of what is shipped, are as they should be. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { complain } from '../packages/terminal/src/output.ts';
import { refusedLicences } from './dependencies/licences.ts';
import { surprisesIn } from './dependencies/lockfile.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const { allowScripts } = z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json'));
const { packages } = z
  .object({ packages: z.record(z.string(), z.object({ name: z.string().optional() })) })
  .parse(read('package-lock.json'));
/** The root and the workspaces have a name in the lockfile, or no `node_modules` in their place. */
const own = new Set(
  Object.entries(packages)
    .filter(([place]) => !place.includes('node_modules/'))
    .flatMap(([, { name }]) => (name === undefined ? [] : [name])),
);

const found = [
  ...surprisesIn(read('package-lock.json'), new Set(Object.keys(allowScripts))),
  ...refusedLicences(JSON.parse(await text(process.stdin)), own),
];
for (const line of found) complain(`${line}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
