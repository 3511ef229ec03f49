import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { releasedVersions } from '../../tools/stored/released-table.ts';

it('the version of package.json has a table, which `npm run stored -- --release` makes', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
  expect(releasedVersions()).toContain(version);
});
