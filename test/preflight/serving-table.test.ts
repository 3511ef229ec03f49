import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { expect, test } from '@jest/globals';
import { openClients } from '../../scripts/preflight/clients.ts';
import { preflight } from '../../scripts/preflight/preflight.ts';
import { now, openAccount, otherStage, services, stage } from './account.ts';

openAccount();

const serving = (generation: string): void => {
  services.cloudFormation.on(DescribeStacksCommand).resolves({
    Stacks: [
      {
        StackName: 'swift-worker-staging',
        CreationTime: new Date(0),
        StackStatus: 'UPDATE_COMPLETE',
        Outputs: [{ OutputKey: 'TableGeneration', OutputValue: generation }],
      },
    ],
  });
};
const looked = async () =>
  (await preflight(openClients, stage, [stage, otherStage], now)).find(({ name }) => name === 'table');

test('a checkout that would switch back to a table that was left is refused', async () => {
  serving('2');
  expect(await looked()).toMatchObject({
    state: 'missing',
    found: 'generation 2 serves; lib/stage-tables.json says 1, and would switch back',
  });
});

test('a checkout that knows the table deploys', async () => {
  serving('1');
  expect(await looked()).toMatchObject({ state: 'ok', found: 'generation 1 serves' });
});
