import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { rowsWithGoal } from '../../tools/bench/table/round-trips.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/access-patterns.md'), 'utf8');

test.each(rowsWithGoal)('the goal of "$row" is of a case that is measured: $route, $about', ({ route, about }) => {
  expect(page).toContain(`| \`${route}\` | ${about} |`);
});
