import { z } from 'zod';
import { described, hintReceptions, queues, work, workKinds, type WorkKind } from '../../lambdas/domain/work.ts';
import { Failure } from '../failure.ts';
import { moment } from '../layout.ts';
import { textOf, type Logs } from '../logs.ts';

const isWorkKind = (name: string): name is WorkKind => workKinds.some((kind) => kind === name);

const common = {
  message_id: z.string(),
  sent_at: z.string(),
  partner_id: z.string().nullable(),
  queue: z.string().nullable(),
  work_state: z.enum(['waits', 'parked', 'done', 'gone']).nullable(),
  due_at: z.string().nullable(),
  /** Why its worker failed last, by the logs. */
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
      return `The work still waits, due ${moment(due) ?? ''}: the sweep goes on trying it. Send the hint again once the reason is gone.`;
    case 'parked':
      return 'The work is parked until its endpoint answers: sending the hint again changes nothing.';
    case 'done':
      return 'The work is done meanwhile: the sweep found it. Sending the hint again changes nothing.';
    case 'gone':
    case null:
      return 'The record is gone: sending the hint again changes nothing.';
  }
};

const because = ({ last_error: error }: Letter): string =>
  error === null ? 'Why is in the logs of the worker, if they still have it.' : `Last error: ${error}.`;

/** What the message is, why it is there, and what helps. */
export const explained = (it: Letter): readonly string[] => {
  switch (it.kind) {
    case 'hint': {
      const worker = queues[work[it.work].queue];
      return [
        `A hint of work: ${described[it.work].about} Its worker ${worker} received it ${hintReceptions} times in vain.`,
        ...(it.customer_id === null ? [] : [`Customer ${it.customer_id}.`]),
        because(it),
        standing(it),
      ];
    }
    case 'callback':
      return [
        `News of the platform (${it.fields.join(', ')}) about business account ${it.accounts.join(', ')}. CallbackIntake received it ${hintReceptions} times in vain.`,
        because(it),
        'Nothing else knows of it: send it again once the reason is gone.',
      ];
    case 'record':
      return [
        `A note: a record of the table's stream that a function could not read (${it.pk ?? 'no key'}, ${it.sk ?? ''}).`,
        'It can not be sent again. Due work is found by the sweep; a report is in the table, but not in searches.',
      ];
    case 'batch':
      return [
        `A note: ${it.function} gave up ${it.records === null ? 'a batch' : `a batch of ${it.records} records`} of the table's stream (${it.condition}).`,
        'It can not be sent again. Due work is found by the sweep; reports are in the table, but not in searches.',
      ];
    case 'unknown':
      return ['No worker of this version knows such a message. It can not be sent again.'];
  }
};

const day = 86_400_000;
/** Messages whose errors are looked for. */
const most = 20;
const mostLines = 1_000;
const loggedError = z.object({ name: z.string(), message: z.string() });

/** With the last error of each message's worker, where the logs have it. */
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
