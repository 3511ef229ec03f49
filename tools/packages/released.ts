/** The digests of the files that partners install: a file never changes under its name. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** SHA-256 by the name of a file, which has the version in it. */
export type Digests = Readonly<Record<string, string>>;

const file = path.join(import.meta.dirname, 'released.json');

export const readReleased = async (): Promise<Digests> =>
  z.record(z.string(), z.hash('sha256')).parse(JSON.parse(await readFile(file, 'utf8')));

export const digestsOf = async (folder: string, names: readonly string[]): Promise<Digests> =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const content = await readFile(path.join(folder, name));
        return [name, createHash('sha256').update(content).digest('hex')] as const;
      }),
    ),
  );

/** What is wrong with packed files: one that has changed under its name, or one that is not recorded. */
export const faultsOf = (packed: Digests, released: Digests): readonly string[] =>
  Object.entries(packed).flatMap(([name, digest]) => {
    const known = released[name];
    if (known === undefined) return [`${name} is not recorded: npm run packages -- --record`];
    return known === digest ? [] : [`${name} has changed: raise the version of its package`];
  });

/** Records the files that are new. Those that are recorded keep their digests. */
export const record = async (packed: Digests): Promise<void> => {
  const all = Object.entries({ ...packed, ...(await readReleased()) });
  const sorted = Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
};
