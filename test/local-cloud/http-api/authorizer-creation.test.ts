import { expect, test } from '@jest/globals';
import { defaultFormat } from '@swift-worker/local-cloud/http-api/access-log.ts';
import { assembleApi, createBlueprint, type ApiParts } from '@swift-worker/local-cloud/resources/blueprint.ts';
import { createAuthorizer, createRoute } from '@swift-worker/local-cloud/resources/http-api.ts';
import { createPermission } from '@swift-worker/local-cloud/resources/permissions.ts';
import type { JsonObject } from '@swift-worker/local-cloud/template.ts';

const live = 'arn:aws:lambda:us-east-1:000000000000:function:check:live';
const source = 'arn:aws:execute-api:us-east-1:000000000000:Api/authorizers/Check';

const properties: JsonObject = {
  ApiId: 'Api',
  AuthorizerType: 'REQUEST',
  AuthorizerPayloadFormatVersion: '2.0',
  Name: 'Check',
  AuthorizerUri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${live}/invocations`,
  AuthorizerResultTtlInSeconds: 300,
  EnableSimpleResponses: true,
  IdentitySource: ['$request.header.x-secret'],
};

const open = () => {
  const blueprint = createBlueprint();
  const parts: ApiParts = {
    cors: undefined,
    accessLogFormat: defaultFormat,
    authorizers: new Map(),
    routes: [],
    integrations: new Map([['Handle', { functionArn: 'handler', timeoutMilliseconds: 30_000 }]]),
  };
  blueprint.apis.set('Api', parts);
  return {
    create: (changes: JsonObject = {}) =>
      createAuthorizer({ ...properties, ...changes }, { blueprint, logicalId: 'Check' }),
    route: (changes: JsonObject) =>
      createRoute(
        { ApiId: 'Api', RouteKey: 'GET /', Target: 'integrations/Handle', ...changes },
        { blueprint, logicalId: 'Route' },
      ),
    permit: (changes: JsonObject = {}) =>
      createPermission(
        {
          Action: 'lambda:InvokeFunction',
          Principal: 'apigateway.amazonaws.com',
          FunctionName: live,
          SourceArn: source,
          ...changes,
        },
        { blueprint, logicalId: 'Permission', stackName: 'stack' },
      ),
    assemble: () => assembleApi('Api', '127.0.0.1', parts, blueprint.permissions),
  };
};

test('a route with an authorizer has it', () => {
  const { create, route, assemble } = open();
  create();
  route({ AuthorizationType: 'CUSTOM', AuthorizerId: 'Check' });
  route({ RouteKey: 'GET /open', AuthorizationType: 'NONE' });
  const [closed, free] = assemble().routes;
  expect(closed?.authorizer).toEqual({
    id: 'Check',
    functionArn: live,
    identitySources: ['$request.header.x-secret'],
    simpleResponses: true,
    ttlSeconds: 300,
    timeoutMilliseconds: 10_000,
  });
  expect(free?.authorizer).toBeUndefined();
});

test.each<[string, JsonObject, string]>([
  ['of tokens', { AuthorizerType: 'JWT' }, 'not JWT'],
  ['with the payload of REST APIs', { AuthorizerPayloadFormatVersion: '1.0' }, '2.0'],
  ['with a role', { AuthorizerCredentialsArn: 'arn:aws:iam::000000000000:role/r' }, 'role'],
  ['with an unknown identity source', { IdentitySource: ['$stageVariables.a'] }, '$stageVariables.a'],
  ['that keeps answers without an identity source', { IdentitySource: [] }, 'AuthorizerResultTtlInSeconds must be 0'],
  ['that keeps answers for more than an hour', { AuthorizerResultTtlInSeconds: 3601 }, '3600'],
])('an authorizer is refused by name: %s', (_, changes, message) => {
  expect(() => open().create(changes)).toThrow(message);
});

test.each([['JWT'], ['AWS_IAM']])('a route that is authorized by other means is refused: %s', (AuthorizationType) => {
  expect(() => open().route({ AuthorizationType })).toThrow('Lambda authorizers only');
});

test.each<[string, JsonObject, boolean]>([
  ['of the authorizer and the alias', {}, true],
  ['of every source', { SourceArn: 'arn:aws:execute-api:us-east-1:000000000000:*' }, true],
  ['of a route', { SourceArn: 'arn:aws:execute-api:us-east-1:000000000000:Api/*/*/things' }, false],
  ['of another service', { Principal: 'events.amazonaws.com' }, false],
  ['of the function, not of the alias', { FunctionName: 'check' }, false],
  ['for another action', { Action: 'lambda:GetFunction' }, false],
])('a permission lets the authorizer invoke its function, or does not: %s', (_, changes, wanted) => {
  const { permit, assemble } = open();
  permit(changes);
  expect(assemble().mayInvoke(live, source)).toBe(wanted);
});
