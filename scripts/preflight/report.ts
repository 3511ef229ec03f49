import { styleText } from 'node:util';
import type { Item, State } from './item.ts';

const colours = { ok: 'green', warning: 'yellow', missing: 'red' } as const satisfies Record<State, string>;
const widestState = 'missing'.length;

const counted = (items: readonly Item[], state: State): number => items.filter((item) => item.state === state).length;

/** Whether a deployment can succeed. */
export const isReady = (items: readonly Item[]): boolean => counted(items, 'missing') === 0;

const summary = (stage: string, items: readonly Item[]): string => {
  const counts = `${counted(items, 'ok')} ok, ${counted(items, 'warning')} warning, ${counted(items, 'missing')} missing`;
  return isReady(items) ? `${stage} can be deployed: ${counts}` : `${stage} can't be deployed: ${counts}`;
};

/** The report for a person: one line for each item, with its cure below. */
export const reportOf = (stage: string, items: readonly Item[]): string => {
  const widestName = Math.max(...items.map(({ name }) => name.length));
  const indent = ' '.repeat(widestState + 2);
  const lines = items.flatMap(({ name, state, found, cure }) => [
    `${styleText(colours[state], state.padEnd(widestState))}  ${name.padEnd(widestName)}  ${found}`,
    ...(cure === null ? [] : [`${indent}→ ${cure}`]),
  ]);
  return [...lines, '', summary(stage, items), ''].join('\n');
};
