import { expect, test } from '@jest/globals';
import { synthesise } from '../../local/synthesise.ts';
import { releasedAssembly, type ReleasedAssembly } from '../../tools/skew/released-assembly.ts';
import { lastRelease } from '../../tools/skew/last-release.ts';
import { phases } from '../../tools/skew/phases.ts';
import { runSkew } from '../../tools/skew/skew.ts';

/** Before the first release, the present version stands for it. */
const openRelease = async (): Promise<Pick<ReleasedAssembly, 'directory' | 'remove'>> => {
  const tag = lastRelease();
  if (tag !== null) return releasedAssembly(tag);
  return { directory: await synthesise({ stage: 'local' }), remove: () => Promise.resolve() };
};

test('the last release and the present version run on one table, in any mixture and back again', async () => {
  const released = await openRelease();
  try {
    const begun: string[] = [];
    const { operations, ledger, refusals, errors } = await runSkew({
      released: released.directory,
      secondsOfPhase: 3,
      callers: 3,
      onPhase: (name) => begun.push(name),
    });
    expect({ lost: ledger.lost, doubled: ledger.doubled, refusals, errors }).toEqual({
      lost: [],
      doubled: [],
      refusals: [],
      errors: [],
    });
    expect(begun).toEqual(phases.map(({ name }) => name));
    expect(operations).toBeGreaterThan(phases.length);
    expect(ledger.events).toBeGreaterThan(0);
  } finally {
    await released.remove();
  }
});
