import { expect, test } from '@jest/globals';
import { releasedAssembly } from '../../tools/skew/released-assembly.ts';
import { lastRelease } from '../../tools/skew/last-release.ts';
import { phases } from '../../tools/skew/phases.ts';
import { runSkew } from '../../tools/skew/skew.ts';

test('the last release and the present version run on one table, in any mixture and back again', async () => {
  const released = await releasedAssembly(await lastRelease());
  try {
    const begun: string[] = [];
    const { operations, ledger, refusals, errors } = await runSkew({
      ...{ released: released.directory, secondsOfPhase: 3, callers: 3 },
      onPhase: (name) => begun.push(name),
    });
    expect({ lost: ledger.lost, doubled: ledger.doubled, refusals, errors }).toEqual({
      ...{ lost: [], doubled: [], refusals: [], errors: [] },
    });
    expect(begun).toEqual(phases.map(({ name }) => name));
    expect(operations).toBeGreaterThan(phases.length);
    expect(ledger.events).toBeGreaterThan(0);
  } finally {
    await released.remove();
  }
});
