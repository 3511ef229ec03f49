import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { AwsSolutionsChecks } from 'cdk-nag';
import { z } from 'zod';
import { pagesFunction } from '../../lib/constructs/portal-site.ts';
import { portalHeaders } from '../../lib/portal/headers.ts';
import { production, staging, type DeployedStage } from '../../lib/stages.ts';
import { ofType, policiesOf, synthesise, synthesiseEdge, withApp } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

const portal = { publishableKey: 'pk_test_0123456789' };
const stage: DeployedStage = { ...withDomain({ hostedZone, edge }), portal };
const { template, Resources } = synthesiseEdge(stage);
const service = synthesise(stage);

const Behaviour = z.looseObject({ PathPattern: z.string(), TargetOriginId: z.string() });
const Distribution = z.looseObject({
  DistributionConfig: z.looseObject({
    CacheBehaviors: z.array(Behaviour),
    DefaultCacheBehavior: z.looseObject({ TargetOriginId: z.string() }),
    Origins: z.array(z.looseObject({ Id: z.string() })),
  }),
});
const config = Distribution.parse(Resources['Distribution']?.Properties).DistributionConfig;

describe('the bucket of the portal', () => {
  test('is closed to everybody, encrypted, and read over TLS only', () => {
    expect(Resources['PortalBucket']?.Properties).toMatchObject({
      BucketNamePrefix: 'swift-worker-staging-portal',
      BucketNamespace: 'account-regional',
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
    expect(Resources['PortalBucket']?.Properties).not.toHaveProperty('WebsiteConfiguration');
  });

  test('is read by this distribution of CloudFront, and by nobody else', () => {
    const Statements = z.object({ PolicyDocument: z.object({ Statement: z.array(z.looseObject({})) }) });
    const [[, policy] = []] = ofType(Resources, 'AWS::S3::BucketPolicy');
    const allowed = Statements.parse(policy?.Properties).PolicyDocument.Statement.filter(
      ({ Effect }) => Effect === 'Allow',
    );
    const source = {
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ':cloudfront::',
          { Ref: 'AWS::AccountId' },
          ':distribution/',
          { Ref: 'Distribution' },
        ],
      ],
    };
    expect(allowed.map(({ Action }) => Action)).toEqual([['s3:GetObject', 's3:ListBucket']]);
    for (const { Principal, Condition } of allowed) {
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(Condition).toEqual({ StringEquals: { 'AWS:SourceArn': source } });
    }
  });

  test.each([stage, { ...stage, data: { ...stage.data, removal: 'retain' } } as const])(
    'is kept as the data is',
    (one) => {
      expect(synthesiseEdge(one).Resources['PortalBucket']).toMatchObject(policiesOf(one));
    },
  );
});

describe('CloudFront', () => {
  const s3 = config.Origins.find(({ Id }) => Id !== config.DefaultCacheBehavior.TargetOriginId);

  test('reads the bucket with signed requests', () => {
    expect(config.Origins).toHaveLength(2);
    expect(s3).toMatchObject({
      DomainName: { 'Fn::GetAtt': ['PortalBucket', 'RegionalDomainName'] },
      OriginAccessControlId: expect.anything(),
    });
    template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: {
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      },
    });
  });

  // The id is that of the managed policy CachingOptimized, with which Cache-Control decides:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
  test('takes the paths of the portal from it, and every other path from the API', () => {
    expect(config.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/portal', '/portal/*']);
    for (const behaviour of config.CacheBehaviors) {
      expect(behaviour).toMatchObject({
        TargetOriginId: s3?.Id,
        ViewerProtocolPolicy: 'redirect-to-https',
        AllowedMethods: ['GET', 'HEAD'],
        CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
        ResponseHeadersPolicyId: expect.anything(),
        FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: expect.anything() }],
        Compress: true,
      });
    }
  });

  test('passes calls of the API on as without a portal', () => {
    const without = synthesiseEdge(withDomain({ hostedZone, edge })).Resources['Distribution']?.Properties;
    expect(config.DefaultCacheBehavior).toEqual(
      Distribution.extend({
        DistributionConfig: z.looseObject({ DefaultCacheBehavior: z.looseObject({}) }),
      }).parse(without).DistributionConfig.DefaultCacheBehavior,
    );
  });

  test('sends the headers that the local stack sends, and Strict-Transport-Security', () => {
    const expected = portalHeaders('https://swift-worker-staging-ACCOUNT.auth.eu-west-1.amazoncognito.com');
    const [[, policy] = []] = ofType(Resources, 'AWS::CloudFront::ResponseHeadersPolicy');
    const Policy = z.object({
      ResponseHeadersPolicyConfig: z.object({
        CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
        SecurityHeadersConfig: z.looseObject({
          ContentSecurityPolicy: z.object({
            ContentSecurityPolicy: z.object({
              'Fn::Join': z.tuple([z.literal(''), z.array(z.union([z.string(), z.object({ Ref: z.string() })]))]),
            }),
          }),
          ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
        }),
      }),
    });
    const sent = Policy.parse(policy?.Properties).ResponseHeadersPolicyConfig;
    const [, parts] = sent.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join'];
    expect({
      ...Object.fromEntries(sent.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
      'content-security-policy': parts.map((part) => (typeof part === 'string' ? part : 'ACCOUNT')).join(''),
      'referrer-policy': sent.SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
      'x-content-type-options': 'nosniff',
    }).toEqual(expected);
    expect(sent.SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
    });
  });
});

describe('the function of the pages', () => {
  const Handled = z.union([
    z.object({ uri: z.string() }).transform(({ uri }) => uri),
    z
      .object({ statusCode: z.number(), headers: z.object({ location: z.object({ value: z.string() }) }) })
      .transform(({ statusCode, headers }) => `${statusCode} ${headers.location.value}`),
  ]);

  // The local stack is asked for the same paths: test/local/portal/portal.test.ts.
  test.each([
    ['/portal/', '/portal/index.html'],
    ['/portal/index.html', '/portal/index.html'],
    ['/portal/customers', '/portal/index.html'],
    ['/portal/customers/0189-ab/history', '/portal/index.html'],
    ['/portal/a.b/c', '/portal/index.html'],
    ['/portal/assets/', '/portal/index.html'],
    ['/portal/assets/app-1a2b3c.js', '/portal/assets/app-1a2b3c.js'],
    ['/portal/nothing.png', '/portal/nothing.png'],
    ['/portal/config.json', '/portal/config.json'],
    ['/portal', '308 /portal/'],
    ['/portal?', '308 /portal/?'],
    ['/portal?code=c%2Fd&state=s&code=e+f', '308 /portal/?code=c%2Fd&state=s&code=e+f'],
    ['/portal/customers?page=2', '/portal/index.html'],
  ])('makes %s into %s', (url, expected) => {
    const [uri, query] = url.split('?');
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html#raw-query-string-method
    const context = { event: { request: { uri, rawQueryString: () => query } } };
    expect(Handled.parse(runInNewContext(`${pagesFunction}\nhandler(event);`, context))).toBe(expected);
  });

  test('is what is deployed', () => {
    template.hasResourceProperties('AWS::CloudFront::Function', {
      AutoPublish: true,
      FunctionCode: pagesFunction,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
  });
});

describe('the files of the portal', () => {
  const Deployment = z.looseObject({
    DestinationBucketName: z.unknown(),
    Exclude: z.array(z.string()),
    SystemMetadata: z.object({ 'cache-control': z.string() }),
  });
  const deployments = ofType(service.Resources, 'Custom::CDKBucketDeployment').map(
    ([logicalId, { Properties }]) => [logicalId, Deployment.parse(Properties)] as const,
  );
  const [[, assets] = [], [pagesId, pages] = []] = deployments.toSorted(([one], [other]) => one.localeCompare(other));

  test('are copied to the bucket of the edge, and none is removed', () => {
    expect(deployments).toHaveLength(2);
    for (const [, deployment] of deployments) {
      expect(deployment).toMatchObject({
        DestinationBucketName: {
          'Fn::Join': ['', ['swift-worker-staging-portal-', { Ref: 'AWS::AccountId' }, '-us-east-1-an']],
        },
        DestinationBucketKeyPrefix: 'portal',
        Prune: false,
      });
    }
  });

  test('are kept for ever by browsers when a hash is in their names, and asked for each time otherwise', () => {
    expect(assets).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(pages).toMatchObject({ Exclude: ['assets/*'], SystemMetadata: { 'cache-control': 'no-cache' } });
    expect(pages).not.toHaveProperty('Include');
  });

  test('come in order: the API, the files that pages name, the pages', () => {
    const Order = z.object({ Resources: z.record(z.string(), z.looseObject({ DependsOn: z.unknown().optional() })) });
    const dependencies = JSON.stringify(Order.parse(service.template.toJSON()).Resources[pagesId ?? '']?.DependsOn);
    expect(dependencies).toMatch(/"PortalAssets\w*CustomResource/);
    expect(dependencies).toContain('"Dispatcher');
  });

  test('tell the portal the API on its origin, and the client of the stage', () => {
    expect(JSON.stringify(pages?.['SourceMarkers'])).toContain('{"Ref":"PortalClient"}');
  });

  test('leave with the stage, unless it retains its data', () => {
    expect(pages).toMatchObject({ RetainOnDelete: false });
  });
});

describe('the sign-in of a stage with a portal', () => {
  const home = 'https://api.partner-api.test/portal/';

  test('leads back to it', () => {
    service.template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      CallbackURLs: [home],
      LogoutURLs: [home],
    });
  });

  test('is named in the invitation of a member', () => {
    const Pool = z.looseObject({
      AdminCreateUserConfig: z.looseObject({ InviteMessageTemplate: z.object({ EmailMessage: z.string() }) }),
    });
    const { EmailMessage: text } = Pool.parse(service.Resources['UserPool']?.Properties).AdminCreateUserConfig
      .InviteMessageTemplate;
    expect(text).toContain(`<a href="${home}">${home}</a>`);
    for (const part of ['{username}', '{####}']) expect(text).toContain(part);
  });
});

test.each([
  ['and without an account', stage],
  ['in its account', { ...stage, account: '111122223333' }],
])('cdk-nag has nothing that is not acknowledged about a stage with a portal %s', (_, one) => {
  withApp((app) => {
    app.addStage(one);
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
  });
});

test.each<[string, DeployedStage, string]>([
  ['without CloudFront', { ...withDomain({ hostedZone }), portal }, 'staging: portal needs domain.edge'],
  ['without a domain', { ...staging, portal }, 'staging: portal needs domain.edge'],
  [
    'with a partner key',
    { ...stage, portal: { publishableKey: 'partner_test_1_2' } },
    'staging: portal.publishableKey must be a publishable key',
  ],
  [
    'with a key of another stage',
    { ...production, ...(stage.domain === undefined ? {} : { domain: stage.domain }), portal },
    'production: portal.publishableKey must be a publishable key',
  ],
])('the synthesis refuses a portal %s and names the value', (_, refused, message) => {
  expect(() => withApp((app) => app.addStage(refused))).toThrow(message);
});
