import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { rateLimits } from '../../lambdas/domain/rate.ts';
import { answerUrl } from '../../lambdas/operator/answer-url.ts';
import { commands } from '../../lambdas/operator/commands.ts';
import type { Operator } from '../../lambdas/operator/run-command.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { readAudit } from '../../lambdas/store/partners/audit.ts';
import { memoryDeadLetters } from '../../tools/harness/memory-dead-letters.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testVault } from '../../tools/harness/test-vault.ts';
import { urlEvent } from './url-event.ts';

const arn = 'arn:aws:sts::123456789012:assumed-role/operators/jo';
const iam = { userArn: arn, callerId: 'AROAOPERATORS:jo' };
const clock = testClock();
const lines: string[] = [];

const noPool = () => Promise.reject(new Error('no command here needs the members'));

let table: TestTable;
let operator: Operator;

beforeAll(async () => {
  table = await startTestTable();
  operator = {
    commands,
    deps: {
      table,
      newId,
      randomBytes,
      vault: testVault(),
      keyEnvironment: 'test',
      rateLimits: rateLimits(1),
      deadLetters: memoryDeadLetters().queue,
      retryPolicy: systemRetryPolicy,
      app: null,
      auditCopies: null,
      platform: { call: () => Promise.reject(new Error('no command here calls the platform')) },
      pool: {
        ensureUser: noPool,
        mailAgain: noPool,
        findUser: noPool,
        removeUser: noPool,
        setTemporaryPassword: noPool,
      },
    },
    clock: clock.now,
    log: logger((line) => lines.push(line), { stage: 'local' }),
  };
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => table.stop());

const body = z.object({ ok: z.boolean(), error: z.object({ code: z.string() }).optional() });
const ask = async (event: unknown) => {
  const answer = await answerUrl(operator, event);
  return { ...answer, body: body.parse(JSON.parse(answer.body)) };
};
const audited = async () => {
  const since = new Date(clock.now() - 1).toISOString();
  const until = new Date(clock.now() + 1).toISOString();
  const filter = { since, until, partnerId: null };
  return (await readAudit(table, since.slice(0, 7), filter, null, 100)).entries;
};

describe('a command', () => {
  it('stands in the audit trail under the ARN that the authorizer gives, whatever the body claims', async () => {
    const claimed = { command: 'partners create', input: { name: 'Acme' }, operator: 'somebody else' };
    const answer = await ask(urlEvent(iam, JSON.stringify({ ...claimed, caller: { arn: 'somebody else' } })));
    expect(answer).toMatchObject({ statusCode: 200, body: { ok: true } });
    const entries = await audited();
    expect(entries.map(({ action, actor }) => ({ action, actor }))).toEqual([
      { action: 'partners create', actor: { type: 'operator', id: arn } },
    ]);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { message: 'command', operator: arn, caller_id: 'AROAOPERATORS:jo' },
    ]);
  });

  it('that is refused is answered with 200, so that a 4xx is always the refusal of IAM', async () => {
    for (const sent of ['{', '{"command":"nothing","input":{}}', '{"command":"partners create","input":{}}']) {
      expect(await ask(urlEvent(iam, sent))).toMatchObject({ statusCode: 200, body: { ok: false } });
    }
  });

  it('is never kept on its way back', async () => {
    const answer = await ask(urlEvent(iam, '{"command":"partners list","input":{}}'));
    expect(answer.headers).toEqual({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  });
});

describe('a direct invocation', () => {
  it('is refused, changes nothing, and is counted for the alarm', async () => {
    const before = await audited();
    const answer = await ask({ command: 'partners create', operator: arn, input: { name: 'Acme' } });
    expect(answer).toMatchObject({ statusCode: 401, body: { ok: false, error: { code: 'unauthenticated' } } });
    expect(await audited()).toEqual(before);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        level: 'ERROR',
        operator_invoked_directly: 1,
        _aws: { CloudWatchMetrics: [{ Metrics: [{ Name: 'operator_invoked_directly', Unit: 'Count' }] }] },
      },
    ]);
  });
});
