import {
  GetQueryResultsCommand,
  StartQueryCommand,
  type CloudWatchLogsClient,
  type GetQueryResultsCommandOutput,
} from '@aws-sdk/client-cloudwatch-logs';
import { Failure } from './failure.ts';
import { lineOf, type LogFields, type LogLine, type LogQuery, type Logs } from './logs.ts';

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_StartQuery.html */
const mostGroups = 50;
const mostLines = 10_000;
const pollMilliseconds = 500;
const mostPolls = 120;

const condition = (fields: LogFields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : JSON.stringify(value)}`)
    .join(' and ');

/** A query of CloudWatch Logs Insights. */
export const queryText = ({ choices }: Pick<LogQuery, 'choices'>): string =>
  [
    'fields @timestamp, @message',
    `filter ${choices.map((fields) => `(${condition(fields)})`).join(' or ')}`,
    'sort @timestamp desc',
  ].join(' | ');

/** Insights answers `2026-07-14 11:38:07.000`, in UTC. */
const linesIn = ({ results = [] }: GetQueryResultsCommandOutput): readonly LogLine[] =>
  results
    .map((row) => {
      const valueOf = (name: string): string => row.find(({ field }) => field === name)?.value ?? '';
      return lineOf(`${valueOf('@timestamp').replace(' ', 'T')}Z`, valueOf('@message'));
    })
    .filter((line) => line !== null)
    .reverse();

const unreadable = (reason: string, cause?: unknown): Failure =>
  new Failure('unreachable', 'unreachable', `the logs cannot be read: ${reason}`, { cause });

const resultsOf = async (
  client: CloudWatchLogsClient,
  queryId: string,
  signal: AbortSignal | undefined,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<GetQueryResultsCommandOutput> => {
  for (let polls = 0; polls < mostPolls; polls += 1) {
    signal?.throwIfAborted();
    const answer = await client.send(new GetQueryResultsCommand({ queryId }));
    if (answer.status === 'Complete') return answer;
    if (answer.status !== 'Running' && answer.status !== 'Scheduled')
      throw unreadable(`the query is ${answer.status ?? 'lost'}`);
    await sleep(pollMilliseconds);
  }
  throw unreadable('the query takes too long');
};

/** The logs of a stage on AWS. Each query costs what it scans: half a cent a GB. */
export const insightsLogs = (
  client: CloudWatchLogsClient,
  groups: () => Promise<readonly string[]>,
  sleep: (milliseconds: number) => Promise<void>,
): Logs => ({
  find: async (query) => {
    try {
      const logGroupNames = (await groups()).slice(0, mostGroups);
      const { queryId = '' } = await client.send(
        new StartQueryCommand({
          logGroupNames,
          // Whole seconds, both included.
          startTime: Math.floor(query.from / 1000),
          endTime: Math.ceil(query.to / 1000),
          queryString: queryText(query),
          limit: Math.min(query.limit, mostLines),
        }),
      );
      return linesIn(await resultsOf(client, queryId, query.signal, sleep));
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw unreadable(error instanceof Error ? `${error.name}: ${error.message}` : String(error), error);
    }
  },
});
