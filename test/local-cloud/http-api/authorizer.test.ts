import { beforeEach, describe, expect, test } from '@jest/globals';
import { createAuthorizer } from '@swift-worker/local-cloud/http-api/authorizer.ts';
import type { ApiRequest } from '@swift-worker/local-cloud/http-api/event.ts';
import { createEvent } from '@swift-worker/local-cloud/http-api/event.ts';
import type { AuthorizerConfiguration, MatchedRoute } from '@swift-worker/local-cloud/http-api/routes.ts';
import { InvocationRefused, type Invocation } from '@swift-worker/local-cloud/lambda/function.ts';
import { createFunctions } from '@swift-worker/local-cloud/lambda/functions.ts';
import { answeredFunction } from '../answered-function.ts';

// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html

const api = { apiId: 'api', domainName: '127.0.0.1' };
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:check:live';
const configuration: AuthorizerConfiguration = {
  id: 'Check',
  functionArn,
  identitySources: ['$request.header.X-Secret', '$request.querystring.who'],
  simpleResponses: true,
  ttlSeconds: 300,
  timeoutMilliseconds: 10_000,
};

let events: unknown[] = [];
let respond: () => Promise<Omit<Invocation, 'requestId'>>;

const answer = (value: unknown): void => {
  respond = () => Promise.resolve({ payload: JSON.stringify(value), functionError: undefined });
};

beforeEach(() => {
  events = [];
  answer({ isAuthorized: true });
});

const functions = createFunctions();
functions.add(
  answeredFunction('check', async (payload) => {
    events.push(JSON.parse(payload));
    return { requestId: 'invocation', ...(await respond()) };
  }),
);

const open = (changes: Partial<AuthorizerConfiguration> = {}, sources: string[] = []) =>
  createAuthorizer(
    {
      ...api,
      mayInvoke: (invoked, source) => {
        sources.push(source);
        return invoked === functionArn;
      },
    },
    { ...configuration, ...changes },
    functions,
  );

const route = { routeKey: 'ANY /things/{id}', functionArn: 'handler', timeoutMilliseconds: 30_000 };
const matched: MatchedRoute = { route, pathParameters: { id: '1' } };
const asked = (changes: Partial<ApiRequest> = {}): ApiRequest => ({
  requestId: 'request',
  receivedAt: 1_000_000,
  method: 'GET',
  path: '/things/1',
  queryString: 'who=Ada&n=1',
  headers: { 'x-secret': 'open sesame', 'user-agent': 'test' },
  cookies: ['a=1'],
  sourceIp: '192.0.2.1',
  protocol: 'HTTP/1.1',
  ...changes,
});

const statusOf = async (verdict: ReturnType<ReturnType<typeof open>>): Promise<unknown> => {
  const said = await verdict;
  return 'refusal' in said ? [said.refusal.status, said.refusal.body.toString()] : 'allowed';
};
const serverError = [500, '{"message":"Internal Server Error"}'];
const forbidden = [403, '{"message":"Forbidden"}'];

test('the event is that of payload format 2.0, without the body', async () => {
  const sources: string[] = [];
  await open({}, sources)(asked(), matched);
  expect(events).toEqual([
    {
      version: '2.0',
      type: 'REQUEST',
      routeArn: 'arn:aws:execute-api:us-east-1:000000000000:api/$default/GET/things/1',
      identitySource: ['open sesame', 'Ada'],
      routeKey: 'ANY /things/{id}',
      rawPath: '/things/1',
      rawQueryString: 'who=Ada&n=1',
      cookies: ['a=1'],
      headers: { 'x-secret': 'open sesame', 'user-agent': 'test' },
      queryStringParameters: { who: 'Ada', n: '1' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        domainName: '127.0.0.1',
        domainPrefix: 'api',
        http: { method: 'GET', path: '/things/1', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
        requestId: 'request',
        routeKey: 'ANY /things/{id}',
        stage: '$default',
        time: '01/Jan/1970:00:16:40 +0000',
        timeEpoch: 1_000_000,
      },
      pathParameters: { id: '1' },
    },
  ]);
  expect(sources).toEqual(['arn:aws:execute-api:us-east-1:000000000000:api/authorizers/Check']);
});

describe('a request', () => {
  test.each([
    ['a header', { headers: {} }],
    ['a header that is empty', { headers: { 'x-secret': '' } }],
    ['a parameter of the query', { queryString: 'Who=Ada' }],
  ])('without an identity source is refused, and the function not asked: %s', async (_, changes) => {
    expect(await statusOf(open()(asked(changes), matched))).toEqual([401, '{"message":"Unauthorized"}']);
    expect(events).toHaveLength(0);
  });

  test('that the function does not allow is forbidden', async () => {
    answer({ isAuthorized: false });
    expect(await statusOf(open()(asked(), matched))).toEqual(forbidden);
  });

  test('brings what the function says to the integration', async () => {
    const context = { tenant: 'one', number: 1, list: ['a'], map: { key: 'value' } };
    answer({ isAuthorized: true, context });
    const verdict = await open()(asked(), matched);
    if ('refusal' in verdict) throw new Error(verdict.error);
    expect(createEvent(api, asked(), matched, Buffer.alloc(0), verdict)).toMatchObject({
      requestContext: { apiId: 'api', authorizer: { lambda: context } },
    });
  });
});

describe('API Gateway fails', () => {
  test.each<[string, () => Promise<Omit<Invocation, 'requestId'>>]>([
    ['fails', () => Promise.resolve({ payload: '{"errorType":"Error"}', functionError: 'Unhandled' })],
    ['is throttled', () => Promise.reject(new InvocationRefused('TooManyRequestsException', 'Rate Exceeded.'))],
    ['answers in another form', () => Promise.resolve({ payload: '"yes"', functionError: undefined })],
    ['answers a text', () => Promise.resolve({ payload: '{"isAuthorized":"true"}', functionError: undefined })],
  ])('when the function %s, and keeps no answer', async (_, response) => {
    respond = response;
    const authorize = open();
    expect(await statusOf(authorize(asked(), matched))).toEqual(serverError);
    answer({ isAuthorized: true });
    expect(await statusOf(authorize(asked(), matched))).toBe('allowed');
  });

  test('when the function takes too long', async () => {
    respond = () => new Promise(() => undefined);
    expect(await statusOf(open({ timeoutMilliseconds: 5 })(asked(), matched))).toEqual(serverError);
  });

  test('when the function does not permit it to be invoked', async () => {
    const other = 'arn:aws:lambda:us-east-1:000000000000:function:check';
    expect(await statusOf(open({ functionArn: other })(asked(), matched))).toEqual(serverError);
    expect(events).toHaveLength(0);
  });
});

describe('an answer is kept', () => {
  test('for as long as the authorizer says, for requests with the same identity sources', async () => {
    const authorize = open();
    await authorize(asked(), matched);
    await authorize(asked({ path: '/things/2', receivedAt: 1_299_999 }), matched);
    expect(events).toHaveLength(1);
    await authorize(asked({ queryString: 'who=Grace' }), matched);
    expect(events).toHaveLength(2);
    await authorize(asked({ receivedAt: 1_300_000 }), matched);
    expect(events).toHaveLength(3);
  });

  test('also when it is a refusal', async () => {
    answer({ isAuthorized: false });
    const authorize = open();
    await authorize(asked(), matched);
    answer({ isAuthorized: true });
    expect(await statusOf(authorize(asked(), matched))).toEqual(forbidden);
  });

  test('for each route where the route is an identity source', async () => {
    const authorize = open({ identitySources: ['$context.routeKey'] });
    await authorize(asked(), matched);
    await authorize(asked(), { ...matched, route: { ...route, routeKey: '$default' } });
    expect(events).toHaveLength(2);
  });

  test('not at all with a time of 0', async () => {
    const authorize = open({ ttlSeconds: 0 });
    await authorize(asked(), matched);
    await authorize(asked(), matched);
    expect(events).toHaveLength(2);
  });
});

describe('an IAM policy', () => {
  const policy = (Effect: string, Resource: string) => ({
    principalId: 'Ada',
    policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] },
  });
  const all = 'arn:aws:execute-api:us-east-1:000000000000:api/*';

  test.each([
    ['Allow', all, 'allowed'],
    ['Allow', 'arn:aws:execute-api:us-east-1:000000000000:api/$default/GET/things/1', 'allowed'],
    ['Allow', 'arn:aws:execute-api:us-east-1:000000000000:api/$default/POST/*', forbidden],
    ['Deny', all, forbidden],
  ])('decides by the route: %s %s', async (effect, resource, wanted) => {
    answer(policy(effect, resource));
    expect(await statusOf(open({ simpleResponses: false })(asked(), matched))).toEqual(wanted);
  });

  test('decides anew for each request while it is kept', async () => {
    answer(policy('Allow', 'arn:aws:execute-api:us-east-1:000000000000:api/$default/GET/things/1'));
    const authorize = open({ simpleResponses: false });
    expect(await statusOf(authorize(asked(), matched))).toBe('allowed');
    expect(await statusOf(authorize(asked({ path: '/things/2' }), matched))).toEqual(forbidden);
    expect(events).toHaveLength(1);
  });

  test('is needed where simple responses are not enabled', async () => {
    answer({ isAuthorized: true });
    expect(await statusOf(open({ simpleResponses: false })(asked(), matched))).toEqual(serverError);
  });
});
