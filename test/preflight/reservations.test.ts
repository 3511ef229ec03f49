import { expect, test } from '@jest/globals';
import type { FunctionSize } from '../../lib/function-size.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { edge, withDomain } from '../lib/with-domain.ts';
import { accountId, look, openAccount, stage } from './account.ts';

openAccount();

const unreserved = <T extends FunctionSize>(size: T): T => ({ ...size, reservedConcurrency: 'unreserved' });

const callsFail = 'calls fail';
const late = 'changes of the table and work that is due are noticed late';
const certificateArn = `arn:aws:acm:eu-west-1:${accountId}:certificate/1`;

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
test.each<[string, Partial<DeployedStage>, string]>([
  ['dispatcher', { dispatcher: unreserved(stage.dispatcher) }, callsFail],
  ['originCheck', { originCheck: unreserved(stage.originCheck) }, callsFail],
  ['changeRelay', { workers: { ...stage.workers, changeRelay: unreserved(stage.workers.changeRelay) } }, late],
  ['journal', { workers: { ...stage.workers, journal: unreserved(stage.workers.journal) } }, late],
  ['dueSweep', { workers: { ...stage.workers, dueSweep: unreserved(stage.workers.dueSweep) } }, late],
])('what the workers of the queues can starve is a warning: %s', async (name, changes, consequence) => {
  const { domain } = withDomain({ edge, certificateArn });
  const of = { ...stage, ...(domain === undefined ? {} : { domain }), ...changes };
  const found = (await look(of)).filter((item) => item.name === 'concurrency' && item.state !== 'ok');
  expect(found).toEqual([
    {
      name: 'concurrency',
      state: 'warning',
      found: `without reserved concurrency: ${name}. Under load, the workers of the queues can take all environments, and ${consequence}`,
      cure: `reservedConcurrency of ${name} in lib/stages.ts`,
    },
  ]);
});

test('the check of the edge counts only where it is', async () => {
  const of = { ...stage, originCheck: unreserved(stage.originCheck) };
  expect((await look(of)).filter(({ state }) => state !== 'ok')).toEqual([]);
});
