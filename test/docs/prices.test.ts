import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '../..');
const pages = path.join(root, 'docs/adr');
/** What a page says may differ from the files by this part, so that ordinary changes need no edit of the page. */
const tolerance = 0.15;

/** Its decision was replaced by ADR 17. */
const replaced: ReadonlySet<string> = new Set(['0014-lean-aws-calls.md']);

const price =
  /^\*\*Price\.\*\* (?<said>[\d,]+) lines, with tests: (?<places>`.+`)\. Dollars: .+\. Milliseconds: .+\.$/m;

/** The lines of the files that each of the patterns names. @throws when one names none */
const linesOf = (patterns: readonly string[]): number => {
  const files = patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root }).filter((file) => statSync(path.join(root, file)).isFile());
    if (found.length === 0) throw new Error(`${pattern} names no file`);
    return found;
  });
  return Array.from(
    new Set(files),
    (file) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1,
  ).reduce((sum, lines) => sum + lines, 0);
};

test.each(readdirSync(pages).filter((page) => !replaced.has(page)))(
  '%s says how many lines its decision takes',
  (page) => {
    const { said = '', places = '' } = price.exec(readFileSync(path.join(pages, page), 'utf8'))?.groups ?? {};
    const actual = linesOf(places.split(', ').map((place) => place.slice(1, -1)));
    const stated = Number(said.replaceAll(',', ''));
    const message = `${page} says ${stated}; the files have ${actual}`;
    expect([message, Math.abs(stated - actual) <= tolerance * actual]).toEqual([message, true]);
  },
);

test.each(readdirSync(pages))('%s has at most 400 words', (page) => {
  expect(readFileSync(path.join(pages, page), 'utf8').split(/\s+/).length - 1).toBeLessThanOrEqual(400);
});
