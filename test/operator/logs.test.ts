import { CloudWatchLogsClient, GetQueryResultsCommand, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { insightsLogs, queryText } from '../../operator/insights-logs.ts';
import type { LogQuery } from '../../operator/logs.ts';

const cloudWatch = new CloudWatchLogsClient({ region: 'eu-west-1' });
const client = mockClient(cloudWatch);
afterEach(() => {
  client.reset();
});

const logs = insightsLogs(
  cloudWatch,
  () => Promise.resolve(['one', 'two']),
  () => Promise.resolve(),
);
const query: LogQuery = {
  from: 1_500,
  to: 2_500,
  choices: [{ request_id: 'r1' }, { partner_id: 'p1', calls_limited: 1 }],
  limit: 20,
};
const row = (timestamp: string, message: string) => [
  { field: '@timestamp', value: timestamp },
  { field: '@message', value: message },
  { field: '@ptr', value: 'x' },
];

describe('the logs of a stage on AWS', () => {
  it('are asked for lines with all fields of a choice', () => {
    expect(queryText(query)).toBe(
      'fields @timestamp, @message | filter (request_id = "r1") or (partner_id = "p1" and calls_limited = 1) | sort @timestamp desc',
    );
    expect(queryText({ choices: [{ id: '" or 1' }] })).toContain('id = "\\" or 1"');
  });

  it('answer once the query is complete, the oldest first; what is no JSON is left out', async () => {
    client.on(StartQueryCommand).resolves({ queryId: 'q1' });
    client
      .on(GetQueryResultsCommand, { queryId: 'q1' })
      .resolvesOnce({ status: 'Running' })
      .resolves({
        status: 'Complete',
        results: [
          row('2026-07-14 12:00:01.000', '{"b":2}'),
          row('2026-07-14 12:00:00.500', 'START RequestId'),
          row('2026-07-14 12:00:00.000', '{"a":1}'),
        ],
      });
    expect(await logs.find(query)).toEqual([
      { at: '2026-07-14T12:00:00.000Z', fields: { a: 1 } },
      { at: '2026-07-14T12:00:01.000Z', fields: { b: 2 } },
    ]);
    expect(client.commandCalls(StartQueryCommand)[0]?.args[0].input).toMatchObject({
      logGroupNames: ['one', 'two'],
      startTime: 1,
      endTime: 3,
      limit: 20,
    });
  });

  it('are unreadable when AWS refuses, or the query fails', async () => {
    client.on(StartQueryCommand).rejects(Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' }));
    await expect(logs.find(query)).rejects.toThrow('AccessDeniedException: not authorized');
    client.on(StartQueryCommand).resolves({ queryId: 'q1' });
    client.on(GetQueryResultsCommand).resolves({ status: 'Failed' });
    await expect(logs.find(query)).rejects.toThrow('the query is Failed');
    client.on(GetQueryResultsCommand).resolves({ status: 'Running' });
    await expect(logs.find(query)).rejects.toThrow('takes too long');
  });
});
