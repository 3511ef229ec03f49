import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { routes } from '../../lambdas/api/routes.ts';
import { statusOfCode } from '../../lambdas/kernel/errors.ts';
import { eventKinds } from '../../tools/openapi/events.ts';
import { entriesOf } from '../../tools/site/contents.ts';
import { llmsText } from '../../tools/site/llms.ts';
import { looks } from '../../tools/site/diagram.ts';
import { pictures } from '../../tools/site/pictures.ts';
import { readSite, type Site } from '../../tools/site/pages.ts';
import { snippetsIn } from '../docs/guide.ts';
import { languages } from '../signatures/languages.ts';

let site: Site;

beforeAll(async () => {
  site = await readSite();
});

const textOf = (file: string): string => {
  const text = site.pages.get(file);
  if (text === undefined) throw new Error(`the site has no ${file}`);
  return text;
};

/** The parts of a page by their headings of the second level. */
const partsOf = (file: string): ReadonlyMap<string, string> =>
  new Map(
    textOf(file)
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.split('\n', 1)[0]?.replace(/ \{#.*\}$/, '') ?? '', part]),
  );

const shownIn = (part = ''): unknown => JSON.parse(/^```json\n([^]*?)^```$/m.exec(part)?.[1] ?? 'null');

describe('the reference', () => {
  it.each(routes.map(({ route, methods, audience }) => ({ route, methods, audience })))(
    'has a page of $route with its methods and callers',
    ({ route, methods, audience }) => {
      const page = textOf(`reference/routes/${route}.md`);
      for (const method of methods) expect(page).toContain(`\`${method}\``);
      const isForKeys = audience.kind === 'partner' || audience.kind === 'delivery-report';
      expect(page).toContain(isForKeys ? `the scope \`${audience.scope}\`` : 'a partner key gets 403 `forbidden_role`');
      for (const part of ['## Request', '## Example', '## Answers', '## Errors']) expect(page).toContain(part);
      expect(textOf('reference/routes.md')).toContain(`(routes/${route}.md)`);
    },
  );

  it('has every error code with its status, cause, cure and sample, and no other', () => {
    const parts = partsOf('reference/errors.md');
    expect([...parts.keys()].toSorted()).toEqual(Object.keys(statusOfCode).toSorted());
    const sample = z.object({ error: z.object({ code: z.string(), message: z.string().min(10) }) });
    for (const [code, status] of Object.entries(statusOfCode)) {
      const part = parts.get(code) ?? '';
      expect(part).toContain(`Status ${status}.`);
      expect(part).toMatch(/\*\*Cause\.\*\* \S.{10}/);
      expect(part).toMatch(/\*\*Cure\.\*\* \S.{10}/);
      expect(sample.parse(shownIn(part)).error.code).toBe(code);
    }
  });

  it('has every kind of event with an example and its fields', () => {
    const parts = partsOf('reference/events.md');
    for (const type of Object.keys(eventKinds)) {
      expect(shownIn(parts.get(type))).toMatchObject({ type, api_version: '1.1.0' });
      expect(parts.get(type)).toContain('| `partner_id` | uuid | yes |');
    }
    expect(parts.size).toBe(Object.keys(eventKinds).length + 1);
  });
});

describe('the contents', () => {
  it('list every page once', () => {
    const listed = entriesOf(site.contents).map(({ page }) => `${page}.md`);
    expect(listed.toSorted()).toEqual([...site.pages.keys()].toSorted());
  });

  it('are in llms.txt, each page with its first sentences', () => {
    const text = llmsText(site, '/docs/');
    for (const { page } of entriesOf(site.contents))
      expect(text).toMatch(new RegExp(`\\(/docs/${page}\\.md\\): \\S.{20}`));
    for (const file of ['openapi.json', 'openapi-by-route.json']) expect(text).toContain(`(/docs/${file})`);
  });
});

describe('the description with a path for each route', () => {
  it('is what the first page has Postman, Insomnia and Bruno import', () => {
    const [paragraph = ''] = textOf('index.md')
      .split(/\n{2,}/)
      .filter((text) => text.includes('(/openapi-by-route.json)'));
    for (const client of ['Postman', 'Insomnia', 'Bruno']) expect(paragraph).toContain(client);
  });
});

const signatures = path.join(import.meta.dirname, '../../docs/signatures');

describe('the page of signatures', () => {
  it('shows every sample as it is in its file', () => {
    const shown = snippetsIn(textOf('signatures.md')).map(({ text }) => text);
    const files = readdirSync(signatures).filter((file) => /^verify\./i.test(file));
    expect(shown.toSorted()).toEqual(files.map((file) => readFileSync(path.join(signatures, file), 'utf8')).toSorted());
    expect(shown).toHaveLength(languages.length);
  });
});

const linksIn = (markdown: string): readonly string[] =>
  Array.from(markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);

/** Files of the site beside its pages. */
const others = new Set([
  'openapi.json',
  'openapi-by-route.json',
  'signatures/vectors.json',
  'changelog.atom',
  ...Object.keys(pictures).flatMap((name) => looks.map((look) => `${name}-${look}.svg`)),
]);

/** The file that a link of a page leads to. */
const fileOf = (page: string, link: string): string =>
  link.startsWith('/') ? link.slice(1) : path.posix.join(path.posix.dirname(page), link);

describe('the links of the pages', () => {
  it('lead to pages and files that are there', () => {
    const dead = [...site.pages].flatMap(([page, text]) =>
      linksIn(text)
        .map((link) => link.split('#')[0] ?? '')
        .filter((link) => link !== '' && !link.startsWith('https:'))
        .map((link) => fileOf(page, link))
        .filter((file) => !site.pages.has(file) && !others.has(file))
        .map((file) => `${page}: ${file}`),
    );
    expect(dead).toEqual([]);
  });
});
