import { LambdaClient, PutFunctionConcurrencyCommand, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accessKeyIdOf } from '@swift-worker/local-cloud/lambda/start.ts';
import { z } from 'zod';
import { synthesise } from '../../local/synthesise.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { operatedStack, type OperatedStack } from './operated-stack.ts';

let whole: DescribedStack;
let operated: OperatedStack;
let lambda: LambdaClient;
/** A line for each incident: seconds until `status` shows it, and until `fix` has mended it. */
const night: string[] = [];

beforeAll(async () => {
  // The version beside is the same code: what matters is which one an alias calls.
  whole = await startDescribedStack({ beside: await synthesise({ stage: 'local', auditCopy: undefined }) });
  operated = operatedStack(whole);
  const { aws } = whole.stack.description;
  const credentials = { accessKeyId: aws.access_key_id, secretAccessKey: aws.secret_access_key };
  lambda = new LambdaClient({ endpoint: aws.endpoint, region: aws.region, credentials });
});
afterAll(async () => {
  process.stdout.write(`${night.join('\n')}\n`);
  lambda.destroy();
  await whole.stop();
});

const status = z.object({ lines: z.array(z.object({ name: z.string(), verdict: z.string() })) });
const wrong = async (): Promise<readonly string[]> => {
  const { lines } = await operated.read(status, 'status');
  return lines.filter(({ verdict }) => verdict === 'wrong').map(({ name }) => name);
};
const nameOf = (id: string): string => {
  const [name = ''] = Array.from(whole.stack.functions, ({ configuration }) => configuration.name).filter((one) =>
    one.endsWith(`-${id}`),
  );
  return name;
};
const audited = async (action: string): Promise<void> => {
  const { out } = await operated.run('audit', 'list');
  expect(out).toContain(action);
};

/** Waits until `status` shows the incident, mends it and waits until the mark is gone. */
const mended = async (incident: string, line: string, fix: readonly string[], isGone = true): Promise<string> => {
  const begun = performance.now();
  await until(wrong, (names) => names.includes(line));
  const seen = performance.now();
  const { code, out, error } = await operated.run('fix', ...fix, '--yes');
  expect([code, error]).toEqual([0, '']);
  if (isGone) await until(wrong, (names) => !names.includes(line));
  const minutes = [seen - begun, performance.now() - seen].map((time) => (time / 60_000).toFixed(1));
  night.push(`${incident}: shown after ${minutes[0]} min, mended after ${minutes[1]} min more`);
  await audited(`fix ${fix[0] ?? ''}`);
  return out;
};

it('a dispatcher that is throttled', async () => {
  expect(await wrong()).toEqual([]);
  const reserved = { FunctionName: nameOf('Dispatcher'), ReservedConcurrentExecutions: 0 };
  await lambda.send(new PutFunctionConcurrencyCommand(reserved));
  expect((await whole.query('list-partner-customers')).status).toBe(503);
  // Throttles of the last quarter of an hour stay on the page.
  const out = await mended('throttled dispatcher', 'throttles', ['reservation', 'Dispatcher', '--to', '50'], false);
  expect(out).toMatch(/^Dispatcher reserves 50; before it was 0\./);
  expect((await whole.query('list-partner-customers')).status).toBe(200);
  expect((await operated.run('fix', 'reservation', 'Dispatcher', '--to', '50', '--yes')).error).toContain('already');
  expect((await operated.run('fix', 'reservation', 'Dispatcher', '--to', '950', '--yes')).error).toContain('[100]');
});

it('messages that no worker could process', async () => {
  const { partner } = whole;
  await operated.sendDeadLetter({ pk: `P#${partner.partner_id}`, sk: 'OUTBOX' });
  await mended('dead letters', 'dead letters', ['dead-letters', '--kind', 'hint']);
});

it('a record that stops Journal', async () => {
  const [first, second] = whole.stack.description.partners;
  if (first === undefined || second === undefined) throw new Error('there are not two partners');
  const changed = async (apiKey: string, id: string): Promise<void> => {
    for (const name of ['Acme', 'Acme 2']) {
      const body = { route: 'upsert-partner-customer', external_customer_id: id, customer_name: name };
      expect((await operated.call(apiKey, 'POST', '', body)).ok).toBe(true);
    }
  };
  const listed = (apiKey: string, count: number): Promise<unknown> =>
    until(
      async () => (await operated.call(apiKey, 'GET', '?route=list-partner-webhook-events')).text(),
      (text) => text.split('customer.updated').length > count,
    );
  // The event is not delivered, so that it has one state.
  await whole.receiver({ partner: 2, status: 500, times: 100 });
  // Journal sets aside what it can't read, so only a write that is never accepted stops it.
  const poison = whole.stack.services.faults.inject({
    match: {
      accessKeyId: accessKeyIdOf(nameOf('Journal')),
      operation: 'BatchWriteItem',
      keyPrefix: `P#${second.partner_id}#E#`,
    },
    effect: { kind: 'error', code: 'ValidationException', status: 400 },
    times: Infinity,
  });
  await changed(second.api_key, 'poison');
  await changed(first.api_key, 'neighbour');
  const out = await mended('record that stops a stream', 'streams', ['poison-record']);
  expect(out).toMatch(/^Journal goes on. 1 batch of records was given up/);
  expect((await operated.run('status')).out).toContain('ticket: JournalFails');
  expect((await operated.run('dead-letters', 'list')).out).toContain('Journal gave up a batch of 1 records');
  await listed(first.api_key, 1);
  expect(poison.met).toBeGreaterThan(0);
  poison.remove();
  await changed(second.api_key, 'later');
  await listed(second.api_key, 1);
});

const released = ['Connect', 'Dispatcher', 'OpenApi', 'Operator', 'PlatformCallback'];

it('a bad release', async () => {
  const move = (id: string, change: object) =>
    lambda.send(new UpdateAliasCommand({ FunctionName: nameOf(id), Name: 'live', ...change }));
  await move('Dispatcher', { FunctionVersion: '1', RoutingConfig: { AdditionalVersionWeights: { 2: 0.1 } } });
  expect((await operated.run('status')).out).toMatch(/Dispatcher: version 1, and 10 % of the calls by 2/);
  expect((await operated.run('fix', 'rollback', '--yes')).error).toContain('is in flight');
  for (const id of released) await move(id, { FunctionVersion: '2', RoutingConfig: { AdditionalVersionWeights: {} } });
  const begun = performance.now();
  const { code, out } = await operated.run('fix', 'rollback', '--yes');
  expect([code, out.match(/2 +1$/gm)?.length]).toEqual([0, released.length]);
  night.push(`bad release: taken back after ${((performance.now() - begun) / 60_000).toFixed(1)} min`);
  await audited('fix rollback');
  expect((await operated.run('fix', 'rollback', '--yes')).error).toContain('no function has a version before');
  expect((await operated.run('fix', 'rollback', '--undo', '--yes')).out).toMatch(/1 +2$/m);
});

it('the page is there while the table and the functions fail', async () => {
  whole.stack.services.faults.inject({
    match: { service: 'dynamodb', accessKeyId: accessKeyIdOf(nameOf('Operator')) },
    effect: { kind: 'error', code: 'InternalServerError', status: 500 },
    times: Infinity,
  });
  const begun = performance.now();
  const { code, out } = await operated.run('status');
  expect([code, performance.now() - begun < 5_000]).toEqual([0, true]);
  expect(out).toMatch(/could not be read[^]*\? +overdue/);
});
