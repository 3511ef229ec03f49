import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vitepress';
import { logo, lookOf } from '../../lambdas/kernel/look.ts';
import { changelogFeed } from './feed.ts';
import { llmsText } from './llms.ts';
import { packAll } from '../packages/pack-all.ts';
import { looks } from './diagram.ts';
import { asMarkdown, readSite, type Site } from './pages.ts';
import { pictures } from './pictures.ts';

const root = path.join(import.meta.dirname, '../..');

const put = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
};

export interface SiteOptions {
  /** The path that the site is served under, with a slash at both ends. */
  readonly base: string;
  /** Whether the source maps of the scripts are written as well. */
  readonly sourcemap: boolean;
}

/** Writes what VitePress builds the site of: the pages, the files beside them, and its configuration. */
const putSources = async (directory: string, { pages, contents }: Site, options: SiteOptions): Promise<void> => {
  const { base } = options;
  const publicFolder = path.join(directory, 'public');
  const settings = path.join(directory, '.vitepress');
  for (const [file, text] of pages) {
    await put(path.join(directory, file), text);
    await put(path.join(publicFolder, file), asMarkdown(text, base));
  }
  const changelog = await readFile(path.join(root, 'docs/partners/changelog.md'), 'utf8');
  await put(path.join(publicFolder, 'changelog.atom'), changelogFeed(changelog));
  await put(path.join(publicFolder, 'llms.txt'), llmsText({ pages, contents }, base));
  for (const name of ['openapi.json', 'openapi-by-route.json', 'signatures/vectors.json'])
    await cp(path.join(root, 'docs', name), path.join(publicFolder, name));
  await cp(path.join(root, 'packages/mcp/skills'), path.join(publicFolder, 'skills'), { recursive: true });
  for (const [name, make] of Object.entries(pictures))
    for (const look of looks) await put(path.join(publicFolder, `${name}-${look}.svg`), make(look));
  await packAll(path.join(publicFolder, 'packages'));
  await put(path.join(publicFolder, 'icon.svg'), logo);
  await cp(path.join(import.meta.dirname, 'vitepress'), settings, { recursive: true });
  const style = path.join(settings, 'theme/style.css');
  await put(style, `${lookOf('.dark')}${await readFile(style, 'utf8')}`);
  await put(path.join(directory, 'package.json'), '{ "type": "module" }\n');
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
  await put(path.join(settings, 'theme/index.ts'), "export { default } from './site-theme.ts';\n");
  await put(path.join(settings, 'site.json'), JSON.stringify({ ...options, contents }));
};

/**
 * Builds the site as static files.
 * @throws Error when a page has a dead link
 */
export const buildSite = async (outDir: string, options: SiteOptions): Promise<void> => {
  const sources = await mkdtemp(path.join(tmpdir(), 'site-sources-'));
  try {
    await putSources(sources, await readSite(), options);
    await build(sources, { base: options.base, outDir: path.resolve(outDir) });
  } finally {
    await rm(sources, { recursive: true, force: true });
  }
};
