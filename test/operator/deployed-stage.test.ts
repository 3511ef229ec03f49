import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { z } from 'zod';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { openStage } from '../../operator/open-stage.ts';
import { recordedTerminal } from './recorded-terminal.ts';

const cloudFormation = mockClient(CloudFormationClient);
const sts = mockClient(STSClient);
const lambda = mockClient(LambdaClient);
afterEach(() => {
  for (const client of [cloudFormation, sts, lambda]) client.reset();
});

const arn = 'arn:aws:sts::123456789012:assumed-role/operators/jo';
const stackWith = (...outputs: { OutputKey: string; OutputValue: string }[]) => ({
  Stacks: [
    {
      StackName: 'swift-worker-staging',
      CreationTime: new Date(0),
      StackStatus: 'CREATE_COMPLETE' as const,
      Outputs: outputs,
    },
  ],
});
const deployed = (): void => {
  sts.on(GetCallerIdentityCommand).resolves({ Arn: arn });
  cloudFormation
    .on(DescribeStacksCommand, { StackName: 'swift-worker-staging' })
    .resolves(stackWith({ OutputKey: 'OperatorFunctionName', OutputValue: 'the-operator' }));
};
const answers = (text: string, more: object = {}): void => {
  lambda.on(InvokeCommand).callsFake(() => ({ Payload: Buffer.from(text), ...more }));
};
const run = async (...argv: string[]) => {
  const terminal = recordedTerminal();
  return { code: await main([...argv, '--stage', 'staging'], areas, terminal, openStage), terminal };
};

describe('a stage on AWS', () => {
  it('is asked by the function its stack names, in the name of the caller', async () => {
    deployed();
    answers('{"ok":true,"result":{"partners":[]}}');
    const { code, terminal } = await run('partners', 'list');
    expect([code, terminal.complained()]).toEqual([0, '']);
    const [invoked] = lambda.commandCalls(InvokeCommand);
    expect(invoked?.args[0].input.FunctionName).toBe('the-operator');
    const sent = z.instanceof(Uint8Array).parse(invoked?.args[0].input.Payload);
    expect(JSON.parse(Buffer.from(sent).toString())).toEqual({
      command: 'partners list',
      operator: arn,
      input: {},
    });
  });

  it('is named in the question before what cannot be undone', async () => {
    const terminal = recordedTerminal(['no']);
    expect(await main(['keys', 'revoke', 'k', '--stage', 'production'], areas, terminal, openStage)).toBe(2);
    expect(terminal.asked[0]).toMatch(/^On production: Revoke the key k\?/);
  });

  it('that credentials do not reach ends with 3 and names what is needed', async () => {
    sts.on(GetCallerIdentityCommand).rejects(new Error('the token is expired'));
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('the token is expired'));
    const { code, terminal } = await run('partners', 'list');
    expect(code).toBe(3);
    expect(terminal.complained()).toContain('the token is expired');
    expect(terminal.complained()).toContain('next: use credentials of the account that the stack swift-worker-staging');
  });

  it('that was never deployed ends with 3 and the command that deploys it', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Arn: arn });
    cloudFormation.on(DescribeStacksCommand).resolves(stackWith());
    const { code, terminal } = await run('partners', 'list');
    expect([code, terminal.complained()]).toEqual([3, expect.stringContaining('npm run deploy -- --stage staging')]);
  });

  it('whose function fails ends with 3 and says where its log is', async () => {
    deployed();
    answers('{"errorMessage":"secret"}', { FunctionError: 'Unhandled' });
    const { code, terminal } = await run('partners', 'list', '--json');
    expect(code).toBe(3);
    expect(terminal.complained()).toContain(
      'get-function-configuration --region eu-west-1 --function-name the-operator',
    );
    expect(JSON.parse(terminal.printed())).toMatchObject({ error: { code: 'function_failed' } });
  });

  it('that answers what this program does not know ends with 3', async () => {
    deployed();
    answers('null');
    const { code, terminal } = await run('partners', 'list');
    expect([code, terminal.complained()]).toEqual([
      3,
      expect.stringContaining('answered what this program does not know'),
    ]);
  });
});
