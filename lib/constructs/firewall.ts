import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Aws, Fn } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { statusOfCode, type ErrorBody, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import { strictTransport } from '../../lambdas/kernel/strict-transport.ts';
import { connectNameOf } from '../address.ts';
import type { Edge } from '../domain.ts';
import {
  managedRuleGroups,
  connectPages,
  pathLimits,
  pathWindow,
  type ManagedRuleGroup,
  type Path,
  type PathLimit,
  type RuleAction,
} from '../firewall-rules.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';
import { retentionOf } from './service-log-group.ts';

/** The errors of the firewall, in the format of the API. */
const answers = {
  request_blocked: 'the firewall refused this request; its x-amz-cf-id tells the operator which rule did',
  rate_limited: 'too many calls came from this IP address; try again later',
  method_not_allowed: 'the method must be one of GET, POST, PATCH, DELETE',
  not_found: 'the path does not exist',
} as const satisfies Partial<Record<ErrorCode, string>>;
type Answer = keyof typeof answers;
const codes = [
  'request_blocked',
  'rate_limited',
  'method_not_allowed',
  'not_found',
] as const satisfies readonly Answer[];

const headersOf: Readonly<Record<Answer, readonly CfnWebACL.CustomHTTPHeaderProperty[]>> = {
  request_blocked: [],
  // AWS WAF checks the rate of the last minutes every ten seconds.
  rate_limited: [{ name: 'retry-after', value: '60' }],
  method_not_allowed: [{ name: 'allow', value: 'GET, POST, PATCH, DELETE, OPTIONS' }],
  not_found: [],
};

const bodyOf = (code: Answer): ErrorBody => ({ error: { code, message: answers[code] } });

/** https://docs.aws.amazon.com/waf/latest/developerguide/customizing-the-response-for-blocked-requests.html */
const refuseWith = (code: Answer): CfnWebACL.RuleActionProperty => ({
  block: {
    customResponse: {
      responseCode: statusOfCode[code],
      customResponseBodyKey: code,
      responseHeaders: [
        { name: 'cache-control', value: 'no-store' },
        { name: 'strict-transport-security', value: strictTransport },
        ...headersOf[code],
      ],
    },
  },
});

const actionOf: Readonly<Record<RuleAction, CfnWebACL.RuleActionProperty>> = {
  count: { count: {} },
  refuse: refuseWith('request_blocked'),
  'refuse the method': refuseWith('method_not_allowed'),
};

/** Without samples, which contain credentials, queries and the tokens of links. */
const visibilityOf = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

/** As API Gateway compares paths: decoded. CloudFront normalises them first. */
const matches = ({ text, is }: Path): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    searchString: text,
    fieldToMatch: { uriPath: {} },
    positionalConstraint: is,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

const isNot = (path: Path): CfnWebACL.StatementProperty => ({ notStatement: { statement: matches(path) } });

/** The host of the hosted pages shows these alone: no script of theirs may have the origin of the portal or the API. */
const hostRule = (priority: number, connectName: string): CfnWebACL.RuleProperty => ({
  name: 'ConnectHost',
  priority,
  action: refuseWith('not_found'),
  statement: {
    andStatement: {
      statements: [
        {
          byteMatchStatement: {
            searchString: connectName,
            fieldToMatch: { singleHeader: { Name: 'host' } },
            positionalConstraint: 'EXACTLY',
            textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
          },
        },
        isNot(connectPages),
      ],
    },
  },
  visibilityConfig: visibilityOf('ConnectHost'),
});

const rateRule = (
  priority: number,
  name: string,
  rate: {
    readonly limit: number;
    readonly evaluationWindowSec: number;
    readonly scopeDownStatement?: CfnWebACL.StatementProperty;
  },
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: refuseWith('rate_limited'),
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', ...rate } },
  visibilityConfig: visibilityOf(name),
});

const pathRule = (priority: number, { name, paths, limit }: PathLimit): CfnWebACL.RuleProperty =>
  rateRule(priority, name, {
    limit,
    evaluationWindowSec: pathWindow,
    scopeDownStatement: 'allBut' in paths ? { andStatement: { statements: paths.allBut.map(isNot) } } : matches(paths),
  });

const managedRule = (priority: number, { name, version, rules }: ManagedRuleGroup): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ...(version !== undefined && { version }),
      ruleActionOverrides: Object.entries(rules).map(([rule, action]) => ({
        name: rule,
        actionToUse: actionOf[action],
      })),
    },
  },
  visibilityConfig: visibilityOf(name),
});

const rulesOf = (stage: StageConfig, { callsPerAddress }: Edge): CfnWebACL.RuleProperty[] => {
  const connectName = connectNameOf(stage);
  const rules: ((priority: number) => CfnWebACL.RuleProperty)[] = [
    (priority) => rateRule(priority, 'CallsPerAddress', { limit: callsPerAddress, evaluationWindowSec: 300 }),
    ...pathLimits(stage.api.open).map((limit) => (priority: number) => pathRule(priority, limit)),
    ...(connectName === null ? [] : [(priority: number) => hostRule(priority, connectName)]),
    ...managedRuleGroups.map((group) => (priority: number) => managedRule(priority, group)),
  ];
  return rules.map((rule, priority) => rule(priority));
};

/** Not logged: credentials, and path and query, which may contain a link's token or search terms. */
const redactedFields: CfnLoggingConfiguration.FieldToMatchProperty[] = [
  { uriPath: {} },
  { queryString: {} },
  ...['authorization', 'apikey', 'cookie', 'referer'].map((name) => ({ singleHeader: { Name: name } })),
];

/** AWS WAF for CloudFront. HTTP APIs do not support web ACLs. */
export class Firewall extends Construct {
  readonly webAcl: CfnWebACL;
  /** Also the dimension of its metrics. */
  readonly name: string;

  constructor(scope: Construct, id: string, stage: StageConfig, edge: Edge) {
    super(scope, id);
    this.name = `swift-worker-${stage.name}`;
    this.webAcl = new CfnWebACL(this, 'WebAcl', {
      name: this.name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      customResponseBodies: Object.fromEntries(
        codes.map((code) => [code, { contentType: 'APPLICATION_JSON', content: JSON.stringify(bodyOf(code)) }]),
      ),
      rules: rulesOf(stage, edge),
      visibilityConfig: visibilityOf(this.name),
    });
    this.#logRefusals(stage);
  }

  /** Logs blocked requests with the IP address, which tells an attack from a partner. */
  #logRefusals(stage: StageConfig): void {
    const log = new LogGroup(this, 'Log', {
      // AWS WAF requires the prefix. The stack's id allows the stack to be created again.
      // https://docs.aws.amazon.com/waf/latest/developerguide/logging-cw-logs.html
      logGroupName: Fn.join('-', ['aws-waf-logs', Aws.STACK_NAME, Fn.select(2, Fn.split('/', Aws.STACK_ID))]),
      retention: retentionOf(stage),
      removalPolicy: removalPolicyOf(stage),
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.webAcl.attrArn,
      logDestinationConfigs: [log.logGroupArn],
      redactedFields,
      loggingFilter: {
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
  }
}
