import type { Test } from '@jest/test-result';
import { orderOf } from './order.ts';
import { workers } from '../test-run/workers.ts';
import { nameOf } from './suite.ts';

const { PROOF_ENDS_AT: endsAt } = process.env;

/** Jest's test sequencer: https://jestjs.io/docs/configuration#testsequencer-string */
export default class ProofSequencer {
  sort(tests: readonly Test[]): readonly Test[] {
    const secondsLeft = endsAt === undefined ? Infinity : Number(endsAt) - Date.now() / 1000;
    const byName = new Map(tests.map((test) => [nameOf(test.path), test]));
    const order = orderOf(Array.from(byName.keys()), workers, secondsLeft);
    return order.flatMap((name) => byName.get(name) ?? []);
  }

  /** Jest calls it after each run, to keep durations. Those of `durations.ts` serve instead. */
  cacheResults(): void {}
}
