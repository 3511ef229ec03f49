import { z } from 'zod';
import { described, hintReceptions, queues, work, workKinds, type WorkKind } from '../../lambdas/kernel/work.ts';
import { Failure } from '../failure.ts';
import { moment } from '../layout.ts';
import { textOf, type Logs } from '../logs.ts';
import { day } from '../../lambdas/kernel/time.ts';

const isWorkKind = (name: string): name is WorkKind => workKinds.some((kind) => kind === name);

const common = {
  message_id: z.string(),
  sent_at: z.string(),
  partner_id: z.string().nullable(),
  queue: z.string().nullable(),
  work_state: z.enum(['waits', 'parked', 'done', 'gone']).nullable(),
  due_at: z.string().nullable(),
  /** The last error of its worker, from the logs. */
  last_error: z.string().nullable().default(null),
};
const key = { pk: z.string(), sk: z.string() };

export const letter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hint'),
    ...common,
    ...key,
    work: z.string().refine(isWorkKind),
    customer_id: z.string().nullable(),
  }),
  z.object({ kind: z.literal('callback'), ...common, accounts: z.array(z.string()), fields: z.array(z.string()) }),
  z.object({
    kind: z.literal('audit'),
    ...common,
    change: z.string(),
    month: z.string(),
    audit_id: z.string(),
  }),
  z.object({ kind: z.literal('record'), ...common, pk: key.pk.nullable(), sk: key.sk.nullable() }),
  z.object({
    kind: z.literal('batch'),
    ...common,
    function: z.string(),
    condition: z.string(),
    records: z.number().nullable(),
  }),
  z.object({ kind: z.literal('unknown'), ...common }),
]);
export type Letter = z.infer<typeof letter>;

const standing = ({ work_state: state, due_at: due }: Letter): string => {
  switch (state) {
    case 'waits':
      return `The work is still due, at ${moment(due) ?? ''}: the sweep continues to send hints. Send this one again when the cause is removed.`;
    case 'parked':
      return 'The work is parked until its endpoint answers. Sending the hint again has no effect.';
    case 'done':
      return 'The work is done: the sweep found it. Sending the hint again has no effect.';
    case 'gone':
    case null:
      return 'The record no longer exists. Sending the hint again has no effect.';
  }
};

const because = ({ last_error: error }: Letter): string =>
  error === null ? 'The logs of the worker may have the error.' : `Last error: ${error}.`;

/** The kind of the message, its error, and the remedy. */
export const explained = (it: Letter): readonly string[] => {
  switch (it.kind) {
    case 'hint': {
      const worker = queues[work[it.work].queue];
      return [
        `A hint of work: ${described[it.work].about} Its worker ${worker} failed to process it ${hintReceptions} times.`,
        ...(it.customer_id === null ? [] : [`Customer ${it.customer_id}.`]),
        because(it),
        standing(it),
      ];
    }
    case 'callback':
      return [
        `A callback of the platform (${it.fields.join(', ')}) about business account ${it.accounts.join(', ')}. CallbackIntake failed to process it ${hintReceptions} times.`,
        because(it),
        'It is stored nowhere else: send it again when the cause is removed.',
      ];
    case 'audit':
      return [
        `A change of the audit trail (${it.change} of ${it.month}, entry ${it.audit_id}) that AuditCopy failed to copy ${hintReceptions} times.`,
        because(it),
        'A new entry is in the table; a change is stored nowhere else. Send it again when the cause is removed.',
      ];
    case 'record':
      return [
        `A reference to a record of the table's stream that a function could not read (${it.pk ?? 'no key'}, ${it.sk ?? ''}).`,
        'It cannot be sent again. The sweep finds due work. A report is in the table, but not in searches.',
      ];
    case 'batch':
      return [
        `A reference: ${it.function} gave up ${it.records === null ? 'a batch' : `a batch of ${it.records} records`} of the table's stream (${it.condition}).`,
        'It cannot be sent again. The sweep finds due work. Reports are in the table, but not in searches.',
      ];
    case 'unknown':
      return ['No worker of this version has this kind of message. It cannot be sent again.'];
  }
};

/** The number of messages whose errors are looked up. */
const most = 20;
const mostLines = 1_000;
const loggedError = z.object({ name: z.string(), message: z.string() });

/** Adds the last error of each message's worker, if the logs have it. */
export const withErrors = async (logs: Logs, letters: readonly Letter[]): Promise<readonly Letter[]> => {
  const asked = letters.slice(-most);
  if (asked.length === 0) return letters;
  const from = Math.min(...asked.map(({ sent_at: at }) => Date.parse(at)));
  const to = Math.max(...asked.map(({ sent_at: at }) => Date.parse(at))) + day;
  const choices = asked.map(({ message_id: id }) => ({ level: 'ERROR', message_id: id }));
  try {
    const errors = new Map<string, string>();
    for (const line of await logs.find({ from, to, choices, limit: mostLines })) {
      const { data } = loggedError.safeParse(line.fields['error']);
      const id = textOf(line, 'message_id');
      if (data !== undefined && id !== null) errors.set(id, `${data.name}: ${data.message}`.slice(0, 200));
    }
    return letters.map((it) => ({ ...it, last_error: errors.get(it.message_id) ?? null }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return letters;
  }
};
