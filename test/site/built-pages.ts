import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The pages of a built site, by their files. */
export const builtPages = (directory: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, readFileSync(path.join(directory, name), 'utf8')]),
  );

const valuesOf = (html: string, attribute: string): readonly string[] =>
  Array.from(html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g')), ([, value = '']) => value);

/** The addresses that a page links to or loads. */
export const addressesOf = (html: string): readonly string[] => [...valuesOf(html, 'href'), ...valuesOf(html, 'src')];

export interface BuiltSite {
  readonly base: string;
  readonly pages: ReadonlyMap<string, string>;
  /** Every file, pages included. */
  readonly files: ReadonlySet<string>;
}

const isDead = ({ base, pages, files }: BuiltSite, file: string, address: string): boolean => {
  const url = new URL(address, `http://site${base}${file}`);
  if (url.host !== 'site') return false;
  if (!url.pathname.startsWith(base)) return true;
  const name = url.pathname.slice(base.length) || 'index.html';
  const html = pages.get(name);
  if (url.hash === '' || html === undefined) return !files.has(name);
  return !valuesOf(html, 'id').includes(decodeURIComponent(url.hash.slice(1)));
};

/** The links of a site to pages, anchors and files that are not there, as `page: address`. */
export const deadLinksOf = (site: BuiltSite): readonly string[] =>
  [...site.pages].flatMap(([file, html]) =>
    [...new Set(addressesOf(html))]
      .filter((address) => isDead(site, file, address))
      .map((address) => `${file}: ${address}`),
  );
