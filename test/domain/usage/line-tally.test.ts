import { describe, expect, test } from '@jest/globals';
import { LineTally } from '../../../lambdas/domain/usage/line-tally.ts';
import type { LineFacts, LineState, LineTransition } from '../../../lambdas/domain/usage/usage-day.ts';
import { dice } from '../../../tools/harness/dice.ts';

const change = (before: boolean, after: boolean): number => Number(after) - Number(before);

/** Looks at every instance at every moment. */
const looked = (transitions: readonly LineTransition[]): LineFacts => {
  const byInstance = Array.from(Map.groupBy(transitions, ({ instanceId }) => instanceId).values());
  const newly = (has: (state: LineState) => boolean): number =>
    byInstance.filter(([first, ...rest]) => {
      if (first === undefined) return false;
      return !has(first.before) && [first, ...rest].some(({ after }) => has(after));
    }).length;
  const times = Array.from(new Set(transitions.map(({ at }) => at))).toSorted((left, right) => left - right);
  const takenUntil = (time: number, isReleaseOnly: boolean): number =>
    transitions.reduce((sum, { at, before, after }) => {
      const step = change(before.isTaken, after.isTaken);
      return at < time || (at === time && (!isReleaseOnly || step < 0)) ? sum + step : sum;
    }, 0);
  const last = takenUntil(Infinity, false);
  return {
    mostTaken: Math.max(0, ...times.map((time) => takenUntil(time, false))),
    newlyTaken: newly(({ isTaken }) => isTaken),
    newlyConnected: newly(({ isConnected }) => isConnected),
    slots: last,
    lines: transitions.reduce((sum, it) => sum + change(it.before.isConnected, it.after.isConnected), 0),
  };
};

const tallied = (transitions: readonly LineTransition[]): LineFacts => {
  const lines = new LineTally();
  for (const transition of transitions) lines.add(transition);
  return lines.done();
};

/** Of some instances, each with changes at random times. */
const played = (random: () => number): readonly LineTransition[] =>
  Array.from({ length: Math.floor(random() * 400) }, (_, instance) => {
    const state = (): LineState => ({ isTaken: random() < 0.5, isConnected: random() < 0.5 });
    let [before, at] = [state(), Math.floor(random() * 50)];
    return Array.from({ length: 1 + Math.floor(random() * 5) }, (__, revision): LineTransition => {
      const after = state();
      const transition = { instanceId: `line-${instance}`, revision: revision * 3, at, before, after };
      before = after;
      at += 1 + Math.floor(random() * 10);
      return transition;
    });
  }).flat();

describe('the tally of a day of transitions', () => {
  test('is that of a look at every instance at every moment', () => {
    const random = dice(5);
    for (let run = 0; run < 40; run += 1) {
      const transitions = played(random);
      expect(tallied(transitions)).toEqual(looked(transitions));
    }
  });

  test('has a slot released before another instance takes one at the same time', () => {
    const [free, taken] = [
      { isTaken: false, isConnected: false },
      { isTaken: true, isConnected: false },
    ];
    const transitions = [
      { instanceId: 'a', revision: 1, at: 7, before: free, after: taken },
      { instanceId: 'b', revision: 1, at: 7, before: taken, after: free },
    ];
    expect(tallied(transitions)).toMatchObject({ mostTaken: 0, newlyTaken: 1, slots: 0 });
  });

  test('is empty without transitions', () => {
    expect(tallied([])).toEqual({ mostTaken: 0, newlyTaken: 0, newlyConnected: 0, slots: 0, lines: 0 });
  });
});
