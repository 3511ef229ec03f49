import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ofType, synthesiseEdge } from '../../tools/harness/synthesised.ts';
import { staging } from '../../lib/stages.ts';
import { edge, withDomain } from './with-domain.ts';

const { template, Resources } = synthesiseEdge(withDomain({ edge }));

const Response = z.object({
  ResponseCode: z.number(),
  CustomResponseBodyKey: z.string(),
  ResponseHeaders: z.array(z.object({ Name: z.string(), Value: z.string() })),
});
const Action = z.union([
  z.strictObject({ Count: z.strictObject({}) }),
  z.strictObject({ Block: z.strictObject({ CustomResponse: Response }) }),
]);
const Override = z.strictObject({ Name: z.string(), ActionToUse: Action });
const WebAcl = z.object({
  Scope: z.string(),
  DefaultAction: z.unknown(),
  CustomResponseBodies: z.record(z.string(), z.object({ ContentType: z.string(), Content: z.string() })),
  Rules: z.array(
    z.looseObject({
      Name: z.string(),
      Action: Action.optional(),
      OverrideAction: z.unknown().optional(),
      VisibilityConfig: z.looseObject({ SampledRequestsEnabled: z.boolean() }),
      Statement: z.looseObject({
        ManagedRuleGroupStatement: z
          .strictObject({
            VendorName: z.literal('AWS'),
            Name: z.string(),
            Version: z.string().optional(),
            RuleActionOverrides: z.array(Override),
          })
          .optional(),
      }),
    }),
  ),
});
const [[, resource] = ['', undefined]] = ofType(Resources, 'AWS::WAFv2::WebACL');
const acl = WebAcl.parse(resource?.Properties);

const Rate = z.object({
  RateBasedStatement: z.looseObject({ Limit: z.number(), EvaluationWindowSec: z.number() }),
});

type RuleAction = z.infer<typeof Action>;

/** The action of a rule of a managed group; undefined: what AWS says. */
const actionOf = (group: string, rule: string): RuleAction | undefined =>
  acl.Rules.find(({ Name }) => Name === group)?.Statement.ManagedRuleGroupStatement?.RuleActionOverrides.find(
    ({ Name }) => Name === rule,
  )?.ActionToUse;

const isCounted = (action: RuleAction | undefined): boolean => action !== undefined && 'Count' in action;

/** Status, envelope and headers of the answer that a refusal gives. */
const answerOf = (action: RuleAction | undefined) => {
  if (action === undefined || !('Block' in action)) throw new Error('the rule refuses nothing');
  const { ResponseCode, CustomResponseBodyKey, ResponseHeaders } = action.Block.CustomResponse;
  const body = acl.CustomResponseBodies[CustomResponseBodyKey];
  return {
    status: ResponseCode,
    type: body?.ContentType,
    body: z
      .strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
      .parse(JSON.parse(body?.Content ?? 'null')),
    headers: Object.fromEntries(ResponseHeaders.map(({ Name, Value }) => [Name, Value])),
  };
};

const common = 'AWSManagedRulesCommonRuleSet';
const knownBadInputs = 'AWSManagedRulesKnownBadInputsRuleSet';
const ipReputation = 'AWSManagedRulesAmazonIpReputationList';

/**
 * The rules that AWS documents, ReactJSRCE_BODY included, by what they look into:
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-ip-rep.html
 */
const ofBodyOrQuery: readonly [string, string][] = [
  ...['SizeRestrictions_BODY', 'EC2MetaDataSSRF_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY'],
  ...['CrossSiteScripting_BODY', 'SizeRestrictions_QUERYSTRING', 'EC2MetaDataSSRF_QUERYARGUMENTS'],
  ...['GenericLFI_QUERYARGUMENTS', 'RestrictedExtensions_QUERYARGUMENTS', 'GenericRFI_QUERYARGUMENTS'],
  'CrossSiteScripting_QUERYARGUMENTS',
]
  .map((rule): [string, string] => [common, rule])
  .concat(
    [
      ...['JavaDeserializationRCE_BODY', 'JavaDeserializationRCE_QUERYSTRING', 'Log4JRCE_BODY'],
      ...['Log4JRCE_QUERYSTRING', 'ReactJSRCE_BODY'],
    ].map((rule): [string, string] => [knownBadInputs, rule]),
  );

const ofSender: readonly [string, string][] = [
  ...['UserAgent_BadBots_HEADER', 'SizeRestrictions_Cookie_HEADER', 'SizeRestrictions_URIPATH'],
  ...['EC2MetaDataSSRF_COOKIE', 'EC2MetaDataSSRF_URIPATH', 'GenericLFI_URIPATH', 'RestrictedExtensions_URIPATH'],
  ...['GenericRFI_URIPATH', 'CrossSiteScripting_COOKIE', 'CrossSiteScripting_URIPATH'],
]
  .map((rule): [string, string] => [common, rule])
  .concat(
    [
      ...['JavaDeserializationRCE_HEADER', 'JavaDeserializationRCE_URIPATH', 'Host_localhost_HEADER'],
      ...['ExploitablePaths_URIPATH', 'Log4JRCE_HEADER', 'Log4JRCE_URIPATH'],
    ].map((rule): [string, string] => [knownBadInputs, rule]),
    ['AWSManagedIPReputationList', 'AWSManagedReconnaissanceList'].map((rule): [string, string] => [
      ipReputation,
      rule,
    ]),
  );

describe('the firewall', () => {
  test('protects CloudFront, and lets in what no rule refuses', () => {
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: { 'Fn::GetAtt': [ofType(Resources, 'AWS::WAFv2::WebACL')[0]?.[0], 'Arn'] } },
    });
  });

  // The interface takes every text and URL in these, and bodies of 256 KiB.
  test.each(ofBodyOrQuery)('only counts what %s finds by %s', (group, rule) => {
    expect(isCounted(actionOf(group, rule))).toBe(true);
  });

  test('only counts callers without a User-Agent, for which the interface does not ask', () => {
    expect(isCounted(actionOf(common, 'NoUserAgent_HEADER'))).toBe(true);
  });

  test.each(ofSender)('refuses what %s finds by %s, in the envelope of the interface', (group, rule) => {
    expect(answerOf(actionOf(group, rule))).toEqual({
      status: 403,
      type: 'APPLICATION_JSON',
      body: { error: { code: 'request_blocked', message: expect.stringContaining('x-amz-cf-id') } },
      headers: { 'cache-control': 'no-store', 'strict-transport-security': 'max-age=63072000; includeSubDomains' },
    });
  });

  test('answers other methods as the interface does', () => {
    expect(answerOf(actionOf(knownBadInputs, 'PROPFIND_METHOD'))).toMatchObject({
      status: 405,
      body: { error: { code: 'method_not_allowed' } },
      headers: { allow: 'GET, POST, PATCH, DELETE, OPTIONS' },
    });
  });

  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-managed-rule-groups-deployments.html
  test('takes a static version of each group that has versions, so that no new rule blocks by itself', () => {
    const versions = acl.Rules.flatMap(({ Statement: { ManagedRuleGroupStatement: group } }) =>
      group === undefined ? [] : [[group.Name, group.Version]],
    );
    expect(Object.fromEntries(versions)).toEqual({
      AWSManagedRulesAmazonIpReputationList: undefined,
      AWSManagedRulesKnownBadInputsRuleSet: expect.stringMatching(/^Version_\d+\.\d+$/),
      AWSManagedRulesCommonRuleSet: expect.stringMatching(/^Version_\d+\.\d+$/),
    });
  });

  test('leaves no rule of the groups to an answer of another form', () => {
    const known = new Set([...ofBodyOrQuery, ...ofSender].map(([, rule]) => rule));
    const others = acl.Rules.flatMap(({ Statement }) =>
      (Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? []).map(({ Name }) => Name),
    ).filter((name) => !known.has(name));
    expect(others.toSorted()).toEqual(['AWSManagedIPDDoSList', 'NoUserAgent_HEADER', 'PROPFIND_METHOD']);
    for (const { Statement, OverrideAction } of acl.Rules) {
      if (Statement.ManagedRuleGroupStatement !== undefined) expect(OverrideAction).toEqual({ None: {} });
    }
  });

  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based.html
  test('answers 429 to an address that calls more than it may, and says when to try again', () => {
    const rule = acl.Rules.find(({ Name }) => Name === 'CallsPerAddress');
    expect(rule?.Statement).toEqual({
      RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: edge.callsPerAddress },
    });
    expect(answerOf(rule?.Action)).toMatchObject({
      status: 429,
      type: 'APPLICATION_JSON',
      body: { error: { code: 'rate_limited' } },
      headers: { 'retry-after': '60' },
    });
  });

  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-high-level-settings.html
  test.each([
    ['ConnectPerAddress', staging.api.open.connect, 0.1],
    ['CallbacksPerAddress', staging.api.open.platformCallback, 0.5],
    ['OthersPerAddress', staging.api.open.unknownPaths, 0.1],
  ])('lets one address have by %s a share of what its route lets through', (name, { requestsPerSecond }, share) => {
    const rule = acl.Rules.find(({ Name }) => Name === name);
    const { Limit: limit, EvaluationWindowSec: window } = Rate.parse(rule?.Statement).RateBasedStatement;
    expect(limit).toBeGreaterThanOrEqual(10);
    expect(window).toBe(60);
    expect(limit / window).toBeLessThanOrEqual(requestsPerSecond * share);
    expect(answerOf(rule?.Action)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  });

  test('limits by path what no partner’s limit counts, as API Gateway reads the path', () => {
    const statements = acl.Rules.map(({ Statement }) => Rate.safeParse(Statement).data?.RateBasedStatement);
    const text = JSON.stringify(statements);
    const matched = Array.from(text.matchAll(/"SearchString":"([^"]+)"/g), ([, path]) => path);
    expect(matched).toEqual([
      '/connect/',
      '/platform/callback',
      ...['/functions/v1/swift-worker', '/platform/callback', '/connect/', '/portal', '/docs'],
    ]);
    expect(text.match(/URL_DECODE/g)).toHaveLength(matched.length);
  });

  test('keeps the host of the hosted pages for these, where a stage has a portal', () => {
    const { Resources: withPortal } = synthesiseEdge({
      ...withDomain({ edge }),
      portal: { publishableKey: 'pk_test_made' },
    });
    const rulesOf = (resources: typeof Resources): string =>
      JSON.stringify(ofType(resources, 'AWS::WAFv2::WebACL')[0]?.[1].Properties['Rules']);
    const rule = /"Name":"ConnectHost"/;
    expect(rulesOf(withPortal)).toMatch(rule);
    expect(rulesOf(withPortal)).toContain('connect.api.partner-api.test');
    expect(rulesOf(Resources)).not.toMatch(rule);
  });

  // A sample shows all headers, Authorization among them, the path and the query.
  test('keeps no samples of requests', () => {
    for (const { VisibilityConfig } of acl.Rules) expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
    expect(resource?.Properties['VisibilityConfig']).toMatchObject({ SampledRequestsEnabled: false });
  });

  // https://docs.aws.amazon.com/waf/latest/developerguide/logging-cw-logs.html
  test('logs what it refuses, without credentials, paths and queries', () => {
    const [[log, group] = ['', undefined]] = ofType(Resources, 'AWS::Logs::LogGroup');
    expect(JSON.stringify(group?.Properties['LogGroupName'])).toMatch(/^\{"Fn::Join":\["-",\["aws-waf-logs",/);
    template.hasResourceProperties('AWS::WAFv2::LoggingConfiguration', {
      LogDestinationConfigs: [{ 'Fn::GetAtt': [log, 'Arn'] }],
      RedactedFields: [
        { UriPath: {} },
        { QueryString: {} },
        ...['authorization', 'apikey', 'cookie', 'referer'].map((name) => ({ SingleHeader: { Name: name } })),
      ],
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
  });
});
