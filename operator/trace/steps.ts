import { z } from 'zod';
import { textOf, type LogLine } from '../logs.ts';
import type { TraceAnswer, TracedEntry } from './answer.ts';

/** A call of another service, in milliseconds since its invocation began. */
const madeCall = z.object({ call: z.string(), at: z.number(), ms: z.number(), attempts: z.number() });
export type MadeCall = z.infer<typeof madeCall>;

/** One step of what happened. */
export const step = z.object({
  at: z.string(),
  from: z.enum(['table', 'log', 'audit']),
  what: z.string(),
  /** Ids that belong to it. */
  ids: z.record(z.string(), z.string()),
  /** Of a call that was slow or failed. */
  calls: z.array(madeCall).optional(),
});
export type Step = z.infer<typeof step>;

const outcomeOf = ({ status, error }: { readonly status: number | null; readonly error: string | null }): string =>
  status === null ? `no answer (${error ?? 'unknown'})` : String(status);

const states: Readonly<Record<string, string>> = {
  delivered: 'it was delivered',
  given_up: 'it was given up after its last attempt; "events resend" sends it again',
  undelivered: 'it is undelivered, because the endpoint is disabled or absent; "events resend" sends it again',
  due: 'it waits for its next attempt',
  parked: 'it is parked until the endpoint answers',
  blocked: 'it waits for an earlier event of its customer',
};

const entrySteps = ({ event, ...it }: TracedEntry): readonly Step[] => {
  const fields = it.changed_fields.length === 0 ? '' : `: ${it.changed_fields.join(', ')}`;
  const by = `${it.actor.type} ${it.actor.id} (${it.origin})`;
  const change: Step = {
    at: it.created_at,
    from: 'table',
    what: `${it.happened} by ${by}${fields}`,
    ids: { customer_id: it.customer_id, request_id: it.request_id, ...it.related },
  };
  if (event === null) return [change];
  const shownValue: Step = {
    at: it.created_at,
    from: 'table',
    what: `event ${event.type}, number ${event.sequence} of the customer: ${states[event.state] ?? event.state}`,
    ids: { event_id: event.event_id },
  };
  const attempts = event.attempts.map((attempt, index): Step => ({
    at: attempt.at,
    from: 'table',
    what: `${attempt.probe ? 'probe' : `attempt ${index + 1}`}: ${outcomeOf(attempt)} in ${attempt.milliseconds} ms`,
    ids: { event_id: event.event_id },
  }));
  return [change, shownValue, ...attempts];
};

const loggedError = z.object({ name: z.string(), message: z.string() });
/** The fields of log lines that are shown, in this order. */
const telling = ['method', 'route', 'status', 'code', 'error', 'attempt', 'step', 'reason', 'sk'] as const;
const naming = ['request_id', 'event_id', 'partner_id', 'customer_id', 'instance_id', 'message_id'] as const;

const shownValue = (value: unknown): string | null => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const { data } = loggedError.safeParse(value);
  return data === undefined ? null : `${data.name}: ${data.message}`.slice(0, 200);
};

const lineStep = (line: LogLine): Step => {
  const parts = telling.flatMap((name) => {
    const value = shownValue(line.fields[name]);
    return value === null ? [] : [name === 'method' || name === 'route' ? value : `${name} ${value}`];
  });
  const message = textOf(line, 'message') ?? 'a line';
  const calls = z.array(madeCall).safeParse(line.fields['calls']).data;
  return {
    at: line.at,
    from: 'log',
    what: parts.length === 0 ? message : `${message}: ${parts.join(' ')}`,
    ids: Object.fromEntries(
      naming.flatMap((name) => {
        const id = textOf(line, name);
        return id === null ? [] : [[name, id]];
      }),
    ),
    ...(calls !== undefined && { calls }),
  };
};

/** The steps, in order. Attempts are in the table and in the logs: for events in the table, those of the table are used. */
export const stepsOf = ({ audit, entries }: TraceAnswer, lines: readonly LogLine[]): readonly Step[] => {
  const known = new Set(entries.flatMap(({ event }) => (event === null ? [] : [event.event_id])));
  const isKnown = (line: LogLine): boolean =>
    textOf(line, 'message') === 'attempt' && known.has(textOf(line, 'event_id') ?? '');
  const command: readonly Step[] =
    audit === null
      ? []
      : [{ at: audit.at, from: 'audit', what: `${audit.action} by ${audit.actor.id}`, ids: audit.subject }];
  const steps = [...command, ...entries.flatMap(entrySteps), ...lines.filter((line) => !isKnown(line)).map(lineStep)];
  return steps.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
};
