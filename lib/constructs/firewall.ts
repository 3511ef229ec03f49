import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Aws, Fn } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { statusOfCode, type ErrorBody, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import type { Edge } from '../domain.ts';
import { managedRuleGroups, type ManagedRuleGroup, type RuleAction } from '../firewall-rules.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';
import { retentionOf } from './service-log-group.ts';

/** The errors of the firewall, in the format of the API. */
const answers = {
  request_blocked: 'the firewall refused this request; its x-amz-cf-id tells the operator which rule did',
  rate_limited: 'too many calls came from this IP address; try again later',
  method_not_allowed: 'the method must be one of GET, POST, PATCH, DELETE',
} as const satisfies Partial<Record<ErrorCode, string>>;
type Answer = keyof typeof answers;
const codes = ['request_blocked', 'rate_limited', 'method_not_allowed'] as const satisfies readonly Answer[];

const headersOf: Readonly<Record<Answer, readonly CfnWebACL.CustomHTTPHeaderProperty[]>> = {
  request_blocked: [],
  // AWS WAF checks the rate of the last five minutes every ten seconds.
  rate_limited: [{ name: 'retry-after', value: '60' }],
  method_not_allowed: [{ name: 'allow', value: 'GET, POST, PATCH, DELETE, OPTIONS' }],
};

const bodyOf = (code: Answer): ErrorBody => ({ error: { code, message: answers[code] } });

/** https://docs.aws.amazon.com/waf/latest/developerguide/customizing-the-response-for-blocked-requests.html */
const refuseWith = (code: Answer): CfnWebACL.RuleActionProperty => ({
  block: {
    customResponse: {
      responseCode: statusOfCode[code],
      customResponseBodyKey: code,
      responseHeaders: [{ name: 'cache-control', value: 'no-store' }, ...headersOf[code]],
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

const rateRule = (priority: number, { callsPerAddress }: Edge): CfnWebACL.RuleProperty => ({
  name: 'CallsPerAddress',
  priority,
  action: refuseWith('rate_limited'),
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit: callsPerAddress } },
  visibilityConfig: visibilityOf('CallsPerAddress'),
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
      rules: [rateRule(0, edge), ...managedRuleGroups.map((group, place) => managedRule(place + 1, group))],
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
