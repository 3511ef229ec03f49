import * as z from 'zod/mini';
import { invalidState } from '../../kernel/errors.ts';
import {
  highestPace,
  rewrittenForms,
  usualPace,
  type FormRewrite,
  type RewrittenForm,
} from '../../domain/form-rewrite.ts';
import { isoOf } from '../../kernel/time.ts';
import { beginRewriteClause, paceClause, readFormRewrite, stopRewriteClause } from '../../store/forms/form-rewrites.ts';
import { rewritings } from '../../store/forms/rewritten-forms.ts';
import { countPartners } from '../../store/partners/partners.ts';
import { commit } from '../../store/table/commit.ts';
import type { Table } from '../../store/table/table.ts';
import { command, retried, type Run } from '../command.ts';

const form = z.enum(rewrittenForms);

/** A form with its latest rewriting; null before the first one. */
const shown = (name: RewrittenForm, it: FormRewrite | null) => ({
  form: name,
  version: rewritings[name].version,
  rewriting:
    it === null
      ? null
      : {
          version: it.version,
          state: it.state,
          units_a_second: it.unitsPerSecond,
          partners: it.partners,
          partners_done: it.partnersDone,
          read: it.read,
          rewritten: it.rewritten,
          started_at: it.startedAt,
          ended_at: it.endedAt,
        },
});

/** The forms that can be rewritten, with the version that is written and how far their rewriting is. */
export const showForms = command({
  input: z.object({}),
  run: async ({ table }) => ({
    forms: await Promise.all(rewrittenForms.map(async (name) => shown(name, await readFormRewrite(table, name)))),
  }),
});

const newRewrite = async (table: Table, run: Run, name: RewrittenForm, pace: number): Promise<FormRewrite> => ({
  form: name,
  version: rewritings[name].version,
  state: 'running',
  unitsPerSecond: pace,
  partners: await countPartners(table),
  partnersDone: 0,
  partnerId: null,
  cursor: null,
  read: 0,
  rewritten: 0,
  nextAt: run.now,
  requestId: run.cause.requestId,
  startedAt: isoOf(run.now),
  endedAt: null,
});

/** Whether the rewriting was stopped and goes on where it was. */
const goesOn = (before: FormRewrite | null): before is FormRewrite =>
  before?.state === 'stopped' && before.version === rewritings[before.form].version;

/** Begins to rewrite the items of earlier versions of a form, continues what was stopped, or changes the pace. A worker does the rest. */
export const rewriteForm = retried({
  input: z.object({
    form,
    units_a_second: z.optional(z.int().check(z.minimum(1), z.maximum(highestPace))),
  }),
  run: async ({ table }, run, { form: name, units_a_second: units }) => {
    const before = await readFormRewrite(table, name);
    const pace = units ?? (before !== null && before.state !== 'done' ? before.unitsPerSecond : usualPace);
    const audit = run.audit({ form: name, units_a_second: String(pace) });
    if (before?.state === 'running') {
      await commit(table, [paceClause(table, name, pace), audit]);
      return shown(name, { ...before, unitsPerSecond: pace });
    }
    const rewrite: FormRewrite = goesOn(before)
      ? { ...before, state: 'running', unitsPerSecond: pace, endedAt: null }
      : await newRewrite(table, run, name, pace);
    await commit(table, [beginRewriteClause(table, rewrite, before, run.now), audit]);
    return shown(name, rewrite);
  },
});

/** Stops the rewriting of a form. What is rewritten stays so. */
export const stopRewriting = retried({
  input: z.object({ form }),
  run: async ({ table }, run, { form: name }) => {
    const before = await readFormRewrite(table, name);
    if (before?.state !== 'running')
      throw invalidState(before?.state ?? 'not_begun', `the form ${name} is not being rewritten`);
    await commit(table, [stopRewriteClause(table, name, run.now), run.audit({ form: name })]);
    return shown(name, { ...before, state: 'stopped', endedAt: isoOf(run.now) });
  },
});
