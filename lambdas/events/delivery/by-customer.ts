import type { DueHint } from '../../kernel/due.ts';
import type { HintOutcome } from '../../runtime/hint-worker.ts';

/** Runs the events of one customer in their order, one at a time. */
const inOrder = async (
  hints: readonly DueHint[],
  run: (hint: DueHint) => Promise<void>,
): Promise<readonly HintOutcome[]> => {
  const outcomes: HintOutcome[] = [];
  for (const hint of hints.toSorted((left, right) => (left.sk < right.sk ? -1 : 1))) {
    try {
      await run(hint);
      outcomes.push({ hint, error: null });
    } catch (error) {
      outcomes.push({ hint, error });
    }
  }
  return outcomes;
};

/** Runs the events of different customers in parallel. */
export const byCustomer = async (
  hints: readonly DueHint[],
  run: (hint: DueHint) => Promise<void>,
): Promise<readonly HintOutcome[]> => {
  const customers = Map.groupBy(hints, (hint) => hint.pk).values();
  return (await Promise.all(Array.from(customers, (own) => inOrder(own, run)))).flat();
};

/** Runs one event at a time until the endpoint's pace is known, and then the events of different customers in parallel. */
export const untilPaceKnown = async (
  hints: readonly DueHint[],
  run: (hint: DueHint) => Promise<void>,
  { paceKnown, isPaceKnown }: { readonly paceKnown: Promise<void>; readonly isPaceKnown: () => boolean },
): Promise<readonly HintOutcome[]> => {
  const running: Promise<readonly HintOutcome[]>[] = [];
  const waiting = hints.values();
  for (const hint of waiting) {
    const alone = inOrder([hint], run);
    running.push(alone);
    await Promise.race([alone, paceKnown]);
    if (isPaceKnown()) break;
  }
  running.push(byCustomer(Array.from(waiting), run));
  return (await Promise.all(running)).flat();
};
