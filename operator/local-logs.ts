import { z } from 'zod';
import { Failure } from './failure.ts';
import { hasFields, lineOf, type LogFields, type Logs } from './logs.ts';

const found = z.array(z.object({ at: z.string(), text: z.string() }));

/** The part of a line that no other choice has, so that few lines are sent. */
const partOf = (fields: LogFields): string =>
  Object.values(fields)
    .map(String)
    .toSorted((left, right) => right.length - left.length)[0] ?? '';

/** What the functions of a local stack printed. */
export const localLogs = (controlUrl: string): Logs => ({
  find: async ({ from, to, choices, limit, signal = null }) => {
    const asked = { from, to, containing: choices.map(partOf), limit };
    const answer = await fetch(`${controlUrl}/logs`, { method: 'POST', body: JSON.stringify(asked), signal }).catch(
      (error: unknown) => {
        throw new Failure('unreachable', 'unreachable', 'the logs of the local stack cannot be read', {
          cause: error,
        });
      },
    );
    if (!answer.ok) throw new Failure('unreachable', 'unreachable', `the logs cannot be read: ${answer.status}`);
    return found
      .parse(await answer.json())
      .map(({ at, text }) => lineOf(at, text))
      .filter((line) => line !== null)
      .filter((line) => choices.some((fields) => hasFields(line, fields)));
  },
});
