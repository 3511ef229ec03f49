import * as z from 'zod/mini';
import { commit } from '../../store/table/commit.ts';
import { command } from '../command.ts';

const name = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/));
const amount = z.int().check(z.gte(0), z.lte(100_000));

/**
 * Enters a change in the audit trail that the command line is about to make. It makes it by AWS's API, with the person's credentials,
 * so that it also works when this function may change nothing or does not answer. CloudTrail has the calls themselves.
 */
export const enterReservation = command({
  input: z.object({ function: name, to: amount }),
  run: async ({ table }, run, { function: of, to }) => {
    await commit(table, [run.audit({ function: of, to: String(to) })]);
    return {};
  },
});

export const enterRollback = command({
  input: z.object({ undo: z.optional(z.boolean()) }),
  run: async ({ table }, run, { undo = false }) => {
    await commit(table, [run.audit({ undo: String(undo) })]);
    return {};
  },
});

export const enterSkip = command({
  input: z.object({}),
  run: async ({ table }, run) => {
    await commit(table, [run.audit({})]);
    return {};
  },
});
