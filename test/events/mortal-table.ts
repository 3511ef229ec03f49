import type { Table } from '../../lambdas/store/table/table.ts';
import { interposed } from '../interposed-table.ts';
import { Killed } from '../mortal.ts';

/**
 * The table of a worker that may crash before any call, or after it with the response lost. Nothing the worker does after
 * that has an effect.
 */
export const mortalTable = (table: Table, random: () => number, chance: number, onDeath: () => void): Table => {
  let isDead = false;
  const die = (when: string): never => {
    isDead = true;
    onDeath();
    throw new Killed(when);
  };
  return interposed(table, async (_, send) => {
    if (isDead) throw new Killed('dead already');
    const fate = random();
    if (fate < chance / 2) return die('before the call');
    const answer = await send();
    return fate < chance ? die('after the call') : answer;
  });
};
