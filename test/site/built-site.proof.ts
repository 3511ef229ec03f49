import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSite } from '../../tools/site/pages.ts';
import { addressesOf, builtPages, deadLinksOf, type BuiltSite } from './built-pages.ts';

const root = path.join(import.meta.dirname, '../..');
const directory = mkdtempSync(path.join(tmpdir(), 'site-'));
const base = '/partners/';
let site: BuiltSite;

beforeAll(async () => {
  const program = ['tools/site.ts', '--base', base, '--out', directory];
  await promisify(execFile)(process.execPath, program, { cwd: root });
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  site = { base, pages: builtPages(directory), files: new Set(files) };
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('the built site', () => {
  it('has every page, as HTML and as Markdown', async () => {
    for (const file of (await readSite()).pages.keys()) {
      expect([file, site.pages.has(file.replace(/md$/, 'html')), site.files.has(file)]).toEqual([file, true, true]);
    }
  });

  it('has no dead links and no dead anchors', () => {
    expect(deadLinksOf(site)).toEqual([]);
  });

  it('would show a dead link and a dead anchor', () => {
    const planted = '<a href="/partners/nowhere.html"></a><a href="#nothing"></a><a href="/elsewhere"></a>';
    const dead = deadLinksOf({ ...site, pages: new Map([['planted.html', planted]]) });
    expect(dead).toEqual(['/partners/nowhere.html', '#nothing', '/elsewhere'].map((to) => `planted.html: ${to}`));
  });

  it('loads nothing from elsewhere, and has no script and no style in its pages', () => {
    for (const [file, html] of site.pages) {
      const loaded = html.match(/<(script|img|link|iframe)\b[^>]*>/g) ?? [];
      expect([file, loaded.flatMap(addressesOf).filter((address) => !address.startsWith(base))]).toEqual([file, []]);
      expect([file, html.match(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle="[^<]*>/g)]).toEqual([file, null]);
      expect([file, html.includes(`http-equiv="Content-Security-Policy" content="default-src 'none'`)]).toEqual([
        file,
        true,
      ]);
    }
  });

  it('asks no other host from its scripts and styles', () => {
    const styles = [...site.files].filter((name) => name.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(1);
    for (const name of styles)
      expect(readFileSync(path.join(directory, name), 'utf8')).not.toMatch(/url\(["']?(https?:)?\/\//);
  });

  it('has an index to search in, with the words of every page', async () => {
    const name = [...site.files].find((file) => file.includes('@localSearchIndex')) ?? '';
    const index = readFileSync(path.join(directory, name), 'utf8');
    for (const file of (await readSite()).pages.keys())
      expect(index).toContain(`"/${file.replace(/md$/, 'html').replace(/^index\.html$/, '')}#`);
    for (const word of ['idempotency_key_reused', 'merge-partner-customers', 'reconnect'])
      expect(index).toContain(word);
  });

  it('names the feed on the page of the changelog', () => {
    const link = '<link rel="alternate" type="application/atom+xml" href="/partners/changelog.atom">';
    const naming = [...site.pages].filter(([, html]) => html.includes(link)).map(([file]) => file);
    expect(naming).toEqual(['changelog.html']);
  });

  it('has both OpenAPI descriptions and llms.txt', () => {
    const read = (name: string) => readFileSync(path.join(directory, name), 'utf8');
    for (const file of ['openapi.json', 'openapi-by-route.json'])
      expect(read(file)).toBe(readFileSync(path.join(root, 'docs', file), 'utf8'));
    const pages = Array.from(read('llms.txt').matchAll(/\]\(\/partners\/([^)]+)\)/g), ([, page = '']) => page);
    expect(pages.length).toBeGreaterThan(40);
    for (const page of pages) expect([page, existsSync(path.join(directory, page))]).toEqual([page, true]);
  });

  it('shows the variables of templates as they are written', () => {
    expect(site.pages.get('sending-templates.html')).toContain('Hello {{customer_name}}, your order {{order}} is on');
  });

  it('is small', () => {
    const bytes = [...site.files]
      .map((file) => statSync(path.join(directory, file)))
      .reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeLessThan(14_500_000);
  });
});
