import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { generatedPages } from '../../tools/docs/pages.ts';

describe.each(generatedPages)('$file', ({ file, make }) => {
  it('is up to date with the code', async () => {
    const stands = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8').catch(() => '');
    const made = await make();
    if (stands !== made) throw new Error(`${file} is behind the code: run \`npm run docs\` and commit it`);
    expect(stands).toBe(made);
  });
});
