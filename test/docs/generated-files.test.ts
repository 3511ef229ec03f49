import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { promisedDocuments } from '../../tools/compatible/documents.ts';
import { builtFiles, generatedFiles, keptFiles } from '../../tools/docs/generated-files.ts';

const root = new URL('../../', import.meta.url);

describe.each(generatedFiles)('$file', ({ file, make }) => {
  it('is up to date with the code', async () => {
    const stands = await readFile(new URL(file, root), 'utf8').catch(() => '');
    const made = await make();
    if (stands !== made) throw new Error(`${file} is behind the code: run \`npm run generate\``);
    expect(stands).toBe(made);
  });
});

it('ignores exactly the files that the set-up makes', async () => {
  const ignored = (await readFile(new URL('.gitignore', root), 'utf8')).split('\n');
  expect(builtFiles.filter(({ file }) => !ignored.includes(file))).toEqual([]);
  expect(keptFiles.filter(({ file }) => ignored.includes(file))).toEqual([]);
});

it('makes each document of a release a file that git keeps', () => {
  const kept = keptFiles.map(({ file }) => file);
  expect(promisedDocuments.map(({ file }) => file).filter((file) => !kept.includes(file))).toEqual([]);
});
