import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { openStage } from '../../operator/open-stage.ts';
import { recordedTerminal } from './recorded-terminal.ts';

const cloudFormation = mockClient(CloudFormationClient);
const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;
const before = names.map((name) => [name, process.env[name]] as const);

/** What stands at the function's URL: answers as a test says, and remembers what it was asked. */
let answer: { readonly status: number; readonly text: string };
const asked: { headers: IncomingHttpHeaders; text: string }[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    asked.push({ headers: request.headers, text });
    response.writeHead(answer.status).end(answer.text);
  });
});
let url: string;

beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'AKIDOPERATOR';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
  process.env['AWS_SESSION_TOKEN'] = 'session';
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
});
beforeEach(() => {
  answer = { status: 200, text: '{"ok":true,"result":{"partners":[]}}' };
  asked.length = 0;
});
afterEach(() => {
  cloudFormation.reset();
});
afterAll(() => {
  cloudFormation.restore();
  server.close();
  for (const [name, value] of before) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
});

const policyArn = 'arn:aws:iam::123456789012:policy/swift-worker-staging-OperatorPolicy';
const stackWith = (outputs: Readonly<Record<string, string>>) => ({
  Stacks: [
    {
      StackName: 'swift-worker-staging',
      CreationTime: new Date(0),
      StackStatus: 'CREATE_COMPLETE' as const,
      Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    },
  ],
});
const deployed = (at = url): void => {
  cloudFormation
    .on(DescribeStacksCommand, { StackName: 'swift-worker-staging' })
    .resolves(
      stackWith({ OperatorFunctionUrl: at, OperatorFunctionName: 'the-operator', OperatorPolicyArn: policyArn }),
    );
};
const run = async (...argv: string[]) => {
  const terminal = recordedTerminal();
  return { code: await main([...argv, '--stage', 'staging'], areas, terminal, openStage), terminal };
};

describe('a stage on AWS', () => {
  it("is asked at the URL its stack names, signed with the caller's credentials, and gets no name", async () => {
    deployed();
    const { code, terminal } = await run('partners', 'list');
    expect([code, terminal.complained()]).toEqual([0, '']);
    expect(asked).toHaveLength(1);
    const [{ headers, text } = { headers: {}, text: '' }] = asked;
    expect(JSON.parse(text)).toEqual({ command: 'partners list', input: {} });
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDOPERATOR\/\d{8}\/eu-west-1\/lambda\/aws4_request, /,
    );
    expect(headers['x-amz-security-token']).toBe('session');
  });

  it('is named in the question before what cannot be undone', async () => {
    const terminal = recordedTerminal(['no']);
    expect(await main(['keys', 'revoke', 'k', '--stage', 'production'], areas, terminal, openStage)).toBe(2);
    expect(terminal.asked[0]).toMatch(/^On production: Revoke the key k\?/);
  });

  it('that credentials do not reach ends with 3 and names what is needed', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('the token is expired'));
    const { code, terminal } = await run('partners', 'list');
    expect(code).toBe(3);
    expect(terminal.complained()).toContain('the token is expired');
    expect(terminal.complained()).toContain('next: use credentials of the account of the stack swift-worker-staging');
    expect(terminal.complained()).toContain('OperatorPolicyArn');
  });

  it('that was never deployed ends with 3 and the command that deploys it', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves(stackWith({}));
    const { code, terminal } = await run('partners', 'list');
    expect([code, terminal.complained()]).toEqual([3, expect.stringContaining('npm run deploy -- --stage staging')]);
  });

  it('that IAM keeps the caller from ends with 3 and names the policy', async () => {
    deployed();
    answer = { status: 403, text: '{"Message":"Forbidden"}' };
    const { code, terminal } = await run('partners', 'list');
    expect(code).toBe(3);
    expect(terminal.complained()).toContain('IAM refuses the call of the operator function: 403, Forbidden');
    expect(terminal.complained()).toContain(
      `your credentials need the policy ${policyArn}, the output OperatorPolicyArn`,
    );
  });

  it('that no connection leads to ends with 3, and nothing was asked', async () => {
    // Port 1 is unused.
    deployed('http://127.0.0.1:1/');
    const { code, terminal } = await run('partners', 'list', '--json');
    expect(code).toBe(3);
    expect(terminal.complained()).toContain('check that this machine can connect to 127.0.0.1:1');
    expect(JSON.parse(terminal.printed())).toMatchObject({ error: { code: 'unreachable' } });
  });

  it.each([502, 504])('whose function fails (%d) ends with 3 and says where its log is', async (status) => {
    deployed();
    answer = { status, text: 'Internal Server Error' };
    const { code, terminal } = await run('partners', 'list', '--json');
    expect(code).toBe(3);
    expect(terminal.complained()).toContain(
      'get-function-configuration --region eu-west-1 --function-name the-operator',
    );
    expect(JSON.parse(terminal.printed())).toMatchObject({ error: { code: 'function_failed' } });
  });

  it.each([
    [429, '{"message":"Rate Exceeded."}', 'unreachable', 'try again in a moment'],
    [413, 'too large', 'unreachable', 'check that this machine can connect to'],
    [500, '', 'no_answer', 'may have been carried out: check'],
    [503, '{"Message":null}', 'no_answer', 'may have been carried out: check'],
  ])('that answers %d for its function ends with 3, asked once', async (status, text, code, next) => {
    deployed();
    answer = { status, text };
    const ran = await run('partners', 'list', '--json');
    expect([ran.code, asked.length]).toEqual([3, 1]);
    expect(JSON.parse(ran.terminal.printed())).toMatchObject({ error: { code, next: expect.stringContaining(next) } });
  });

  it('that answers what this program does not know ends with 3', async () => {
    deployed();
    answer = { status: 200, text: 'null' };
    const { code, terminal } = await run('partners', 'list');
    expect([code, terminal.complained()]).toEqual([
      3,
      expect.stringContaining('has a form that this program does not know'),
    ]);
  });
});
