import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { mutations } from './mutations.ts';

// The proof that applies them takes minutes; this fails as soon as the code that they change is moved or renamed.
it.each(mutations)('the code has what is changed: $what', async ({ file, from }) => {
  expect(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(from);
});
