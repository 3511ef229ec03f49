/** `npm run docs`: writes the pages that are generated from the code. */
import { writeFile } from 'node:fs/promises';
import { accessPatternsPage } from './docs/access-patterns-page.ts';
import { generatedPages } from './docs/pages.ts';

interface Page {
  readonly file: string;
  readonly make: () => Promise<string>;
}

const measured: Page = {
  file: 'docs/access-patterns.md',
  make: async () => {
    // Loaded now, because the measured calls are held against the description that was just written.
    const { measureAccessPatterns } = await import('./access-patterns/measure.ts');
    const { measureDeliveries } = await import('./access-patterns/deliveries.ts');
    return accessPatternsPage(await measureAccessPatterns(), await measureDeliveries());
  },
};

const isDescription = ({ file }: Page): boolean => file === 'docs/openapi.json';

const pages: readonly Page[] = [
  ...generatedPages.filter(isDescription),
  // Other pages use its figures.
  measured,
  ...generatedPages.filter((page) => !isDescription(page)),
];

for (const { file, make } of pages) {
  await writeFile(new URL(`../${file}`, import.meta.url), await make());
  console.log(file);
}
