import type { Table } from '../../lambdas/store/table/table.ts';
import { interposed } from '../interposed-table.ts';
import { Killed } from '../mortal.ts';

/** The table of a worker that may crash before any call, or after it with the response lost. */
export const mortalTable = (table: Table, random: () => number, chance: number, onDeath: () => void): Table =>
  interposed(table, async (_, send) => {
    const fate = random();
    const answer = fate < chance / 2 ? null : await send();
    if (fate >= chance) return answer;
    onDeath();
    throw new Killed(answer === null ? 'before the call' : 'after the call');
  });
