import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, test } from '@jest/globals';
import { looks } from '../../tools/site/diagram.ts';
import { llmsText } from '../../tools/site/llms.ts';
import { asMarkdown, readSite } from '../../tools/site/pages.ts';
import { pictures } from '../../tools/site/pictures.ts';

const root = path.join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const skill = 'skills/swift-worker/SKILL.md';

/** What a program reads of the site, which is served under this path: addresses and texts. */
const base = '/docs/';
let texts: ReadonlyMap<string, string>;
/** Everything that the site has at an address. */
let files: ReadonlySet<string>;

beforeAll(async () => {
  const site = await readSite();
  texts = new Map([
    ['llms.txt', llmsText(site, base)],
    [skill, textOf(`packages/mcp/${skill}`)],
    ...Array.from(site.pages, ([file, text]) => [file, asMarkdown(text, base)] as const),
  ]);
  files = new Set([
    ...texts.keys(),
    ...['openapi.json', 'openapi-by-route.json', 'signatures/vectors.json', 'changelog.atom'],
    ...Object.keys(pictures).flatMap((name) => looks.map((look) => `${name}-${look}.svg`)),
  ]);
});

const linksIn = (markdown: string): readonly string[] =>
  Array.from(markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);

describe('every link of what agents read', () => {
  it('leads to something that the site has', () => {
    const all = [...texts].flatMap(([file, text]) => linksIn(text).map((link) => ({ file, link })));
    expect(all.length).toBeGreaterThan(500);
    const dead = all.filter(({ file, link }) => {
      const { host, pathname } = new URL(link, `http://site${base}${file}`);
      return host === 'site' && !(pathname.startsWith(base) && files.has(pathname.slice(base.length)));
    });
    expect(dead).toEqual([]);
  });
});

/** What partners get: the pages, and what is in the packages. */
const folders = ['packages/client', 'packages/client-python', 'packages/mcp', 'listen'];
const inPackages = folders.flatMap((folder) => [`${folder}/README.md`, `${folder}/CHANGELOG.md`]);
/** The project, or a file of it. */
const inProject = /\bthe repository\b|(?<![\w./}])(?:packages|docs|test|tools|lambdas|local)\/[\w-]+/gi;
/** Of the site itself. */
const onSite = /^packages\/(?:swift[-_]worker)|^docs\/(?:packages|openapi)/;

test('no page for partners names a file of the repository, which they do not have', () => {
  const pages = [...texts].map(([file, text]) => [file, text.replaceAll(`](${base}`, '](/')] as const);
  // The last sections of the clients' pages are for those who change them.
  const read = (file: string): string => textOf(file).split(/^## (?:Development|Publishing)$/m)[0] ?? '';
  const named = [...pages, ...inPackages.map((file) => [file, read(file)] as const)]
    .flatMap(([file, text]) => (text.match(inProject) ?? []).map((name) => `${file}: ${name}`))
    .filter((found) => !onSite.test(found.split(': ')[1] ?? ''));
  expect(named).toEqual([]);
});
