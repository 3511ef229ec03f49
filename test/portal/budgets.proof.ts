import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '../..');
const manifestOf = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

let folder: string;
let manifest: z.infer<typeof manifestOf>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-'));
  const build = ['run', '-s', 'portal:build', '--', '--outDir', folder, '--emptyOutDir', '--manifest', 'manifest.json'];
  await promisify(execFile)('npm', build, { cwd: root });
  manifest = manifestOf.parse(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files that the browser loads for an entry, with those of its static imports. */
const filesOf = (entry: string): ReadonlySet<string> => {
  const chunks = new Set<string>();
  const visit = (name: string): void => {
    if (chunks.has(name)) return;
    chunks.add(name);
    for (const imported of manifest[name]?.imports ?? []) visit(imported);
  };
  visit(entry);
  return new Set(Array.from(chunks).flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]));
};

/** KiB of files as they are sent, compressed. */
const sizeOf = async (files: Iterable<string>, ending: string): Promise<number> => {
  const chosen = Array.from(files).filter((file) => file.endsWith(ending));
  const sizes = await Promise.all(chosen.map(async (file) => gzipSync(await readFile(path.join(folder, file))).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};

/** A file of several modules that are loaded together. */
const group = (name: string): string => {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (found === undefined) throw new Error(`the build has no ${name}`);
  return found;
};

/** What is loaded with every page. */
const shell = (): ReadonlySet<string> =>
  new Set(['index.html', ...['early', 'shell', 'en'].map(group)].flatMap((chunk) => Array.from(filesOf(chunk))));

const pages = (): readonly string[] =>
  (manifest[group('early')]?.dynamicImports ?? []).filter((name) => name.includes('/pages/'));

describe('what the browser loads', () => {
  test('before the member is signed in has at most 10 KiB', async () => {
    expect(await sizeOf(filesOf('index.html'), '.js')).toBeLessThan(10);
  });

  test('for the first page has at most 230 KiB of scripts and 60 KiB of styles', async () => {
    // The overview is in the shell's file.
    expect(manifest[group('early')]?.dynamicImports).toContain(group('shell'));
    expect(await sizeOf(shell(), '.js')).toBeLessThan(230);
    expect(await sizeOf(shell(), '.css')).toBeLessThan(60);
  });

  test('for each other page adds at most 90 KiB of scripts', async () => {
    expect(pages().length).toBeGreaterThan(10);
    for (const page of pages()) {
      const common = shell();
      const added = Array.from(filesOf(page)).filter((file) => !common.has(file));
      expect({ page, fits: (await sizeOf(added, '.js')) < 90 }).toEqual({ page, fits: true });
    }
  });

  test('is in files of their own: the page has no script or style in it', async () => {
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|style=/);
  });
});
