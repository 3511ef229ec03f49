/** VitePress reads this file from the folder of sources that tools/site/build.ts writes. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';
import * as z from 'zod';
import { createCodeStyles } from './code-styles.ts';
import { createInlineScripts } from './inline-scripts.ts';
import { steadyIds } from './steady-ids.ts';

const leaf = z.object({ text: z.string(), page: z.string(), searched: z.string().optional() });
const entry = leaf.extend({ inside: z.array(leaf).optional() });
const site = z.object({
  base: z.string(),
  sourcemap: z.boolean(),
  contents: z.array(z.object({ title: z.string(), entries: z.array(entry) })),
});

const { base, sourcemap, contents } = site.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'site.json'), 'utf8')),
);

const itemOf = ({ text, page, inside }: z.infer<typeof entry>): DefaultTheme.SidebarItem => ({
  text,
  link: page === 'index' ? '/' : `/${page}`,
  ...(inside === undefined ? {} : { collapsed: true, items: inside.map(itemOf) }),
});

const searched = new Map(
  contents.flatMap(({ entries }) =>
    entries.map(({ page, searched: words }): [string, string | undefined] => [page, words]),
  ),
);

/** What the search knows of a page: of a route its beginning, since all routes have the same errors and answers. */
const inSearch = (file: string, html: string): string => {
  const words = searched.get(file.replace(/\.md$/, ''));
  const [beginning = ''] = file.startsWith('reference/routes/') ? html.split(/(?=<h2 id="example")/) : [html];
  // Said some times, the words weigh as much as a heading.
  return words === undefined ? beginning : beginning.replace('</h1>', `</h1><p>${`${words} `.repeat(4)}</p>`);
};

/** The policy of each page, for hosts that send no header of their own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const codeStyles = createCodeStyles();
const inlineScripts = createInlineScripts();

export default defineConfig({
  lang: 'en',
  title: 'swift-worker',
  description:
    'The API for partners: customers, messaging lines, webhooks, templates, delivery health and notifications.',
  srcExclude: ['public/**'],
  vite: { build: { sourcemap } },
  // The order in which pages are read is the order of the search's index, and so in the names of files.
  buildConcurrency: 1,
  // It would insert a style into the page.
  appearance: { disableTransition: false },
  markdown: {
    // Variables of templates are text, and not Vue's.
    config: (markdown) => {
      steadyIds(markdown);
      markdown.renderer.rules['code_inline'] = (tokens, index) =>
        `<code v-pre>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code>`;
    },
    codeTransformers: [codeStyles.transformer],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformHtml: (html) =>
    inlineScripts
      .moveOut(html, base)
      .replaceAll(/ style="[^"]*"(?=[^<]*>)/g, '')
      .replace(
        '</title>',
        `</title>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">` +
          `\n    <link rel="icon" href="${base}icon.svg" type="image/svg+xml">` +
          `\n    <link rel="stylesheet" href="${base}code.css">`,
      ),
  transformHead: ({ pageData }) =>
    pageData.relativePath === 'changelog.md'
      ? [['link', { rel: 'alternate', type: 'application/atom+xml', href: `${base}changelog.atom` }]]
      : [],
  buildEnd: async ({ outDir }) => {
    // Not among the assets, which browsers keep for ever: its name does not change with its content.
    await writeFile(path.join(outDir, 'code.css'), codeStyles.css());
    for (const [name, text] of inlineScripts.files) await writeFile(path.join(outDir, 'assets', name), text);
  },
  themeConfig: {
    logo: '/icon.svg',
    search: {
      provider: 'local',
      options: {
        _render: async (source, env, markdown) => inSearch(env.relativePath, await markdown.renderAsync(source, env)),
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Quickstart', link: '/quickstart' },
      { text: 'Guides', link: '/customers', activeMatch: '^/(customers|lines|events|templates|messages|delivery)' },
      { text: 'Reference', link: '/reference/routes', activeMatch: '^/reference/' },
      { text: 'OpenAPI', link: `${base}openapi.json`, target: '_self' },
    ],
    sidebar: contents.map(({ title, entries }) => ({ text: title, items: entries.map(itemOf) })),
  },
});
