import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { changelogFeed, daysOf } from '../../tools/site/feed.ts';

const changelog = readFileSync(path.join(import.meta.dirname, '../../docs/partners/changelog.md'), 'utf8');

it('every section of the changelog has its day, the newest first, and each day once', () => {
  const dates = daysOf(changelog).map(({ date }) => date);
  expect(dates).toHaveLength(changelog.match(/^## /gm)?.length ?? 0);
  expect(dates).toEqual([...new Set(dates)].toSorted().toReversed());
  for (const { text } of daysOf(changelog)) expect(text).toMatch(/^(- |[A-Z])/);
});

it('the feed has an entry for each day, with its text, and with what XML keeps for itself escaped', () => {
  const text = '# Changelog\n\n## 2026-03-02\n\n- `a < b` & c\n\n## 2026-03-01, 1.1.0\n\n- First.\n';
  const feed = changelogFeed(text);
  expect(feed.match(/<entry>/g)).toHaveLength(2);
  expect(feed).toContain('<content type="text">- `a &lt; b` &amp; c</content>');
  expect(feed).toContain('<link href="changelog.html#_2026-03-01-1-1-0"/>');
  expect(feed).toMatch(/<updated>2026-03-02T00:00:00Z<\/updated>\n {2}<link rel="self"/);
  expect(feed).toContain('<id>tag:swift-worker.invalid,2026:changelog/2026-03-01</id>');
});
