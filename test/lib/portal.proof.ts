import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { AwsSolutionsChecks } from 'cdk-nag';
import { z } from 'zod';
import { docsFunction, pagesFunction, statusFunction } from '../../lib/constructs/portal-site.ts';
import { docsPolicy } from '../../lib/docs-site/policy.ts';
import { portalHeaders } from '../../lib/portal/headers.ts';
import { staticHeaders } from '../../lib/static-headers.ts';
import { production, staging, type DeployedStage } from '../../lib/stages.ts';
import { statusPolicy } from '../../lib/status-policy.ts';
import { ofType, policiesOf, synthesise, synthesiseEdge, withApp, withProbe } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';
import client from '../../packages/client/package.json' with { type: 'json' };

const clientFile = `packages/swift-worker-client-${client.version}.tgz`;

const portal = { publishableKey: 'pk_test_0123456789' };
const stage: DeployedStage = { ...withDomain({ hostedZone, edge }), portal };
/** With the status page as well. */
const { template, Resources } = synthesiseEdge(withProbe(stage));
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

  test('is read by this distribution of CloudFront alone', () => {
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
  test('takes the paths of the portal, of the documentation and of the status page from it, and every other path from the API', () => {
    expect(config.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/portal',
      '/portal/*',
      '/docs',
      '/docs/*',
      '/status',
      '/status/*',
    ]);
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

  const Parts = z.object({
    'Fn::Join': z.tuple([z.literal(''), z.array(z.union([z.string(), z.object({ Ref: z.string() })]))]),
  });
  const Policy = z.object({
    ResponseHeadersPolicyConfig: z.object({
      Name: z.string(),
      CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
      SecurityHeadersConfig: z.looseObject({
        ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.union([z.string(), Parts]) }),
        ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
      }),
    }),
  });
  const policies = ofType(Resources, 'AWS::CloudFront::ResponseHeadersPolicy').map(
    ([, { Properties }]) => Policy.parse(Properties).ResponseHeadersPolicyConfig,
  );
  const policyOf = (policy: string | z.infer<typeof Parts>): string =>
    typeof policy === 'string'
      ? policy
      : policy['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'ACCOUNT')).join('');

  test.each([
    ['portal', portalHeaders('https://swift-worker-staging-ACCOUNT.auth.eu-west-1.amazoncognito.com')],
    ['docs', staticHeaders(docsPolicy)],
    ['status', staticHeaders(statusPolicy)],
  ])('sends the headers of the %s that the local stack sends, and Strict-Transport-Security', (name, expected) => {
    const sent = policies.find(({ Name }) => Name === `swift-worker-staging-${name}`);
    if (sent === undefined) throw new Error('there is no policy');
    expect({
      ...Object.fromEntries(sent.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
      'content-security-policy': policyOf(sent.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy),
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

  test.each([
    ['/docs', '308 /docs/'],
    ['/docs/', '/docs/index.html'],
    ['/docs/quickstart', '/docs/quickstart.html'],
    ['/docs/reference/routes/get-partner-customer', '/docs/reference/routes/get-partner-customer.html'],
    ['/docs/quickstart.md', '/docs/quickstart.md'],
    ['/docs/llms.txt', '/docs/llms.txt'],
    [`/docs/${clientFile}`, `/docs/${clientFile}`],
  ])('of the documentation makes %s into %s', (uri, expected) => {
    const context = { event: { request: { uri } } };
    expect(Handled.parse(runInNewContext(`${docsFunction}\nhandler(event);`, context))).toBe(expected);
  });

  test('of the status page makes /status/ into its file', () => {
    const handled = (uri: string) =>
      Handled.parse(runInNewContext(`${statusFunction}\nhandler(event);`, { event: { request: { uri } } }));
    expect(['/status', '/status/', '/status/status.json'].map(handled)).toEqual([
      '308 /status/',
      '/status/index.html',
      '/status/status.json',
    ]);
  });

  test.each([pagesFunction, docsFunction, statusFunction])('is what is deployed', (code) => {
    template.hasResourceProperties('AWS::CloudFront::Function', {
      AutoPublish: true,
      FunctionCode: code,
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
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
  ['with a phone number for support', { ...stage, support: '+49 30 1' }, 'staging: support must be an e-mail address'],
  ['with support over http', { ...stage, support: 'http://help.test' }, 'staging: support must be an e-mail address'],
  ['with a path for the state', { ...stage, statusPage: '/status/' }, 'staging: statusPage must be an https URL'],
])('the synthesis refuses a portal %s and names the value', (_, refused, message) => {
  expect(() => withApp((app) => app.addStage(refused))).toThrow(message);
});
