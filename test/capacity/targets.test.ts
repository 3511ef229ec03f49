import { expect, it } from '@jest/globals';
import { openRows } from '../../tools/capacity/rows.ts';
import { simulate } from '../../tools/capacity/simulated/scenario.ts';

const rows = await openRows();

it.each(rows.map((row) => [row.name, row.least, row] as const))(
  '%s: the service sustains %i a second',
  (_, least, row) => {
    const { by, setting } = row;
    if (by.kind === 'computed') {
      expect(by.of.ceiling(setting)).toBeGreaterThanOrEqual(least - 0.001);
      return;
    }
    const { isSustained, ...found } = simulate(by.of, setting, least, { seed: 1, span: by.of.fast });
    expect(isSustained ? 'sustained' : found).toBe('sustained');
  },
);
