import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { z } from 'zod';
import { callbackPath } from '../../lambdas/connect/page/paths.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { ofType, synthesise, type Resource } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

type Resources = Readonly<Record<string, Resource>>;

const address = 'https://api.partner-api.test';

const Telling = z.object({ Variables: z.object({ BASE_URL: z.unknown() }) });

/** The functions that tell anybody the address, with what they tell. */
const addressesOf = (resources: Resources): [string, unknown][] =>
  ofType(resources, 'AWS::Lambda::Function').flatMap(([logicalId, { Properties }]): [string, unknown][] => {
    const address = Telling.safeParse(Properties['Environment']).data?.Variables.BASE_URL;
    return address === undefined ? [] : [[logicalId, address]];
  });

const recordsOf = (resources: Resources): unknown[] =>
  ofType(resources, 'AWS::Route53::RecordSet').map(([logicalId, { Properties }]) => ({
    logicalId,
    name: Properties['Name'],
    type: Properties['Type'],
    zone: Properties['HostedZoneId'],
    target: Properties['AliasTarget'],
  }));

const gateway = (domainName: string) => ({
  DNSName: { 'Fn::GetAtt': [domainName, 'RegionalDomainName'] },
  HostedZoneId: { 'Fn::GetAtt': [domainName, 'RegionalHostedZoneId'] },
});

describe.each([local, staging, production])('stage $name without a domain', (stage) => {
  const { template, Resources, Outputs } = synthesise(stage);
  const gatewayAddress = { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] };
  // The hosted pages of the stage `local` have an origin of their own.
  const pages = stage.name === 'local' ? { Ref: 'LocalConnectOrigin' } : gatewayAddress;

  test("has API Gateway's address, and no other", () => {
    template.resourceCountIs('AWS::ApiGatewayV2::DomainName', 0);
    template.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 0);
    template.resourceCountIs('AWS::Route53::RecordSet', 0);
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: Match.absent() });
  });

  test("tells API Gateway's address", () => {
    expect(addressesOf(Resources)).toEqual([
      ['Dispatcher', pages],
      ['Connect', pages],
      ['OpenApi', gatewayAddress],
    ]);
    expect(Outputs['PlatformCallbackUrl']).toEqual({
      Value: { 'Fn::Join': ['', [gatewayAddress, '/platform/callback']] },
    });
    expect(Outputs['SignUpRedirectUrl']).toEqual({ Value: { 'Fn::Join': ['', [pages, callbackPath]] } });
  });
});

describe.each([
  ['without a zone', withDomain()],
  ['with a zone', withDomain({ hostedZone })],
  ['with an edge', withDomain({ hostedZone, edge })],
])('a domain %s', (_, stage) => {
  const { template, Resources, Outputs } = synthesise(stage);

  test('is what partners, end customers and the platform get', () => {
    expect(addressesOf(Resources)).toEqual([
      ['Dispatcher', address],
      ['Connect', address],
      ['OpenApi', address],
    ]);
    expect(Outputs['ApiUrl']).toEqual({ Value: `${address}/functions/v1/swift-worker` });
    expect(Outputs['PlatformCallbackUrl']).toEqual({ Value: `${address}/platform/callback` });
    expect(Outputs['SignUpRedirectUrl']).toEqual({ Value: `${address}${callbackPath}` });
    // Nothing in the template tells anybody another address.
    expect(JSON.stringify([Resources, Outputs])).not.toMatch(/"ApiEndpoint"|execute-api\.[^:]*amazonaws/);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-custom-domain-names.html
  test('leads to the stage of the API, over TLS 1.2 or newer', () => {
    template.hasResource('AWS::ApiGatewayV2::DomainName', {
      Properties: {
        DomainName: 'api.partner-api.test',
        DomainNameConfigurations: [
          { CertificateArn: stage.domain?.certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
        ],
      },
    });
    const [[apiStage] = ['']] = ofType(Resources, 'AWS::ApiGatewayV2::Stage');
    template.hasResource('AWS::ApiGatewayV2::ApiMapping', {
      Properties: { ApiId: { Ref: 'Api' }, DomainName: { Ref: 'Domain' }, Stage: '$default' },
      DependsOn: [apiStage],
    });
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-disable-default-endpoint.html
  test("closes API Gateway's own address", () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
  });

  test('keeps the logical ids of names that cannot be made anew while they are taken', () => {
    const names = ofType(Resources, 'AWS::ApiGatewayV2::DomainName').map(([logicalId]) => logicalId);
    expect(names).toEqual(stage.domain?.edge === undefined ? ['Domain'] : ['Domain', 'OriginDomain']);
  });
});

test('a domain without a zone says what a record must lead to', () => {
  const { Resources, Outputs } = synthesise(withDomain());
  expect(recordsOf(Resources)).toEqual([]);
  expect(Outputs['GatewayDnsTarget']).toEqual({ Value: { 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] } });
});

// https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/routing-to-api-gateway.html
test('a domain with a zone has its record there', () => {
  const { Resources, Outputs } = synthesise(withDomain({ hostedZone }));
  expect(recordsOf(Resources)).toEqual([
    {
      logicalId: 'AddressRecord',
      name: 'api.partner-api.test.',
      type: 'A',
      zone: hostedZone.id,
      target: gateway('Domain'),
    },
  ]);
  expect(Outputs['GatewayDnsTarget']).toBeUndefined();
});

test("a domain leaves API Gateway's own address open while somebody still uses it", () => {
  const { template } = synthesise(withDomain({ directAccess: 'open' }));
  template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: Match.absent() });
});

describe('a domain with an edge', () => {
  const { template, Resources } = synthesise(withDomain({ hostedZone, edge }));

  test('leads to CloudFront, which finds the API under a name of its own', () => {
    // An alias to a record of the same zone names that zone:
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-route53-recordset-aliastarget.html
    const toEdge = { DNSName: 'edge.api.partner-api.test', HostedZoneId: hostedZone.id };
    const zone = hostedZone.id;
    expect(recordsOf(Resources)).toEqual([
      {
        logicalId: 'AddressOriginRecord',
        name: 'origin.api.partner-api.test.',
        type: 'A',
        zone,
        target: gateway('OriginDomain'),
      },
      { logicalId: 'AddressRecord', name: 'api.partner-api.test.', type: 'A', zone, target: toEdge },
      { logicalId: 'AddressRecordV6', name: 'api.partner-api.test.', type: 'AAAA', zone, target: toEdge },
    ]);
    template.hasResourceProperties('AWS::ApiGatewayV2::DomainName', { DomainName: 'origin.api.partner-api.test' });
    template.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', { DomainName: { Ref: 'OriginDomain' } });
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
  test('lets in what shows the secret of CloudFront, on every route', () => {
    const [[authorizer] = ['']] = ofType(Resources, 'AWS::ApiGatewayV2::Authorizer');
    template.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'REQUEST',
      AuthorizerPayloadFormatVersion: '2.0',
      EnableSimpleResponses: true,
      // Without the header, API Gateway answers 401 itself.
      IdentitySource: ['$request.header.x-origin-secret'],
    });
    const routes = ofType(Resources, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
    expect(routes.map(({ RouteKey }) => RouteKey)).toContain('$default');
    for (const route of routes) {
      expect(route).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: authorizer } });
    }
  });

  test('reads that secret, and nothing else, in its own region', () => {
    const statements = JSON.stringify(
      ofType(Resources, 'AWS::IAM::Policy').filter(([, { Properties }]) =>
        JSON.stringify(Properties['Roles']).includes('OriginCheck'),
      ),
    );
    expect(statements).toContain(':secret:swift-worker-staging-origin-??????');
    expect(statements.match(/secretsmanager:/g)).toEqual(['secretsmanager:', 'secretsmanager:']);
    expect(statements).not.toContain('dynamodb:');
  });

  test('lets everybody in while the earlier address is still used', () => {
    const open = synthesise(withDomain({ hostedZone, edge, directAccess: 'open' }));
    open.template.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 0);
    open.template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: Match.absent() });
  });
});
