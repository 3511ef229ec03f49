import { timeOfId } from '../../lambdas/domain/size.ts';
import type { CommandInput } from '../description.ts';
import { Failure } from '../failure.ts';
import { textOf, type LogFields, type LogLine, type LogQuery, type Logs } from '../logs.ts';
import type { Stage } from '../stage.ts';
import { traceAnswer, type TraceAnswer } from './answer.ts';
import { stepsOf } from './steps.ts';
import { minute } from '../../lambdas/kernel/time.ts';

/** The time until the first attempt of a call's background work. */
const begun = 15 * minute;
/** The time until the first attempt of a call's events, unless their endpoint is paused or slow. */
const prompt = 5 * minute;
const mostCustomers = 50;
const mostLines = 1_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const idOf = (value: unknown): string => {
  const id = String(value).toLowerCase();
  if (uuid.test(id)) return id;
  throw new Failure('usage', 'usage', 'the id must be that of a call (x-request-id) or of an event (webhook-id)');
};

const given = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const distinct = (lines: readonly LogLine[], name: string): readonly string[] =>
  Array.from(new Set(lines.flatMap((line) => textOf(line, name) ?? [])));

/** Without the logs, the table's part is still shown. */
const readable = (logs: Logs) => {
  let unread: string | null = null;
  return {
    find: async (query: LogQuery): Promise<readonly LogLine[]> => {
      if (unread !== null || query.choices.length === 0) return [];
      try {
        return await logs.find(query);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        unread = error.message;
        return [];
      }
    },
    unread: () => unread,
  };
};

/** A change may be later than the call that began its work: a link is opened when its customer has time. */
const lastOf = ({ entries }: TraceAnswer): number =>
  Math.max(
    0,
    ...entries.flatMap(({ created_at: made, event }) =>
      [made, ...(event?.attempts.map(({ at }) => at) ?? [])].map((at) => Date.parse(at)),
    ),
  );

const namedBy = (ids: readonly string[]): readonly LogFields[] =>
  ids.flatMap((id): readonly LogFields[] => [{ request_id: id }, { event_id: id }]);

/** Ids of the calls and events that the table found for an id. */
const relatedTo = (id: string, { entries }: TraceAnswer): readonly string[] => {
  const all = entries.flatMap(({ request_id: call, event }) => (event === null ? [call] : [call, event.event_id]));
  return Array.from(new Set(all)).filter((other) => other !== id);
};

interface Question {
  readonly id: string;
  readonly partnerId: string | null;
  /** Given as an option. */
  readonly customerId: string | null;
  readonly from: number;
}

const ask = async (stage: Stage, { id, partnerId }: Question, customers: readonly string[]): Promise<TraceAnswer> =>
  traceAnswer.parse(
    await stage.run('trace', {
      id,
      ...(partnerId !== null && { partner_id: partnerId }),
      ...(customers.length > 0 && { customer_ids: customers.slice(0, mostCustomers) }),
    }),
  );

/**
 * The table's part. If the logs do not name the customer of a call, the customers are tried whose events were
 * attempted right after it; then the customers with waiting events, which the table has.
 */
const askTable = async (
  stage: Stage,
  logs: Pick<Logs, 'find'>,
  question: Question,
  lines: readonly LogLine[],
): Promise<TraceAnswer> => {
  const { customerId, partnerId, from } = question;
  if (customerId !== null) return ask(stage, question, [customerId]);
  const named = distinct(lines, 'customer_id');
  if (named.length > 0) return ask(stage, question, named);
  if (partnerId === null) return ask(stage, question, []);
  const choices = [{ partner_id: partnerId, message: 'attempt' }];
  const attempts = await logs.find({ from, to: from + prompt, limit: mostLines, choices });
  const answer = await ask(stage, question, distinct(attempts, 'customer_id'));
  return answer.entries.length > 0 || attempts.length === 0 ? answer : ask(stage, question, []);
};

/** Follows a call or an event through the logs and the table. Its partner is an option, or found in the logs. */
export const follow = async (stage: Stage, input: CommandInput) => {
  const id = idOf(input['id']);
  const from = timeOfId(id) - minute;
  const range = { from, to: from + begun, limit: mostLines };
  const logs = readable(stage.logs);
  const lines = await logs.find({ ...range, choices: namedBy([id]) });
  const partnerId = given(input['partner_id']) ?? distinct(lines, 'partner_id')[0] ?? null;
  const answer = await askTable(stage, logs, { id, partnerId, customerId: given(input['customer_id']), from }, lines);
  const to = Math.max(range.to, lastOf(answer) + minute);
  const more = await logs.find({ ...range, to, choices: namedBy(relatedTo(id, answer)) });
  const later = to > range.to ? await logs.find({ ...range, from: range.to + 1, to, choices: namedBy([id]) }) : [];
  const steps = stepsOf(answer, [...lines, ...more, ...later]);
  return { id, partner_id: partnerId, steps: [...steps], logs_unread: logs.unread() };
};
