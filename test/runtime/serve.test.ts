import { mock } from 'node:test';
import { afterEach, expect, test } from '@jest/globals';
import { consoleLog, logger } from '../../lambdas/runtime/logger.ts';
import { serve, serveHttp } from '../../lambdas/runtime/serve.ts';
import { invocation } from './invocation.ts';

afterEach(() => {
  mock.restoreAll();
});

test('a function gets its deadline: the calls end a margin before the invocation', async () => {
  const answered = serve<string>(
    logger(() => undefined, {}),
    (event, { calls, end }) => Promise.resolve(`${event}: ${end - calls}`),
    7_000,
  );
  expect(await answered('event', invocation('a'))).toBe('event: 7000');
});

test('what a function throws is logged without what the error carries, and thrown', async () => {
  const lines: string[] = [];
  const log = logger((line) => lines.push(line), {});
  const error = Object.assign(new Error('refused'), { Item: { phone: 'of a person' } });
  await expect(serve(log, () => Promise.reject(error))(null, invocation('a'))).rejects.toBe(error);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'ERROR', error: { name: 'Error', message: 'refused' } });
  expect(lines[0]).not.toContain('of a person');
});

test.each([
  ['staging', 'max-age=63072000; includeSubDomains'],
  ['production', 'max-age=63072000; includeSubDomains'],
  ['local', undefined],
])('an answer over HTTP tells browsers of the stage %s to come over TLS only', async (stage, expected) => {
  process.env['STAGE'] = stage;
  const answer = { statusCode: 404, headers: { 'x-request-id': 'a' }, body: '' };
  const log = logger(() => undefined, {});
  const handler = serveHttp(log, () => Promise.resolve(answer));
  delete process.env['STAGE'];
  expect(await handler(null, invocation('a'))).toEqual({
    ...answer,
    headers: { ...answer.headers, ...(expected !== undefined && { 'strict-transport-security': expected }) },
  });
});

// https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
test('every line of the log has a level and a timestamp that Lambda takes', () => {
  const written: string[] = [];
  mock.method(process.stdout, 'write', (line: string) => {
    written.push(line);
    return true;
  });
  const log = consoleLog({ stage: 'local' });
  log.info('one');
  log.warn('two');
  log.error('three');
  expect(written.map((line): unknown => JSON.parse(line))).toEqual(
    ['INFO', 'WARN', 'ERROR'].map((level) =>
      expect.objectContaining({
        level,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      }),
    ),
  );
});

test('every line of the log names the invocation that wrote it', async () => {
  const written: string[] = [];
  mock.method(process.stdout, 'write', (line: string) => {
    written.push(line);
    return true;
  });
  const log = consoleLog({ stage: 'local' });
  const handler = serve<string>(log, (event) => {
    log.info(event);
    return Promise.resolve();
  });
  await handler('one', invocation('invocation-1'));
  await handler('two', invocation('invocation-2'));
  expect(written.map((line): unknown => JSON.parse(line))).toMatchObject([
    { message: 'one', function_request_id: 'invocation-1' },
    { message: 'two', function_request_id: 'invocation-2' },
  ]);
});
