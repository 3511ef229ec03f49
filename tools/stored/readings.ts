import { runCommand } from '../../lambdas/operator/run-command.ts';
import { workKeyOf } from '../../lambdas/store/table/keys.ts';
import { callApi } from '../processes/call-api.ts';
import type { Surroundings } from '../processes/surroundings.ts';
import { testCaller } from '../harness/service.ts';
import { rawItems } from '../harness/traces.ts';
import { finishWork, type Past } from './past.ts';
import type { Answered, Query } from './released-table.ts';
import { day } from '../../lambdas/kernel/time.ts';

/** When a table is read: `file` has the answers. */
interface Reading {
  readonly file: string;
  readonly about: string;
  readonly prepare: (past: Past) => Promise<void>;
}

/** The first one has every answer, the others those that differ from it. */
export const readings = [
  { file: 'answers.json', about: 'when it was made', prepare: () => Promise.resolve() },
  {
    // DynamoDB deletes what has expired some days late. Until then the readers leave it out.
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ttl-expired-items.html
    file: 'answers-later.gz',
    about: 'a hundred days later, with nothing deleted',
    prepare: ({ surroundings }) => {
      surroundings.clock.pass(100 * day);
      return Promise.resolve();
    },
  },
  { file: 'answers-after-work.gz', about: 'when its work is finished', prepare: finishWork },
] as const satisfies readonly Reading[];

/** The messages that the endpoint received, or the number of works that wait, by their kind. */
const lookAt = async ({ inbox, table }: Surroundings, look: 'received' | 'waiting'): Promise<unknown> => {
  if (look === 'received') return inbox.map(({ id, url, text }) => ({ id, url, text }));
  const waiting = (await rawItems(table)).filter((item) => item['due_shard'] !== undefined);
  const kinds = Map.groupBy(waiting, ({ pk, sk }) => workKeyOf({ pk: String(pk), sk: String(sk) }).kind);
  return Object.fromEntries(Array.from(kinds, ([kind, items]) => [kind, items.length]));
};

const answerOf = async (
  { made, surroundings }: Past,
  it: ReturnType<Past['open']>,
  query: Query,
): Promise<Answered> => {
  if ('look' in query) return { query, status: 200, body: await lookAt(surroundings, query.look) };
  if ('command' in query) {
    const { command, input } = query;
    const answer = await runCommand(it.operator, { caller: testCaller, command, input });
    return { query, status: answer.ok ? 200 : 400, body: answer };
  }
  const bearer = query.as === 'key' ? made.partner_key : made.member;
  const ask = { method: 'GET', given: query.given, bearer } as const;
  const { status, text } = await callApi(it, made.publishable_key, query.route, ask);
  const body: unknown = JSON.parse(text);
  return { query, status, body };
};

/** An error of the code has its reason in the log. */
const withReason = ({ surroundings: { logLines } }: Past, { query, status, body }: Answered): Answered => {
  if (status < 500) return { query, status, body };
  const error = logLines.findLast((line) => line.includes('"level":"ERROR"')) ?? JSON.stringify(body);
  return { query, status, body: error.slice(0, 1_000) };
};

/** Every answer at one time. */
export const answersAt = async (
  past: Past,
  { prepare }: Reading,
  queries: readonly Query[],
): Promise<readonly Answered[]> => {
  await past.begin.restore();
  await prepare(past);
  const it = past.open();
  const answers: Answered[] = [];
  for (const query of queries) {
    const answer = await answerOf(past, it, query).catch((error: unknown) => ({
      query,
      status: 500,
      body: String(error),
    }));
    answers.push(withReason(past, answer));
    await it.outside.idle();
  }
  return answers;
};
