import * as z from 'zod/mini';
import { commit } from '../../store/table/commit.ts';
import { command } from '../command.ts';

const name = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/));
const amount = z.int().check(z.gte(0), z.lte(100_000));

/**
 * Enters a change in the audit trail that the command line is about to make. It makes it by AWS's API, with the person's credentials,
 * so that it also works when this function may change nothing or does not answer. CloudTrail has the calls themselves.
 */
const entered = <Subject extends z.ZodMiniType<Readonly<Record<string, string | number | boolean>>>>(input: Subject) =>
  command({
    input,
    run: async ({ table }, run, given) => {
      const subject = Object.entries(given).map(([field, value]) => [field, String(value)] as const);
      await commit(table, [run.audit(Object.fromEntries(subject))]);
      return {};
    },
  });

export const enterReservation = entered(z.object({ function: name, to: amount }));
export const enterRollback = entered(z.object({ undo: z._default(z.boolean(), false) }));
export const enterSkip = entered(z.object({}));
