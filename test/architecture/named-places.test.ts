import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { missingPlaces, type Page } from './named-places.ts';
import { root } from './planted.ts';

/** Of .gitignore: names, endings and folders, without the patterns that it does not have. */
const ignored: ReadonlySet<string> = new Set(readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n'));

const isMade = (place: string): boolean => {
  const name = path.basename(place);
  return [`${place}/`, `${name}/`, name, `*${path.extname(name)}`].some((pattern) => ignored.has(pattern));
};

/** Every file of the project, without what is made. A source archive has no repository to ask. */
const files = (folder = ''): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}${entry.name}`;
    if (entry.name === '.git' || isMade(place)) return [];
    return entry.isDirectory() ? files(`${place}/`) : [place];
  });

/** The measurements tell of the code as it was, and the tests of this folder of what they plant. */
const isRead = (file: string): boolean =>
  /\.(?:ts|tsx|mjs|md)$/.test(file) && !/^(?:docs\/bench|test\/architecture)\//.test(file);

describe('files, folders and sections that are named', () => {
  it('in pages and comments are there', () => {
    const all = files();
    const pages = all.filter(isRead).map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
    expect(pages.length).toBeGreaterThan(1_000);
    expect(missingPlaces(pages, all)).toEqual([]);
  });
});

describe('a name of nothing is found:', () => {
  const there = ['lambdas/domain/a.ts', 'docs/page.md'];
  it.each<[string, Page, string]>([
    ['a file in a page', { file: 'docs/page.md', text: 'See `domain/b.ts`.' }, 'domain/b.ts'],
    ['a file in a comment', { file: 'lambdas/domain/a.ts', text: '/** See store/b.ts. */' }, 'store/b.ts'],
    ['a folder', { file: 'docs/page.md', text: 'It is in `lambdas/b/`.' }, 'lambdas/b/'],
    ['a section', { file: 'lib/a.ts', text: '// docs/page.md, "Doors"' }, 'docs/page.md, "Doors"'],
  ])('%s', (_, page, name) => {
    const pages = [{ file: 'docs/page.md', text: '# Rooms\n' }, page];
    expect(missingPlaces(pages, there)).toEqual([`${page.file}: ${name}`]);
  });

  it('but not what is there, in an address, in code, or made later', () => {
    const text =
      'See domain/a.ts, `lambdas/domain/`, docs/page.md, "Rooms", https://example.com/x/b.ts and `build/b.json`.';
    const pages = [
      { file: 'docs/page.md', text: `# Rooms\n\n${text}` },
      { file: 'lambdas/domain/a.ts', text: "export const place = 'domain/b.ts';\n" },
    ];
    expect(missingPlaces(pages, there)).toEqual([]);
  });
});
