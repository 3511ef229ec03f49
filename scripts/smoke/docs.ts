import { read } from './read.ts';
import { equal, Broken, type Steps } from './steps.ts';

const typeOf = ({ headers }: Response): string | undefined => headers.get('content-type')?.split(';')[0];

/** The documentation of the stage, on the origin of the API. */
export const tryDocs = async (steps: Steps, apiUrl: string): Promise<void> => {
  const home = new URL('/docs/', apiUrl);
  await steps.try('the documentation has its pages', async () => {
    for (const name of ['', 'quickstart']) {
      const page = await read(new URL(name, home));
      equal(`/docs/${name}`, [page.status, typeOf(page)], [200, 'text/html']);
    }
  });
  await steps.try('the packages that the documentation names are there', async () => {
    const text = await (await read(new URL('packages.md', home))).text();
    const files = new Set(text.match(/packages\/[\w.-]+\.(?:tgz|whl)/g));
    if (files.size === 0) throw new Broken('the page names no packages');
    for (const file of files) equal(file, (await read(new URL(file, home))).status, 200);
  });
};
