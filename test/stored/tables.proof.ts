import { expect, test } from '@jest/globals';
import { checkTable } from '../../tools/stored/check.ts';
import { cure } from '../../tools/stored/cure.ts';
import { releasedVersions } from '../../tools/stored/released-table.ts';

test.each(releasedVersions())(
  'the table of version %s is read, worked on and exported as that version did',
  async (version) => {
    const { items, queries, problems } = await checkTable(version);
    if (problems.length > 0) throw new Error([...problems.slice(0, 20), cure].join('\n'));
    expect(items).toBeGreaterThan(0);
    expect(queries).toBeGreaterThan(0);
  },
);
