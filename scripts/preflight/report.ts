import { styleText } from 'node:util';
import { visible } from '../../packages/terminal/src/visible.ts';
import { wrapped } from '../../operator/wrap.ts';
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

/**
 * The report for a person: each item with its cure below. A cure is not wrapped, so that its command can be copied.
 * @param columns of the terminal; Infinity without one
 */
export const reportOf = (stage: string, items: readonly Item[], columns: number): string => {
  const widestName = Math.max(...items.map(({ name }) => name.length));
  const indent = ' '.repeat(widestState + 2);
  const beside = `${indent}${' '.repeat(widestName + 2)}`;
  const shown = (found: string): string =>
    wrapped(visible(found), columns - beside.length, '').replaceAll('\n', `\n${beside}`);
  const lines = items.flatMap(({ name, state, found, cure }) => [
    `${styleText(colours[state], state.padEnd(widestState))}  ${name.padEnd(widestName)}  ${shown(found)}`,
    ...(cure?.split('\n').map((step) => `${indent}→ ${visible(step)}`) ?? []),
  ]);
  return [...lines, '', summary(stage, items), ''].join('\n');
};
