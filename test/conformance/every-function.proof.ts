import { afterAll, expect, test } from '@jest/globals';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeBundle } from '../../lib/bundle.ts';

const root = path.join(import.meta.dirname, '../..');
const entries = globSync('lambdas/functions/*.ts', { cwd: root });
const directory = mkdtempSync(path.join(tmpdir(), 'functions-'));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

test.each(entries)('%s is bundled, with a source map for each file', (entry) => {
  const own = path.join(directory, path.basename(entry, '.ts'));
  writeBundle(entry, own);
  const files = readdirSync(own);
  expect(files).toContain('index.js');
  const code = files.filter((name) => name.endsWith('.js'));
  expect(files.toSorted()).toEqual(code.flatMap((name) => [name, `${name}.map`]).toSorted());
});
