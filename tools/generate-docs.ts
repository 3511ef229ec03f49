/** `npm run docs`: writes the pages that are generated from the code. */
import { writeFile } from 'node:fs/promises';
import { measureDeliveries } from './access-patterns/deliveries.ts';
import { measureAccessPatterns } from './access-patterns/measure.ts';
import { accessPatternsPage } from './docs/access-patterns-page.ts';
import { generatedPages } from './docs/pages.ts';

const measured = {
  file: 'docs/access-patterns.md',
  make: async () => accessPatternsPage(await measureAccessPatterns(), await measureDeliveries()),
};

// The measured page is first, because other pages use its figures.
for (const { file, make } of [measured, ...generatedPages]) {
  await writeFile(new URL(`../${file}`, import.meta.url), await make());
  console.log(file);
}
