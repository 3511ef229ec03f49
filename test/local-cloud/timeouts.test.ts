import { expect, test } from '@jest/globals';
import { createBlueprint } from '@swift-worker/local-cloud/resources/blueprint.ts';
import { createFunction } from '@swift-worker/local-cloud/resources/functions.ts';
import { createIntegration } from '@swift-worker/local-cloud/resources/http-api.ts';
import { defaultFormat } from '@swift-worker/local-cloud/http-api/access-log.ts';

// Custom timeouts of an HTTP API: "between 50 and 30,000 milliseconds".
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-integration.html
test('API Gateway takes no integration that may take longer than 30 s', () => {
  const blueprint = createBlueprint();
  const apis = {
    cors: undefined,
    accessLogFormat: defaultFormat,
    integrations: new Map(),
    authorizers: new Map(),
    routes: [],
  };
  blueprint.apis.set('Api', apis);
  const create = (more: Record<string, number>) =>
    createIntegration(
      {
        ApiId: 'Api',
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: 'arn:aws:lambda:us-east-1:000000000000:function:f',
        ...more,
      },
      { blueprint, logicalId: 'Integration' },
    );
  expect(() => create({ TimeoutInMillis: 30_001 })).toThrow('30000');
  create({});
  expect(apis.integrations.get('Integration')).toMatchObject({ timeoutMilliseconds: 30_000 });
});

// "The maximum allowed value is 900 seconds", 3 when it is left out.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-function.html
test('Lambda takes no function that may run for longer than 900 s', () => {
  const blueprint = createBlueprint();
  const create = (more: Record<string, number>) =>
    createFunction(
      { Handler: 'index.handler', Runtime: 'nodejs24.x', Role: 'role', Code: { S3Key: 'key' }, ...more },
      { blueprint, stackName: 'stack', logicalId: 'Function', assets: new Map([['key', '/directory']]) },
    );
  expect(() => create({ Timeout: 901 })).toThrow('900');
  create({});
  expect(blueprint.functions[0]?.timeoutSeconds).toBe(3);
});
