import type { Table } from '../../lambdas/store/table/table.ts';
import { Killed } from '../mortal.ts';

/** The table of a worker that may crash before any call, or after it with the response lost. */
export const mortalTable = (table: Table, random: () => number, chance: number, onDeath: () => void): Table => ({
  name: table.name,
  retryPolicy: table.retryPolicy,
  client: new Proxy(table.client, {
    get: (client, property) => {
      if (property !== 'send') return Reflect.get(client, property) as unknown;
      return async (command: Parameters<typeof client.send>[0]) => {
        const fate = random();
        const answer = fate < chance / 2 ? null : await client.send(command);
        if (fate >= chance) return answer;
        onDeath();
        throw new Killed(answer === null ? 'before the call' : 'after the call');
      };
    },
  }),
});
