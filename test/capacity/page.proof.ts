import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { capacityPage } from '../../tools/capacity/report/page.ts';
import { resultOf } from '../../tools/capacity/results.ts';
import { openRows } from '../../tools/capacity/rows.ts';

it('docs/capacity.md and its charts have the figures of the code; `npm run capacity -- --page` writes them', async () => {
  const rows = await openRows();
  const results = rows.map((row) => resultOf(row, 1, () => undefined));
  for (const { file, text } of capacityPage(results)) {
    expect(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')).toBe(text);
  }
});
