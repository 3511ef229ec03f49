import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FunctionUrlCall } from '@swift-worker/local-cloud/services/function-urls.ts';
import type { PolicyStatement } from '@swift-worker/local-cloud/services/iam/policy.ts';
import { functionArn, functionUrlPath } from '@swift-worker/local-cloud/services/names.ts';
import { isSignedBy } from '@swift-worker/local-cloud/services/signature.ts';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { signedPost } from '../../../operator/signed-post.ts';
import { runServices } from './running-services.ts';

let services: Services;
let url: string;
const calls: FunctionUrlCall[] = [];

const grants = (resource: string): PolicyStatement[] => [
  {
    effect: 'Allow',
    actions: ['lambda:InvokeFunctionUrl'],
    resources: [resource],
    conditions: { StringEquals: { 'lambda:FunctionUrlAuthType': 'AWS_IAM' } },
  },
  {
    effect: 'Allow',
    actions: ['lambda:InvokeFunction'],
    resources: [resource],
    conditions: { Bool: { 'lambda:InvokedViaFunctionUrl': 'true' } },
  },
];
const [urlGrant, functionGrant] = grants(functionArn('operator'));

beforeAll(async () => {
  services = await runServices();
  url = `${services.endpoint}${functionUrlPath('operator')}`;
  services.setFunctionUrlBackend((call) => {
    calls.push(call);
    return Promise.resolve({ status: 200, headers: {}, body: 'done' });
  });
});
beforeEach(() => {
  calls.length = 0;
});
afterAll(() => services.stop());

const principal = (accessKeyId: string, statements: readonly (PolicyStatement | undefined)[]): void => {
  services.addPrincipal({
    accessKeyId,
    secretAccessKey: `secret of ${accessKeyId}`,
    sessionName: 'jo',
    roleArn: 'arn:aws:iam::000000000000:role/operators',
    statements: statements.filter((statement) => statement !== undefined),
  });
};
const ask = async (accessKeyId: string, secretAccessKey = `secret of ${accessKeyId}`, more: object = {}) => {
  const credentials = { accessKeyId, secretAccessKey };
  const { status, text } = await signedPost({ url, region: 'us-east-1', credentials, ...more }, { command: 'list' });
  return { status, text, calls: calls.length };
};

describe('the URL of a function', () => {
  test('tells who signed the call', async () => {
    principal('GRANTED', grants(functionArn('operator')));
    expect(await ask('GRANTED')).toEqual({ status: 200, text: 'done', calls: 1 });
    expect(calls[0]).toMatchObject({
      functionName: 'operator',
      method: 'POST',
      path: '/',
      signer: {
        accessKeyId: 'GRANTED',
        arn: 'arn:aws:sts::000000000000:assumed-role/operators/jo',
        id: 'AROAOPERATORS:jo',
      },
    });
    expect(calls[0]?.body.toString()).toBe('{"command":"list"}');
  });

  test('takes the parts of the path and the query below it', async () => {
    principal('GRANTED', grants(functionArn('operator')));
    await ask('GRANTED', undefined, { url: `${url}a/b%20c` });
    expect(calls[0]).toMatchObject({ path: '/a/b%20c', query: '' });
  });

  test('refuses what is not signed', async () => {
    const response = await fetch(url, { method: 'POST', body: '{}' });
    expect([response.status, calls]).toEqual([403, []]);
    expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
  });

  test('refuses a signature with another secret, and an unknown access key', async () => {
    principal('GRANTED', grants(functionArn('operator')));
    expect(await ask('GRANTED', 'guessed')).toMatchObject({ status: 403, text: expect.stringContaining('signature') });
    expect(await ask('root', 'guessed')).toMatchObject({ status: 403, calls: 0 });
    expect(await ask('NOBODY')).toMatchObject({ status: 403, calls: 0 });
  });

  test.each([
    ['the function only', [functionGrant]],
    ['the URL only', [urlGrant]],
    ['another function', grants(functionArn('other'))],
    ['nothing', []],
  ])('refuses a caller who may call %s', async (_, statements) => {
    principal('LACKING', statements);
    expect(await ask('LACKING')).toMatchObject({
      status: 403,
      text: expect.stringContaining('not authorized'),
      calls: 0,
    });
  });
});

describe('a signature', () => {
  const secret = { accessKeyId: 'GRANTED', secretAccessKey: 'secret of GRANTED' };
  /** The request of a call that was signed, as it came. */
  const signedRequest = async () => {
    principal('GRANTED', grants(functionArn('operator')));
    await ask('GRANTED');
    const [call] = calls;
    if (call === undefined) throw new Error('no function was called');
    const { headers, body, method } = call;
    const date = (headers['x-amz-date'] ?? '').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
    return {
      request: {
        ...({ service: 'lambda', operation: 'InvokeFunctionUrl', input: {} } as const),
        method,
        headers,
        body,
        path: functionUrlPath('operator'),
      },
      signedAt: Date.parse(date),
    };
  };

  test('holds for five minutes', async () => {
    const { request, signedAt } = await signedRequest();
    const minutes = (count: number): number => signedAt + count * 60_000;
    expect(await isSignedBy(request, secret, minutes(4))).toBe(true);
    expect(await isSignedBy(request, secret, minutes(6))).toBe(false);
    expect(await isSignedBy(request, secret, minutes(-6))).toBe(false);
  });

  test('is of this request alone', async () => {
    const { request, signedAt } = await signedRequest();
    const { headers } = request;
    const changed = [
      { ...request, body: Buffer.from('{"command":"other"}') },
      { ...request, method: 'PUT' },
      { ...request, path: functionUrlPath('other') },
      { ...request, path: `${request.path}?a=b` },
      { ...request, headers: { ...headers, host: 'elsewhere' } },
      { ...request, headers: { ...headers, 'content-type': 'text/plain' } },
      { ...request, headers: { ...headers, 'x-amz-date': undefined } },
      { ...request, headers: { ...headers, authorization: undefined } },
      { ...request, headers: { ...headers, authorization: headers['authorization']?.replace('host;', '') } },
      { ...request, headers: { ...headers, authorization: headers['authorization']?.replace('/lambda/', '/sqs/') } },
    ];
    expect(await isSignedBy(request, secret, signedAt)).toBe(true);
    for (const other of changed) expect(await isSignedBy(other, secret, signedAt)).toBe(false);
  });
});
