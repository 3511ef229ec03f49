import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { z } from 'zod';
import { localParameters } from '../../lib/local-parameters.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { allStages, configured, ofType, synthesise, withProbe } from '../../tools/harness/synthesised.ts';

describe.each(allStages.map(configured))('the API of stage $name', (stage) => {
  const { template, Resources, Outputs } = synthesise(stage);

  test.each([
    ['ANY /functions/v1/swift-worker', { Ref: 'DispatcherAlias' }],
    ['ANY /connect/{proxy+}', { Ref: 'ConnectAlias' }],
    ['ANY /platform/callback', { Ref: 'PlatformCallbackAlias' }],
    ['ANY /functions/v1/swift-worker/openapi.json', { Ref: 'OpenApiAlias' }],
    // Every other path: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
    ['$default', { Ref: 'OpenApiAlias' }],
  ])('leads %s to %j', (routeKey, invoked) => {
    const integrations = template.findResources('AWS::ApiGatewayV2::Integration', {
      Properties: { IntegrationType: 'AWS_PROXY', IntegrationUri: invoked, PayloadFormatVersion: '2.0' },
    });
    const [integration, ...others] = Object.keys(integrations);
    expect(others).toEqual([]);
    template.hasResourceProperties('AWS::ApiGatewayV2::Route', {
      RouteKey: routeKey,
      Target: { 'Fn::Join': ['', ['integrations/', { Ref: integration }]] },
    });
  });

  test('may invoke what its paths lead to, the schedules their functions, and nothing else is open without IAM', () => {
    const invokers = ofType(Resources, 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
    expect(invokers.map(({ FunctionName, Principal }) => ({ FunctionName, Principal }))).toEqual([
      { FunctionName: { Ref: 'DispatcherAlias' }, Principal: 'apigateway.amazonaws.com' },
      { FunctionName: { Ref: 'ConnectAlias' }, Principal: 'apigateway.amazonaws.com' },
      { FunctionName: { Ref: 'OpenApiAlias' }, Principal: 'apigateway.amazonaws.com' },
      { FunctionName: { Ref: 'OpenApiAlias' }, Principal: 'apigateway.amazonaws.com' },
      { FunctionName: { Ref: 'OpenApiAlias' }, Principal: 'apigateway.amazonaws.com' },
      { FunctionName: { Ref: 'PlatformCallbackAlias' }, Principal: 'apigateway.amazonaws.com' },
      { FunctionName: { 'Fn::GetAtt': ['DueSweep', 'Arn'] }, Principal: 'events.amazonaws.com' },
      { FunctionName: { 'Fn::GetAtt': ['ReportAudit', 'Arn'] }, Principal: 'events.amazonaws.com' },
    ]);
    const urls = ofType(Resources, 'AWS::Lambda::Url').map(([logicalId, { Properties }]) => [
      logicalId,
      Properties['AuthType'],
    ]);
    expect(urls).toEqual([['OperatorUrl', 'AWS_IAM']]);
  });

  test('shows browsers the headers of the interface', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      ProtocolType: 'HTTP',
      CorsConfiguration: {
        AllowMethods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
        AllowHeaders: ['apikey', 'authorization', 'content-type', 'idempotency-key'],
        ExposeHeaders: ['x-request-id', 'idempotent-replayed', 'ratelimit', 'ratelimit-policy', 'retry-after'],
        MaxAge: stage.api.preflightMinutes * 60,
        AllowCredentials: Match.absent(),
      },
    });
  });

  test('throttles what all callers do together', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: {
        ThrottlingRateLimit: stage.api.requestsPerSecond,
        ThrottlingBurstLimit: stage.api.burst,
      },
    });
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
  test('throttles each route that anybody may call for itself, so that a flood takes no place of the API', () => {
    const [, apiStage] = ofType(Resources, 'AWS::ApiGatewayV2::Stage')[0] ?? [];
    const settings = z
      .record(z.string(), z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }))
      .parse(apiStage?.Properties['RouteSettings']);
    const routes = ofType(Resources, 'AWS::ApiGatewayV2::Route');
    const keys = routes.map(([, { Properties: route }]) => String(route['RouteKey']));
    const open = keys.filter((key) => key !== 'ANY /functions/v1/swift-worker');
    expect(Object.keys(settings).toSorted()).toEqual(open.toSorted());
    for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of Object.values(settings)) {
      // An account has 10,000 requests a second.
      expect(stage.api.requestsPerSecond + ThrottlingRateLimit).toBeLessThanOrEqual(10_000);
      expect(ThrottlingBurstLimit).toBeLessThanOrEqual(stage.api.burst / 2);
    }
    // "Unable to find Route by key" otherwise, when the stack is created.
    const throttled = routes.filter(([, { Properties: route }]) => String(route['RouteKey']) in settings);
    expect(apiStage?.DependsOn).toEqual(expect.arrayContaining(throttled.map(([id]) => id)));
  });

  // https://github.com/aws/serverless-application-model/issues/1939
  test('has the same routes with and without a probe: settings of a removed route stop all further updates', () => {
    const settings = z.record(z.string(), z.unknown());
    const settled = (resources: typeof Resources): readonly string[] =>
      ofType(resources, 'AWS::ApiGatewayV2::Stage')
        .flatMap(([, { Properties }]) => Object.keys(settings.parse(Properties['RouteSettings'])))
        .toSorted();
    expect(settled(Resources)).toContain('ANY /probe');
    expect(settled(synthesise(withProbe(stage)).Resources)).toEqual(settled(Resources));
    expect(settled(synthesise({ ...stage, probe: undefined }).Resources)).toEqual(settled(Resources));
  });

  test('logs each call as JSON, without an address, a query, a path or a user agent', () => {
    const [, apiStage] = ofType(Resources, 'AWS::ApiGatewayV2::Stage')[0] ?? [];
    const { Format, DestinationArn } = z
      .object({
        Format: z.string(),
        DestinationArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
      })
      .parse(apiStage?.Properties['AccessLogSettings']);
    expect(Resources[DestinationArn['Fn::GetAtt'][0]]).toMatchObject({
      Type: 'AWS::Logs::LogGroup',
      Properties: { RetentionInDays: stage.logs.retentionDays },
    });
    expect(Object.values(z.record(z.string(), z.string()).parse(JSON.parse(Format))).toSorted()).toEqual([
      '$context.authorizer.error',
      '$context.httpMethod',
      '$context.integrationErrorMessage',
      '$context.integrationLatency',
      '$context.integrationStatus',
      '$context.requestId',
      '$context.requestTimeEpoch',
      '$context.responseLatency',
      '$context.responseLength',
      '$context.routeKey',
      '$context.status',
    ]);
  });

  test('is found by its output', () => {
    expect(Outputs['ApiUrl']).toEqual({
      Value: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }, '/functions/v1/swift-worker']] },
    });
  });
});

test.each([staging, production])('browsers call $name from its portal alone', (stage) => {
  const portalOrigins = ['https://portal.partners.test'];
  synthesise({ ...stage, portalOrigins }).template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: { AllowOrigins: portalOrigins },
  });
});

test.each([staging, production])('no browser calls $name from elsewhere while it has no portal', (stage) => {
  synthesise({ ...stage, portalOrigins: [] }).template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: Match.absent(),
  });
});

test('browsers call the local stage from the console, wherever it runs', () => {
  synthesise(local).template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: { AllowOrigins: [{ Ref: localParameters.consoleOrigin }] },
  });
});
