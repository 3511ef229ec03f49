/** `npm run docs`: writes the pages that are made from the code. */
import { writeFile } from 'node:fs/promises';
import { generatedPages } from './docs/pages.ts';

for (const { file, make } of generatedPages) {
  await writeFile(new URL(`../${file}`, import.meta.url), await make());
  console.log(file);
}
