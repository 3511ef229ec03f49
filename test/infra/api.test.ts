import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { z } from 'zod';
import { localParameters } from '../../lib/local-parameters.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { allStages, ofType, synthesise } from './synthesised.ts';

describe.each(allStages)('the API of stage $name', (stage) => {
  const { template, Resources, Outputs } = synthesise(stage);

  test('leads its one path, with every method, to the dispatcher', () => {
    const keys = ofType(Resources, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties['RouteKey']);
    expect(keys).toEqual(['ANY /functions/v1/swift-worker']);
    template.resourceCountIs('AWS::ApiGatewayV2::Integration', 1);
    template.hasResourceProperties('AWS::ApiGatewayV2::Integration', {
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: { 'Fn::GetAtt': ['Dispatcher', 'Arn'] },
      PayloadFormatVersion: '2.0',
    });
  });

  test('may invoke the dispatcher, and nobody may invoke the operator without IAM', () => {
    template.resourceCountIs('AWS::Lambda::Permission', 1);
    template.hasResourceProperties('AWS::Lambda::Permission', {
      FunctionName: { 'Fn::GetAtt': ['Dispatcher', 'Arn'] },
      Principal: 'apigateway.amazonaws.com',
    });
    template.resourceCountIs('AWS::Lambda::Url', 0);
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
  synthesise(stage).template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: { AllowOrigins: stage.portalOrigins },
  });
  for (const origin of stage.portalOrigins) expect(new URL(origin)).toMatchObject({ protocol: 'https:', origin });
});

test('browsers call the local stage from the console, wherever it runs', () => {
  synthesise(local).template.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: { AllowOrigins: [{ Ref: localParameters.consoleOrigin }] },
  });
});
