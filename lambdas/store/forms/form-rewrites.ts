import * as z from 'zod/mini';
import { rewriteStates, rewrittenForms, type FormRewrite, type RewrittenForm } from '../../domain/form-rewrite.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { holdAttributes } from '../table/work.ts';

const rewriteItem = z.object({
  form: z.enum(rewrittenForms),
  version: z.number(),
  state: z.enum(rewriteStates),
  units_per_second: z.number(),
  partners: z.number(),
  partners_done: z.number(),
  partner_id: z.nullable(z.string()),
  cursor: z.nullable(z.string()),
  read: z.number(),
  rewritten: z.number(),
  next_at: z.string(),
  request_id: z.string(),
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
});

export const formRewriteOf = (item: Item): FormRewrite => {
  const it = rewriteItem.parse(item);
  return {
    form: it.form,
    version: it.version,
    state: it.state,
    unitsPerSecond: it.units_per_second,
    partners: it.partners,
    partnersDone: it.partners_done,
    partnerId: it.partner_id,
    cursor: it.cursor,
    read: it.read,
    rewritten: it.rewritten,
    nextAt: Date.parse(it.next_at),
    requestId: it.request_id,
    startedAt: it.started_at,
    endedAt: it.ended_at,
  };
};

/** What a worker changes. The pace is the operator's. */
export const rewriteProgressOf = (it: FormRewrite): Item => ({
  state: it.state,
  partners_done: it.partnersDone,
  partner_id: it.partnerId,
  cursor: it.cursor,
  read: it.read,
  rewritten: it.rewritten,
  next_at: isoOf(it.nextAt),
  ended_at: it.endedAt,
});

export const readFormRewrite = async (table: Table, form: RewrittenForm): Promise<FormRewrite | null> => {
  const item = await getItem(table, keys.formRewrite(form));
  return item === undefined ? null : formRewriteOf(item);
};

/** Begins the rewriting of a form, or continues one that was stopped. @param before as it was read; null: there was none */
export const beginRewriteClause = (
  table: Table,
  rewrite: FormRewrite,
  before: FormRewrite | null,
  due: Milliseconds,
): Clause => ({
  name: 'the form is not being rewritten',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.formRewrite(rewrite.form),
        form: rewrite.form,
        version: rewrite.version,
        units_per_second: rewrite.unitsPerSecond,
        partners: rewrite.partners,
        request_id: rewrite.requestId,
        started_at: rewrite.startedAt,
        ...rewriteProgressOf(rewrite),
        ...holdAttributes('formRewrite', rewrite.requestId, { dueAt: due, lease: null }),
      },
      ...(before === null
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#state = :state AND ended_at = :ended',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':state': before.state, ':ended': before.endedAt },
          }),
    },
  },
  refuse: contended,
});

const whileRunning = (table: Table, form: RewrittenForm, update: string, values: Item): Clause => ({
  name: 'the form is being rewritten',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.formRewrite(form) },
      UpdateExpression: update,
      ConditionExpression: '#state = :running',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ...values, ':running': 'running' },
    },
  },
  refuse: contended,
});

/** Changes the pace from the next batch on. */
export const paceClause = (table: Table, form: RewrittenForm, unitsPerSecond: number): Clause =>
  whileRunning(table, form, 'SET units_per_second = :units', { ':units': unitsPerSecond });

/** Stops the rewriting. A worker that holds it loses its lease at its next step. */
export const stopRewriteClause = (table: Table, form: RewrittenForm, at: Milliseconds): Clause =>
  whileRunning(table, form, 'SET #state = :stopped, ended_at = :at REMOVE due_shard, due_at, lease', {
    ':stopped': 'stopped',
    ':at': isoOf(at),
  });
