import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { DeployedStage } from '../../lib/stages.ts';
import { deploymentOrderOf, ofType, synthesiseEdge } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

const stage = withDomain({ hostedZone, edge });
const { stack, template, Resources, Outputs } = synthesiseEdge(stage);

const Distribution = z.looseObject({
  DistributionConfig: z.looseObject({
    CustomErrorResponses: z.array(z.object({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number() }).strict()),
    DefaultCacheBehavior: z.looseObject({ AllowedMethods: z.array(z.string()) }),
    Origins: z.array(z.looseObject({})),
  }),
});
const config = Distribution.parse(Resources['Distribution']?.Properties).DistributionConfig;

describe('CloudFront', () => {
  test('answers for the domain, over TLS 1.2 or newer, and never over http', () => {
    expect(config).toMatchObject({
      Aliases: ['api.partner-api.test'],
      Enabled: true,
      ViewerCertificate: {
        AcmCertificateArn: edge.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
      DefaultCacheBehavior: { ViewerProtocolPolicy: 'https-only' },
    });
    expect(config).not.toHaveProperty('CacheBehaviors');
  });

  // The ids of the managed policies CachingDisabled and AllViewerExceptHostHeader:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
  test('passes on every header but the host, every cookie and the query, and caches nothing', () => {
    expect(config.DefaultCacheBehavior).toMatchObject({
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
  });

  test('passes on every method of the interface, and preflights', () => {
    const { AllowedMethods } = config.DefaultCacheBehavior;
    expect(AllowedMethods).toEqual(expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']));
    // Not a preflight either, which API Gateway answers for the origin that asks.
    expect(config.DefaultCacheBehavior).not.toMatchObject({ CachedMethods: expect.arrayContaining(['OPTIONS']) });
  });

  // "CloudFront caches error responses for a default duration of 10 seconds", even where caching is disabled.
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
  test.each([404, 414, 500, 501, 502, 503, 504, 400, 403, 405])(
    'keeps no answer of status %i for other callers',
    (status) => {
      expect(config.CustomErrorResponses).toContainEqual({ ErrorCode: status, ErrorCachingMinTTL: 0 });
    },
  );

  test('asks API Gateway by a name of its own, and shows the secret, which stands in no template', () => {
    expect(config.Origins).toEqual([
      expect.objectContaining({
        DomainName: 'origin.api.partner-api.test',
        CustomOriginConfig: expect.objectContaining({
          OriginProtocolPolicy: 'https-only',
          OriginSSLProtocols: ['TLSv1.2'],
        }),
        OriginCustomHeaders: [
          {
            HeaderName: 'x-origin-secret',
            HeaderValue: {
              'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'OriginSecret' }, ':SecretString:::}}']],
            },
          },
        ],
      }),
    ]);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
  test('waits longer than API Gateway does', () => {
    const Waits = z.looseObject({ CustomOriginConfig: z.looseObject({ OriginReadTimeout: z.number() }) });
    const { OriginReadTimeout } = Waits.parse(config.Origins[0]).CustomOriginConfig;
    expect(OriginReadTimeout).toBeGreaterThan(30);
  });

  // https://repost.aws/knowledge-center/cloudformation-stack-update-secrets
  test('shows another version of the secret when the stage names one', () => {
    const version = '5b9d2f0e-2f5c-4d5e-9a55-6d3c1c1f2a10';
    const rotated = synthesiseEdge(withDomain({ edge: { ...edge, originSecretVersion: version } }));
    expect(JSON.stringify(rotated.Resources['Distribution'])).toContain(`:SecretString:::${version}}}`);
  });
});

describe('the secret of CloudFront', () => {
  test('is made by Secrets Manager and copied to the region of the stage, under the name that the stage reads', () => {
    template.hasResourceProperties('AWS::SecretsManager::Secret', {
      Name: 'swift-worker-staging-origin',
      GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
      ReplicaRegions: [{ Region: 'eu-west-1' }],
    });
  });

  test('needs no copy where the stage stands in the region of the edge', () => {
    const there: DeployedStage = { ...stage, region: 'us-east-1' };
    const { domain } = there;
    if (domain === undefined) throw new Error('there is a domain');
    const same = { ...there, domain: { ...domain, certificateArn: edge.certificateArn } };
    const { Properties } = synthesiseEdge(same).Resources['OriginSecret'] ?? {};
    expect(Properties).not.toHaveProperty('ReplicaRegions');
  });
});

describe('the stack of the edge', () => {
  // "you must also specify the Region US East (N. Virginia)":
  // https://docs.aws.amazon.com/waf/latest/APIReference/API_CreateWebACL.html
  test('stands where AWS WAF takes what protects CloudFront', () => {
    expect(stack).toEqual({ name: 'swift-worker-staging-edge', region: 'us-east-1' });
  });

  test('reads nothing of another stack, so that it needs no account to be named', () => {
    expect(JSON.stringify(template.toJSON())).not.toMatch(/Fn::ImportValue|Fn::GetStackOutput|Custom::|\/exports\//);
  });

  test('is deployed before the stage that leads to it, and by the same selector', () => {
    expect(deploymentOrderOf(stage)).toEqual(['swift-worker-staging-edge', 'swift-worker-staging']);
  });

  test('has the records that the stage leads its domain to', () => {
    const target = { DNSName: { 'Fn::GetAtt': ['Distribution', 'DomainName'] } };
    const records = ofType(Resources, 'AWS::Route53::RecordSet').map(([, { Properties }]) => Properties);
    expect(records).toEqual(
      ['A', 'AAAA'].map((type) =>
        expect.objectContaining({
          Name: 'edge.api.partner-api.test.',
          Type: type,
          AliasTarget: expect.objectContaining(target),
        }),
      ),
    );
    expect(Object.keys(Outputs).toSorted()).toEqual(['PageTopicArn', 'TicketTopicArn']);
  });

  test('says what a record must lead to where there is no zone', () => {
    const bare = synthesiseEdge(withDomain({ edge }));
    bare.template.resourceCountIs('AWS::Route53::RecordSet', 0);
    expect(bare.Outputs['EdgeDnsTarget']).toEqual({ Value: { 'Fn::GetAtt': ['Distribution', 'DomainName'] } });
  });

  test('tells of its alarms where the stage says', () => {
    const alarms = ofType(Resources, 'AWS::CloudWatch::Alarm');
    expect(alarms.map(([, { Properties }]) => Properties['AlarmName']).toSorted()).toEqual([
      'swift-worker-staging-EdgeCertificateExpires',
      'swift-worker-staging-EdgeFails',
      'swift-worker-staging-EdgeRefuses',
    ]);
    const topicOf = ([, { Properties }]: (typeof alarms)[number]) => [
      Properties['AlarmName'],
      Properties['AlarmActions'],
    ];
    expect(Object.fromEntries(alarms.map(topicOf))).toEqual({
      'swift-worker-staging-EdgeCertificateExpires': [{ Ref: 'TicketTopic' }],
      'swift-worker-staging-EdgeFails': [{ Ref: 'PageTopic' }],
      'swift-worker-staging-EdgeRefuses': [{ Ref: 'TicketTopic' }],
    });
    const { page, ticket } = stage.alarms.subscribers;
    expect(ofType(Resources, 'AWS::SNS::Subscription')).toHaveLength(page.length + ticket.length);
  });
});
